import { createHash } from "node:crypto";

/**
 * The id of a strategy: a hash of its text, so that the same strategy in other clothes (case, white space, a last full stop,
 * another Unicode form) is one lesson, and so that an id never reveals a text that was forgotten.
 */
export function strategyId(text: string): string {
  const normal = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[.!…]+$/u, "");
  return `strategy-${createHash("sha256").update(normal).digest("hex").slice(0, 12)}`;
}
