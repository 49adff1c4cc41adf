import type { ExplainResult } from "../../app/explain-result.js";
import { defineCommand } from "../command.js";
import type { Style } from "../style.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "explain",
  summary: "Explain a lesson or an event: the numbers, the rule, the evidence",
  description: `Says in plain words why something is as it is: why an outcome has its score, why a strategy is or is not an anti-pattern. It prints the numbers, the rule that made them, and the events they came from, so that anyone can compute them again.`,
  arguments: [{ name: "id", about: "The id of a lesson, an outcome or any other event.", required: true }],
  options: {},
  examples: [
    { run: "whetstone lessons list", about: "Find the id of a lesson, then:" },
    { run: "whetstone explain anti-strategy-8654dd93951d", about: "Why is this to be avoided?" },
  ],
  async run(context) {
    const result = await withWhetstone(context, (ws) => ws.explain(context.args.id));
    const { table } = await import("../table.js");
    context.printer.result(result, (style) => render(result, style, table));
  },
});

function render(result: ExplainResult, style: Style, table: typeof import("../table.js")["table"]): string {
  const numbers = Object.entries(result.numbers).map(([name, value]) => `${name} ${value}`);
  return [
    `${style.bold(result.id)} ${style.dim(`(${result.kind.replace("_", "-")})`)}`,
    ...result.answer.map((sentence) => `  ${sentence}`),
    "",
    ...(numbers.length === 0 ? [] : [`${style.dim("numbers")}  ${numbers.join(", ")}`]),
    `${style.dim("rule")}     ${result.rule}`,
    style.dim("events"),
    table(result.events.map((event) => [`  ${event.seq}`, event.type, event.at, style.dim(event.id)])),
  ].join("\n");
}
