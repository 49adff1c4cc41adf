import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { adapters } from "../runs/fold/adapters.js";
import { mostFrequent } from "../runs/reliability/failure-pattern.js";
import { reportLengths } from "../runs/reliability/reliability.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";
import { quotedJudged } from "./report/quoted-report.js";
import { failurePatternOutput } from "./report/report.js";
import { judgedReport, judgedReportOutput, thresholdText } from "./report/report-judged.js";

const output = z.strictObject({
  ...judgedReportOutput.shape,
  failurePatterns: field(
    "How tools and services keep failing, the most frequent first.",
    z.array(failurePatternOutput),
  ),
});

export const verb = defineVerb({
  name: "reliability",
  group: "Policy",
  summary: "Show how reliable agents and skills are, and how tools keep failing",
  description: `Shows how the decisions of agents turned out, how skills did, and how tools and services \
keep failing. 'whetstone adapters' lists the tools with their policy in force.`,
  examples: [{ run: "whetstone reliability", about: "Whom can I rely on?" }],
  caller: "anyone",
  hub: "reader",
  input: z.strictObject({}),
  output,
  cli: { render },
  asData: quotedJudged,
  run: (context) =>
    context.ledger.read(async (reader) => ({
      ...(await judgedReport(context, reader)),
      failurePatterns: [
        ...mostFrequent(
          (await reader.rows(adapters)).flatMap((row) => row.patterns),
          reportLengths.failurePatterns,
        ),
      ],
    })),
});

function render(found: Immutable<z.output<typeof output>>, style: Style): string {
  const lines = [
    ...found.agents.map(({ agent, role, profile, runs }) => `${agent} (${role}): ${profile} in ${runs} runs`),
    ...found.skills.map(
      ({ skill, successes, runs, avoid }) =>
        `${skill}: ${successes} of ${runs} runs${avoid ? `, ${style.red("avoid")}` : ""}`,
    ),
    ...found.failurePatterns.map(
      ({ id, occurrences, fixSuggestion }) => `${id}: ${occurrences} times; ${fixSuggestion}`,
    ),
  ];
  return [thresholdText(found), ...lines].join("\n");
}
