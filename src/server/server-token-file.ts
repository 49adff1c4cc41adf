import { readFileSync } from "node:fs";

/**
 * Undefined when there is none that could be used, whatever the reason: `ensureToken` then makes another, and
 * says what keeps it from that.
 */
export function readToken(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8").trim();
    return /^[0-9a-f]{64}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
