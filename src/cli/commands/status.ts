import type { ConfigLine, StatusResult } from "../../app/status.js";
import { oneLine } from "../../text/one-line.js";
import { defineCommand } from "../command.js";
import type { Style } from "../style.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "status",
  summary: "Show the project, its store and what it holds",
  description: `Shows which project this is and by what it is known, where its store lies, what was recorded and learned, and how many of the newest runs were shown a lesson.

With --config it shows every setting with its value and where the value came from: the default, whetstone.json, an environment variable or an argument. It creates no file.`,
  arguments: [],
  options: {
    config: { type: "boolean", about: "Show every setting and where its value came from." },
    changed: { type: "boolean", about: "With --config: only settings that are not the default." },
  },
  examples: [
    { run: "whetstone status", about: "The state of the project around the current folder:" },
    { run: "whetstone status --config --changed", about: "Which settings somebody changed, and where:" },
    { run: "whetstone status --json | jq .shown", about: "For a script:" },
  ],
  async run(context) {
    const { config, changed } = context.values;
    const status = await withWhetstone(context, (ws) => ws.status({ config: config || changed }));
    const lines = status.config?.filter((line) => !changed || line.from !== "default");
    const result = lines === undefined ? status : { ...status, config: lines };
    const { table } = await import("../table.js");
    context.printer.result(result, (style) =>
      lines === undefined ? overview(result, style, table) : settings(lines, style, table),
    );
  },
});

type Table = typeof import("../table.js")["table"];

function overview(status: StatusResult, style: Style, table: Table): string {
  const { project, store, log, outcomes, lessons, shown } = status;
  const known = { config: "named in whetstone.json", git: "by its git folder", path: "by its path" }[project.from];
  const rows: [string, string][] = [
    ["project", `${style.bold(project.key)} ${style.dim(`(${known}, ${project.root})`)}`],
    ["store", store.location ?? "in memory: gone when the program ends"],
    ["log", log.lastEventAt === null ? "nothing recorded yet" : `${log.events} events, the last at ${log.lastEventAt}`],
    [
      "outcomes",
      `${style.green(`${outcomes.success} success`)}, ${outcomes.partial} partial, ${style.red(`${outcomes.failure} failure`)}`,
    ],
    [
      "lessons",
      `${lessons.strategies} strategies, ${lessons.antiPatterns} anti-patterns, ${lessons.insights} insights, ${lessons.directives} directives${lessons.forgotten > 0 ? `, ${lessons.forgotten} forgotten` : ""}`,
    ],
    ["shown", `${shown.withLessons} of the newest ${shown.runs} runs were shown a lesson`],
  ];
  const { receipts, escalations } = status;
  if (receipts.acknowledged + receipts.violated + receipts.unacknowledged > 0)
    rows.push([
      "directives",
      `${receipts.acknowledged} acknowledged, ${receipts.violated} violated, ${receipts.unacknowledged} without an answer`,
    ]);
  for (const { lesson, text, at } of escalations)
    rows.push(["escalated", style.red(`${oneLine(text, 80)} (${lesson}, ${at.slice(0, 10)})`)]);
  if (status.lost > 0)
    rows.push(["lost", style.yellow(`${status.lost} times this week something was given up; see 'whetstone doctor'`)]);
  if (status.rejected > 0)
    rows.push(["refused", style.yellow(`${status.rejected} inputs; 'whetstone doctor' shows the newest`)]);
  return table(rows.map(([name, value]) => [style.dim(name), value]));
}

function settings(lines: readonly ConfigLine[], style: Style, table: Table): string {
  if (lines.length === 0) return "Every setting has its default.";
  const rows = lines.map(({ path, value, unit, from }) => [
    path,
    from === "default" ? JSON.stringify(value) : style.bold(JSON.stringify(value)),
    unit === "none" ? "" : unit,
    from === "default" ? style.dim(from) : style.yellow(from),
  ]);
  return table([["SETTING", "VALUE", "UNIT", "FROM"].map(style.dim), ...rows]);
}
