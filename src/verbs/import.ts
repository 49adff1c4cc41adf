import { basename } from "node:path";
import * as z from "zod/mini";
import type { ExitCode } from "../base/terminal/exit-code.js";
import { withInputLines } from "../base/terminal/input-lines.js";
import { field } from "./call/field.js";
import { originName, personNeeded } from "./call/speaker.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { type ImportResult, importEvents, importOutput } from "./log/import-log.js";
import { checkExport } from "./log/read-export.js";
import { byOption } from "./parts/person-input.js";

/** Far more than a project's log: an endless pipe must not fill the disk. */
const maxBytes = 4_294_967_296;

/** What can be iterated once only would be at its end when its events are taken in. */
const repeatable = z.custom<Iterable<string>>((value) => {
  const iterate: unknown = Object(value)[Symbol.iterator];
  return typeof value === "object" && typeof iterate === "function" && iterate.call(value) !== value;
});

export const verb = defineVerb({
  name: "import",
  group: "Data",
  summary: "Import an exported log",
  description: `Appends the events of an export that this project does not have, all of them or none. \
Importing the same file twice changes nothing; into an empty project the next export has the same bytes.

A file that was cut off or changed since it was exported is refused before anything is written.

Everything in it comes from import:<file>: texts are proposals, outcomes are self-reported, and decisions of \
people in the other log are left out. With --keep-origins a person vouches for the file, such as a backup \
of their own, and the events count as what they were.`,
  examples: [
    { run: "whetstone import learned.jsonl", about: "A colleague's log:" },
    { run: "whetstone import mine.jsonl --keep-origins", about: "A backup of your own:" },
  ],
  words: ["load", "read"],
  caller: "anyone",
  hub: null,
  input: z.strictObject({
    lines: field("The lines of the export.", z.union([z.array(z.string()), repeatable])),
    file: field(
      "The name of the file, for the origin of its events.",
      z._default(z.string().check(z.minLength(1), z.maxLength(4_096)), "export"),
    ),
    keepOrigins: field(
      "A person vouches for the file: its events keep the origins that they name.",
      z._default(z.boolean(), false),
    ),
  }),
  output: importOutput,
  cli: {
    ownArgument: {
      name: "file",
      about: "The export, or - for standard input.",
      required: true,
      value: "FILE",
    },
    options: { lines: false, file: false },
    own: byOption,
    render: ({ read, appended, known, leftOut }) =>
      `Read ${read} events: ${appended} appended, ${known} known already` +
      (leftOut === 0 ? "." : `, ${leftOut} left out: they count only with --keep-origins.`),
    run: command,
  },
  check: (context, { keepOrigins }) =>
    keepOrigins
      ? personNeeded(context, undefined, "import events with the origins that they name")
      : undefined,
  run: (context, { lines, file, keepOrigins }) =>
    importEvents(context, checkExport(lines), keepOrigins ? undefined : `import:${originName(file)}`),
});

async function command(call: CommandCall<ImportResult>): Promise<ExitCode | undefined> {
  const path = String(call.own.file);
  const file = path === "-" ? {} : { file: basename(path) };
  const result = await withInputLines(path, call.io, maxBytes, (lines) =>
    call.run({ ...call.input, ...file, lines }),
  );
  return call.print(result);
}
