import { resolve } from "node:path";
import { replaceFileByLines } from "../../files/replace-file.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "export",
  summary: "Write the log as JSON lines",
  description: `Writes the whole log, one event per line, between a header and a footer that seals it. The same log always gives the same bytes, so an export can be kept under version control and read in a review.

The import command reads it back, here or elsewhere, byte for byte.`,
  arguments: [],
  options: {
    out: { type: "string", value: "FILE", about: "Write to a file instead of standard output." },
    project: { type: "string", value: "KEY", about: "The log of another project of yours, by its key." },
  },
  examples: [
    { run: "whetstone export --out learned.jsonl", about: "Into a file:" },
    { run: "whetstone export | whetstone import - --root ../other-clone", about: "Into another project:" },
  ],
  async run(context) {
    const { values, io, printer } = context;
    const file = values.out === undefined ? undefined : resolve(io.cwd, values.out);
    const lines = await withWhetstone(
      context,
      async (ws) => {
        if (file !== undefined) return replaceFileByLines(file, ws.export());
        // With --json the answer is the export itself: it is JSON already, a line at a time.
        let count = 0;
        for await (const line of ws.export()) {
          io.stdout.write(`${line}\n`);
          count += 1;
        }
        return count;
      },
      values.project === undefined ? {} : { project: values.project },
    );
    if (file !== undefined)
      printer.result({ file, events: lines - 2 }, () => `Wrote ${lines - 2} events to ${file}`);
  },
});
