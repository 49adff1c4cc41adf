import { readInput } from "../../terminal/read-input.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

/** Far more than a project's log; a mistaken path to a huge file must not fill the memory. */
const maxBytes = 1_073_741_824;

export const command = defineCommand({
  name: "import",
  summary: "Read a log that was exported",
  description: `Appends the events of an export that this project does not have, all of them or none. Importing the same file twice changes nothing; into an empty project the next export has the same bytes.

A file that was cut off or changed since it was exported is refused before anything is written. Import only what you trust: the events keep the origin that they came with.`,
  arguments: [{ name: "file", about: "The export, or - for standard input.", required: true, value: "FILE" }],
  options: {},
  examples: [{ run: "whetstone import learned.jsonl", about: "From a file:" }],
  async run(context) {
    const text = await readInput(context.args.file, context.io, maxBytes);
    const result = await withWhetstone(context, (ws) => ws.import(text.replace(/\n$/, "").split("\n")));
    context.printer.result(
      result,
      () => `Read ${result.read} events: ${result.appended} appended, ${result.known} known already.`,
    );
  },
});
