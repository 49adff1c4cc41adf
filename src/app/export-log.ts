import { createHash } from "node:crypto";
import { lineOf } from "../events/envelope.js";
import type { Context } from "./context.js";

export const exportFormat = 1;
const batch = 1_000;

/**
 * The log as lines of JSON: a header, one event per line, a footer with the count and a hash of the lines
 * before it. The same log always gives the same bytes. An export that was cut off or changed is noticed when
 * it is imported.
 */
export async function* exportLog({ ledger }: Context): AsyncGenerator<string, void, undefined> {
  const hash = createHash("sha256");
  const sealed = (line: string) => {
    hash.update(line).update("\n");
    return line;
  };
  yield sealed(JSON.stringify({ whetstone: "log", format: exportFormat }));
  let events = 0;
  // The log only grows: pages of it are one consistent whole without holding a lock in between.
  const head = await ledger.read((reader) => reader.head());
  while (events < head) {
    const page = await ledger.read((reader) => reader.recordedAfter(events, Math.min(batch, head - events)));
    for (const event of page) yield sealed(lineOf(event));
    events += page.length;
  }
  yield JSON.stringify({ events, sha256: hash.digest("hex") });
}
