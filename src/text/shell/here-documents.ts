import { readDouble } from "./quoted-text.js";
import type { Reading, Waiting } from "./reading.js";

/** Reads the texts that wait, at the beginning of a line. They are no commands; substitutions in them are. */
export function readHereDocuments(reading: Reading): void {
  for (const waiting of reading.waiting.splice(0)) {
    const body = bodyOf(reading, waiting);
    waiting.input.push(body);
    if (waiting.quoted) continue;
    readDouble({ ...reading, text: body, at: 0, depth: reading.depth + 1, waiting: [], sums: false }, "");
  }
}

function bodyOf(reading: Reading, { end, tabbed }: Waiting): string {
  const { text, at: start } = reading;
  while (reading.at < text.length) {
    const begin = reading.at;
    const newline = text.indexOf("\n", begin);
    reading.at = newline === -1 ? text.length : newline + 1;
    const line = text.slice(begin, newline === -1 ? undefined : newline).replace(/\r$/, "");
    if ((tabbed ? line.replace(/^\t+/, "") : line) === end) return text.slice(start, begin);
  }
  return text.slice(start);
}
