import type { ConfigLine } from "../../app/status.js";
import { defineCommand } from "../command.js";
import type { Style } from "../style.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "status",
  summary: "Show the project, its store and what it holds",
  description: `Shows on one screen which project this is and where its store lies, what was recorded and learned by kind and state, what was shown, acknowledged and violated in the last seven days, which gates are open, by what lessons are found, which coding agents are set up and when each last called, and what was given up.

With --config it shows every setting with its value and where the value came from: the default, whetstone.json, an environment variable or an argument. It creates no file.`,
  arguments: [],
  options: {
    config: { type: "boolean", about: "Show every setting and where its value came from." },
    changed: { type: "boolean", about: "With --config: only settings that are not the default." },
  },
  examples: [
    { run: "whetstone status", about: "The state of the project around the current folder:" },
    { run: "whetstone status --config --changed", about: "Which settings somebody changed, and where:" },
    { run: "whetstone status --json | jq .week", about: "For a script:" },
  ],
  async run(context) {
    const { config, changed } = context.values;
    const status = await withWhetstone(context, (ws) => ws.status({ config: config || changed }));
    const lines = status.config?.filter((line) => !changed || line.from !== "default");
    const result = lines === undefined ? status : { ...status, config: lines };
    if (context.globals.json) return context.printer.result(result, () => "");
    const { statusScreen } = await import("../status-screen.js");
    const { table } = await import("../table.js");
    return context.printer.result(result, (style) =>
      lines === undefined ? statusScreen(result, style) : settings(lines, style, table),
    );
  },
});

function settings(
  lines: readonly ConfigLine[],
  style: Style,
  table: typeof import("../table.js")["table"],
): string {
  if (lines.length === 0) return "Every setting has its default.";
  const rows = lines.map(({ path, value, unit, from }) => [
    path,
    from === "default" ? JSON.stringify(value) : style.bold(JSON.stringify(value)),
    unit === "none" ? "" : unit,
    from === "default" ? style.dim(from) : style.yellow(from),
  ]);
  return table([["SETTING", "VALUE", "UNIT", "FROM"].map(style.dim), ...rows]);
}
