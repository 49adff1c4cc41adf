import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { ExitCode } from "../base/terminal/exit-code.js";
import type { OptionSpecs } from "../base/terminal/option-spec.js";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import { limitOptionNames, removeCommand } from "../runs/policy/human-limits.js";
import { type PolicyResult, policyInput, policyOf, policyOutput } from "../runs/policy/policy.js";
import { adapterKey } from "../runs/reliability/attribution.js";
import { type PolicyField, policyFields } from "../runs/reliability/policy-rule.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { respelled } from "./frame/respell.js";
import { numberOption } from "./parts/command-refusals.js";
import { byOption } from "./parts/person-input.js";

const limitOptions = {
  "require-approval": { type: "boolean", about: "Set: its runs need approval." },
  "max-retries": { type: "string", value: "N", about: "Set: at most N retries." },
  risk: { type: "string", value: "FACTOR", about: "Set: its risk is multiplied by this." },
  remove: {
    type: "string",
    value: "A,B",
    about: "Remove these limits of a person: require-approval, max-retries, risk.",
  },
  reason: { type: "string", about: "Why." },
  ...byOption,
} as const satisfies OptionSpecs;

export const verb = defineVerb({
  name: "policy",
  group: "Policy",
  summary: "Show the policy of an adapter and the reasons for it",
  description: `Shows, field by field, the base policy, what was learned, what a person set, and the policy \
in force, which is the strictest of them, with the reason. What was learned tightens by itself and loosens \
only \
by a person's review: see 'whetstone relax'.

With --require-approval, --max-retries or --risk it sets your own limit, which learning never loosens, and \
with --remove it removes such a limit again; both need --reason. The first attempt does not count \
as a retry.`,
  examples: [
    { run: "whetstone policy github", about: "What github may do now, and why:" },
    {
      run: 'whetstone policy deploy --require-approval --by maintainer --reason "production"',
      about: "A limit of your own:",
    },
    {
      run: 'whetstone policy deploy --remove require-approval --by maintainer --reason "the freeze is over"',
      about: "Remove it again:",
    },
  ],
  words: ["limit", "limits", "permission", "permissions"],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject(policyInput),
  output: policyOutput,
  cli: { arguments: ["adapter"], own: limitOptions, render, run: command },
  mcp: {
    tool: "policy",
    description:
      "The policy of a tool or service: approval, retries and risk, each with who set it and the reason.",
    readOnly: true,
  },
  run: (context, { adapter }) =>
    context.ledger.read((reader) => policyOf(context, reader, adapterKey(adapter))),
});

/** Shows the policy, or sets the limits that options give. */
async function command(call: CommandCall<PolicyResult>): Promise<ExitCode | undefined> {
  const { own, input } = call;
  const limits = {
    ...(own["require-approval"] === true ? { requireApproval: true } : {}),
    ...limit("maxRetries", numberOption(own, "max-retries")),
    ...limit("riskMultiplier", numberOption(own, "risk")),
    ...(typeof own.remove === "string" ? { remove: fieldsNamed(own.remove) } : {}),
  };
  if (Object.keys(limits).length === 0) return call.print(await call.run(input));
  const { verb: policySet } = await import("./policy-set.js");
  const given = { adapter: input.adapter, reason: own.reason, ...limits };
  const set = await call.call(policySet, given as never).catch((error: unknown) => {
    throw error instanceof WhetstoneError ? respelled(error, spelling) : error;
  });
  return call.print(set);
}

const spelling = {
  reason: "--reason",
  maxRetries: "--max-retries",
  riskMultiplier: "--risk",
  requireApproval: "--require-approval",
  remove: "--remove",
};

function fieldsNamed(list: string): readonly PolicyField[] {
  const names = list.split(",").map((name) => name.trim());
  return names.map((name) => {
    const field = policyFields.find((each) => limitOptionNames[each] === name);
    if (field !== undefined) return field;
    const known = Object.values(limitOptionNames).join(", ");
    throw new WhetstoneError("invalid_usage", `option '--remove' does not know '${name}'`, {
      field: "remove",
      next: `name some of: ${known}`,
    });
  });
}

function limit(field: string, value: number | undefined): Readonly<Record<string, number>> {
  return value === undefined ? {} : { [field]: value };
}

const fieldNames = { requireApproval: "approval", maxRetries: "retries", riskMultiplier: "risk" } as const;

async function render(result: PolicyResult, style: Style): Promise<string> {
  const { table } = await import("../base/terminal/table.js");
  const { base, learned, human, effective } = result;
  const shown = (value: number | boolean | undefined) => valueText(value) ?? style.dim("–");
  const rows = policyFields
    .toReversed()
    .map((field) => [
      fieldNames[field],
      shown(base[field]),
      shown(learned?.[field]),
      shown(human?.[field]?.value),
      style.bold(shown(effective[field].value)),
      `${effective[field].setBy}: ${effective[field].why}`,
    ]);
  return [
    `${style.bold(result.adapter)} ${style.dim(`(${evidenceText(result)}${learned?.stale ? ", stale" : ""})`)}`,
    table([["", "BASE", "LEARNED", "HUMAN", "IN FORCE", "WHY"].map(style.dim), ...rows]).trimEnd(),
    style.dim(predictionText(result)),
    ...waysOut(result, style),
  ].join("\n");
}

function evidenceText({ reliability, runs, review }: PolicyResult): string {
  const since = review === null ? "" : ` since the review by ${review.by} at ${review.at}`;
  if (reliability !== null) return `reliability ${reliability} in ${counted(runs, "run")}${since}`;
  return review === null ? "nothing known yet" : `nothing known${since}`;
}

/** The formula says how it did, the prediction how its next run will do; a limit needs both. */
function predictionText({ predictedFailure: { failure, low, high } }: PolicyResult): string {
  return `Its next run is predicted to fail with ${failure} (${low} to ${high}).`;
}

/** How a person loosens what is in force. */
function waysOut({ adapter, effective, human, relaxationSuggested }: PolicyResult, style: Style): string[] {
  if (relaxationSuggested) return [style.green(`It has earned a review: whetstone relax ${adapter}`)];
  const setters = new Set(policyFields.map((field) => effective[field].setBy));
  return [
    ...(setters.has("learned")
      ? [`A person's review lifts what was learned: whetstone relax ${adapter}`]
      : []),
    ...(human === null ? [] : [`A person's limits are removed by: ${removeCommand(adapter, human)}`]),
  ].map(style.dim);
}

function valueText(value: number | boolean | undefined): string | undefined {
  if (typeof value === "boolean") return value ? "required" : "no";
  return value === undefined ? undefined : String(value);
}
