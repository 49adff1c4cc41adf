import { readVerdict } from "./read-verdict.js";
import type { ParsedVerdict } from "./verdict.js";
import { verdictBlocks } from "./verdict-blocks.js";

/**
 * The verdict that a validator's answer ends with. The last well-formed block decides, that is the last that
 * is closed and holds a JSON object: one that was broken off does not hide the one before it. But a
 * well-formed block that breaks a rule, such as a FAIL without must_fix, is invalid and hides what stands
 * before it: an older PASS must not win over a FAIL that came later. Never throws; takes time in proportion
 * to the text.
 */
export function parseVerdict(text: string): ParsedVerdict {
  let broken: string | undefined;
  for (const block of verdictBlocks(text).toReversed()) {
    const value = "json" in block ? objectIn(block.json) : block.broken;
    if (typeof value !== "string") return readVerdict(value);
    broken ??= value;
  }
  return broken === undefined ? { kind: "none" } : { kind: "invalid", reason: broken };
}

/** The object that a text is the JSON of, or why it is none. */
function objectIn(json: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(json.trim());
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : "the verdict-json block holds no JSON object";
  } catch {
    return "the verdict-json block holds no valid JSON";
  }
}
