import { oneLine } from "../../text/one-line.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const textChars = 70;

export const command = defineCommand({
  name: "list",
  summary: "List the lessons of the project",
  description:
    "Lists every lesson with its track record and how often it was shown, those that failed most often first.",
  arguments: [],
  options: {},
  examples: [{ run: "whetstone lessons list", about: "All lessons with their ids:" }],
  async run(context) {
    const result = await withWhetstone(context, (ws) => ws.lessons.list());
    const { table } = await import("../table.js");
    context.printer.result(result, (style) => {
      if (result.lessons.length === 0) return "No lessons yet. They come from outcomes: see 'whetstone record --help'.";
      const rows = result.lessons.map((lesson) => [
        style.bold(lesson.id),
        lesson.kind === "anti_pattern" ? style.red("avoid") : style.green(lesson.state),
        String(lesson.successes),
        String(lesson.failures),
        String(lesson.exposures),
        oneLine(lesson.text, textChars),
      ]);
      return table([["ID", "STATE", "WORKED", "FAILED", "SHOWN", "TEXT"].map(style.dim), ...rows], {
        right: [2, 3, 4],
      });
    });
  },
});
