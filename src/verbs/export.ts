import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { replaceFileByLines } from "../base/files/replace-file.js";
import { eventLine, type RecordedEvent, textId } from "../log/events/envelope.js";
import { logFormat } from "../log/events/format.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { outFile, outOption } from "./parts/out-option.js";

export const verb = defineVerb({
  name: "export",
  group: "Data",
  summary: "Write the log as JSON lines",
  description: `Writes the whole log, one event per line, between a header and a footer that seals it. The \
same log always gives the same bytes, so an export can be kept under version control and read in a review.

The import command reads it back, in this project or another, without changing a byte.`,
  examples: [
    { run: "whetstone export --out learned.jsonl", about: "Into a file:" },
    { run: "whetstone export | whetstone import - --root ../other-clone", about: "Into another project:" },
  ],
  words: ["dump", "events", "save"],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({
    project: field("The log of another project of yours, by its key.", z.optional(textId)),
  }),
  output: field("A line of JSON, without its line end.", z.string()),
  stream: "lines",
  cli: {
    options: { project: { value: "KEY" } },
    own: outOption,
    render: (line) => line,
    run: command,
  },
  run: async function* (context, { project }) {
    if (project === undefined) return yield* exportLog(context);
    const other = context.otherProject(project);
    try {
      yield* exportLog(other);
    } finally {
      await other.close();
    }
  },
});

/** With --json too the answer is the export itself: it is JSON already, a line at a time. */
async function command({ input, own, io, printer, stream }: CommandCall<string>): Promise<undefined> {
  const lines = stream(input);
  const file = outFile(own.out, io);
  if (file === undefined) {
    for await (const line of lines) io.stdout.write(`${line}\n`);
    return undefined;
  }
  const events = (await replaceFileByLines(file, lines)) - headerAndFooter;
  printer.result({ file, events }, () => `Wrote ${events} events to ${file}`);
  return undefined;
}

const headerAndFooter = 2;
/** Events that are read at a time. */
const batch = 1_000;

/**
 * A header, one event per line, a footer with the count and a hash of the lines before it. The same log
 * always gives the same bytes. An export that was cut off or changed is noticed when it is imported.
 */
async function* exportLog({ ledger }: Context): AsyncGenerator<string, void, undefined> {
  const hash = createHash("sha256");
  const sealed = (line: string) => {
    hash.update(line).update("\n");
    return line;
  };
  yield sealed(JSON.stringify({ whetstone: "log", format: logFormat }));
  let events = 0;
  // Final places never change: pages of them are one consistent whole without holding a lock in between.
  const { settled, head } = await ledger.read(async (reader) => ({
    ...(await reader.numbering()),
    head: await reader.head(),
  }));
  while (events < settled) {
    const limit = Math.min(batch, settled - events);
    const page = await ledger.read((reader) => reader.recordedAfter(events, limit));
    for (const event of page) yield sealed(eventLine(event));
    events += page.length;
  }
  // What a hub has not numbered yet may move between two reads, and is read in one.
  const rest = head === settled ? [] : await ledger.read(async (reader) => allAfter(reader, events));
  for (const event of rest) yield sealed(eventLine(event));
  events += rest.length;
  yield JSON.stringify({ events, sha256: hash.digest("hex") });
}

async function allAfter(reader: LedgerReader, seq: number): Promise<readonly RecordedEvent[]> {
  return reader.recordedAfter(seq, (await reader.head()) - seq);
}
