import { counted } from "../../../base/text/counted.js";
import type { Whetstone } from "../../../verbs/open/whetstone.js";
import { pauseText } from "../../../verbs/overview/pause.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "status-line",
  summary: "Print one line for the status line of a coding agent",
  description: [
    "Prints how many lessons there are, how many things wait for you, and whether lessons are paused, such as " +
      "'3 lessons · 1 waits for you'. Without a lesson it prints nothing.",
    "'whetstone init' writes it into the settings of Claude Code where no status line is set. It never fails: " +
      "where the project cannot be read, it prints nothing.",
  ].join("\n\n"),
  arguments: [],
  options: {},
  examples: [{ run: "whetstone status-line", about: "What Claude Code shows:" }],
  async run(context) {
    const line = await withWhetstone(context, statusLine, { signed: false }).catch(() => "");
    context.printer.result({ line }, () => line);
  },
});

async function statusLine(ws: Whetstone): Promise<string> {
  const { pause } = await ws.status();
  if (pause !== null) return `whetstone: paused ${pauseText(pause).split(";")[0]}`;
  const { lessons, waiting } = await ws.today();
  const waits = waiting === 0 ? [] : [waiting === 1 ? "1 waits for you" : `${waiting} wait for you`];
  return lessons + waiting === 0 ? "" : [counted(lessons, "lesson"), ...waits].join(" · ");
}
