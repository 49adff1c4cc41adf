import type { Whetstone } from "../../compose/whetstone.js";
import { counted } from "../../text/counted.js";
import { oneLine } from "../../text/one-line.js";
import { defineCommand } from "../command.js";
import { downloadBar } from "../download-bar.js";
import { withWhetstone } from "../with-whetstone.js";

const textChars = 100;

export const command = defineCommand({
  name: "search",
  summary: "Find lessons by words and meaning, with why",
  description: `Finds lessons of every kind by words and by meaning, best first, and says what each signal added to a lesson's score. What is found is shown to nobody and recorded as nothing.

Meaning is compared with a small model that comes with the package. Another one is chosen with the setting retrieval.embedder; without any, words decide, and the answer says so.`,
  arguments: [{ name: "text", about: "What is looked for.", required: true }],
  options: {
    kind: {
      type: "string",
      choices: ["strategy", "insight", "directive"],
      many: true,
      about: "Only this kind.",
    },
    limit: { type: "string", value: "N", about: "At most so many; 10 if left out." },
  },
  examples: [
    { run: 'whetstone search "validate request bodies"', about: "What do we know of this?" },
    {
      run: 'whetstone search "flaky login test" --kind insight --json | jq .lessons',
      about: "For a script:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    const kinds = (["strategy", "insight", "directive"] as const).filter((kind) =>
      values.kind.includes(kind),
    );
    const query = {
      text: args.text,
      ...(kinds.length === 0 ? {} : { kinds }),
      ...(values.limit === undefined ? {} : { limit: Number(values.limit) }),
    };
    const download = downloadBar(printer);
    const search = (ws: Whetstone) => printer.progress("Indexing", (update) => ws.search(query, update));
    const result = await withWhetstone(context, search, { onDownload: download.update }).finally(
      download.end,
    );
    for (const note of result.notes) printer.note(note);
    printer.result(result, (style) => {
      const how = style.dim(`${counted(result.memory_queried, "lesson")} looked at by ${result.by}`);
      if (result.lessons.length === 0) return `Nothing found. ${how}`;
      const lines = result.lessons.map(({ id, score, pinned, text, why }) => {
        const parts = Object.entries(why).map(([name, part]) => `${name} ${part.toFixed(2)}`);
        return `${style.bold(score.toFixed(2))} ${pinned ? style.red("critical ") : ""}${oneLine(text, textChars)}\n     ${style.dim(`${id}: ${parts.join(", ")}`)}`;
      });
      return [...lines, how].join("\n");
    });
  },
});
