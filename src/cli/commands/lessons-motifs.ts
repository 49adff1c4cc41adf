import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "motifs",
  summary: "Show failures that come back in several tasks",
  description:
    "Prints, as Markdown, a proposal for each failure that came up in several tasks, with its evidence: write a directive that would have prevented it, or let it be. Nothing is enforced by a proposal.",
  arguments: [],
  options: {},
  examples: [{ run: "whetstone lessons motifs > proposals.md", about: "For a review:" }],
  async run(context) {
    const result = await withWhetstone(context, (ws) => ws.lessons.motifs());
    context.printer.result(result, () =>
      result.motifs.length === 0
        ? "Nothing has failed in the same way in several tasks."
        : result.motifs.map(({ markdown }) => markdown.trimEnd()).join("\n\n"),
    );
  },
});
