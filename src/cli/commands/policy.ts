import type { PolicyResult } from "../../app/policy.js";
import { WhetstoneError } from "../../errors.js";
import type { Style } from "../../terminal/style.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "policy",
  summary: "Show the policy of an adapter, and why it is so",
  description: `Shows, field by field, the base policy, what was learned, what a person set, and the policy in force, which is the strictest of them, with the reason. What was learned tightens by itself and loosens only by a person's review: see 'whetstone relax'.

With --require-approval, --max-retries or --risk it sets a limit of your own, which no learning loosens; that needs --by and --reason. Retries are what follows the first attempt.`,
  arguments: [{ name: "adapter", about: "The adapter's name.", required: true }],
  options: {
    "require-approval": { type: "boolean", about: "Set: its runs need approval." },
    "max-retries": { type: "string", value: "N", about: "Set: at most so many retries." },
    risk: { type: "string", value: "FACTOR", about: "Set: its risk is multiplied by this." },
    by: { type: "string", value: "NAME", about: "Who sets it." },
    reason: { type: "string", about: "Why." },
  },
  examples: [
    { run: "whetstone policy github", about: "What github may do now, and why:" },
    {
      run: 'whetstone policy deploy --require-approval --by maintainer --reason "production"',
      about: "A limit of your own:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    const limits = {
      ...(values["require-approval"] ? { requireApproval: true } : {}),
      ...(values["max-retries"] === undefined
        ? {}
        : { maxRetries: number("max-retries", values["max-retries"]) }),
      ...(values.risk === undefined ? {} : { riskMultiplier: number("risk", values.risk) }),
    };
    const result = await withWhetstone(context, (ws) =>
      Object.keys(limits).length === 0
        ? ws.policy.of(args.adapter)
        : ws.policy.set({
            adapter: args.adapter,
            by: values.by ?? "",
            reason: values.reason ?? "",
            ...limits,
          }),
    );
    const { table } = await import("../../terminal/table.js");
    printer.result(result, (style) => render(result, style, table));
  },
});

function number(option: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new WhetstoneError("invalid_usage", `option '--${option}' must be a number, not '${text}'`, {
    field: option,
    next: "give a number",
  });
}

function render(
  result: PolicyResult,
  style: Style,
  table: typeof import("../../terminal/table.js")["table"],
): string {
  const { base, learned, human, effective } = result;
  const fields = [
    ["requireApproval", "approval"],
    ["maxRetries", "retries"],
    ["riskMultiplier", "risk"],
  ] as const;
  const shown = (value: number | boolean | undefined) =>
    value === undefined
      ? style.dim("–")
      : typeof value === "boolean"
        ? value
          ? "required"
          : "no"
        : String(value);
  const rows = fields.map(([field, name]) => [
    name,
    shown(base[field]),
    shown(learned?.[field]),
    shown(human?.[field]),
    style.bold(shown(effective[field].value)),
    `${effective[field].setBy}: ${effective[field].why}`,
  ]);
  const score =
    result.reliability === null
      ? "nothing known yet"
      : `reliability ${result.reliability} in ${result.runs} runs`;
  return [
    `${style.bold(result.adapter)} ${style.dim(`(${score}${learned?.stale ? ", stale" : ""})`)}`,
    table([["", "BASE", "LEARNED", "HUMAN", "IN FORCE", "WHY"].map(style.dim), ...rows]).trimEnd(),
    ...(result.relaxationSuggested
      ? [style.green(`It has earned a review: whetstone relax ${result.adapter}`)]
      : []),
  ].join("\n");
}
