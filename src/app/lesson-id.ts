import { createHash } from "node:crypto";

/**
 * The id of a strategy: a hash of its text, so that the same strategy in other clothes (case, white space, a
 * last full stop, another Unicode form) is one lesson, and so that an id never reveals a text that was
 * forgotten.
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

/** The id of a directive: a hash of its text, whose first characters are enough in an acknowledgement. */
export function directiveId(text: string): string {
  const normal = text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
  return `directive-${createHash("sha256").update(normal).digest("hex").slice(0, 16)}`;
}
