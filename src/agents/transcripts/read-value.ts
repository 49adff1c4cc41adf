import { digest } from "../../base/text/digest.js";
import { isLoggable } from "../../log/events/time.js";

export type Fields = Readonly<Record<string, unknown>>;

/** An object in a value of any type; an empty one if there is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Epoch milliseconds of a time as text or number, at most `now`; undefined for anything else. */
export function timeOf(value: unknown, now: number): number | undefined {
  const ms = typeof value === "number" ? value : Date.parse(textOf(value));
  return isLoggable(ms) ? Math.min(Math.trunc(ms), now) : undefined;
}

/** An id that the log can hold: what is not a name, such as a path, becomes a digest. */
export function idOf(value: unknown): string {
  const text = textOf(value);
  return /^[\w][\w.:@-]{0,150}$/.test(text) && !text.includes("..") ? text : digest(text);
}

/** The texts of a message: a text, or a list of parts. */
export function textsOf(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => textOf(fieldsOf(part).text))
    .filter((text) => text !== "")
    .join("\n");
}
