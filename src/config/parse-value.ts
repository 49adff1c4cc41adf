import type { Setting } from "./setting.js";

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The value that a text from the environment or an argument means; the text itself when it means none. */
export function parseValue(setting: Setting, text: string): unknown {
  const trimmed = text.trim();
  switch (setting.kind) {
    case "number":
      return decimal.test(trimmed) ? Number(trimmed) : text;
    case "boolean":
      return trimmed === "true" ? true : trimmed === "false" ? false : text;
    case "list":
      return parseList(trimmed);
    case "choice":
    case "string":
      return text;
  }
}

/** `a, b` or, for items with commas, `["a, b", "c"]`. */
function parseList(text: string): unknown {
  if (text === "") return [];
  if (!text.startsWith("[")) return text.split(",").map((item) => item.trim());
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
