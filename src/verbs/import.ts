import * as z from "zod/mini";
import { field } from "../app/field.js";
import { type ImportResult, importEvents, importOutput, readExport } from "../app/import-log.js";
import type { ExitCode } from "../terminal/exit-code.js";
import { readInput } from "../terminal/read-input.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";

/** Far more than a project's log; a mistaken path to a huge file must not fill the memory. */
const maxBytes = 1_073_741_824;

export const verb = defineVerb({
  name: "import",
  group: "Data",
  summary: "Import an exported log",
  description: `Appends the events of an export that this project does not have, all of them or none. \
Importing the same file twice changes nothing; into an empty project the next export has the same bytes.

A file that was cut off or changed since it was exported is refused before anything is written. Import only \
what you trust: the events keep the origin that they came with.`,
  examples: [{ run: "whetstone import learned.jsonl", about: "From a file:" }],
  caller: "anyone",
  input: z.strictObject({ lines: field("The lines of the export.", z.array(z.string())) }),
  output: importOutput,
  cli: {
    ownArgument: {
      name: "file",
      about: "The export, or - for standard input.",
      required: true,
      value: "FILE",
    },
    options: { lines: false },
    render: ({ read, appended, known }) =>
      `Read ${read} events: ${appended} appended, ${known} known already.`,
    run: command,
  },
  run: (context, { lines }) => importEvents(context, readExport(lines)),
});

async function command(call: CommandCall<ImportResult>): Promise<ExitCode | undefined> {
  const text = await readInput(String(call.own.file), call.io, maxBytes);
  return call.print(await call.run({ lines: text.replace(/\n$/, "").split("\n") }));
}
