import type { Output } from "./io.js";

/** One document: indented for a person at a terminal, one line for a program that reads lines. */
export function jsonText(value: unknown, output: Output): string {
  return `${JSON.stringify(value, null, output.isTTY ? 2 : 0)}\n`;
}
