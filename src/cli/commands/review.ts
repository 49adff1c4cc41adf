import type { ReviewResult } from "../../app/review.js";
import { WhetstoneError } from "../../errors.js";
import { readInput } from "../../terminal/read-input.js";
import type { Style } from "../../terminal/style.js";
import { oneLine } from "../../text/one-line.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const maxBytes = 16_777_216;
const textChars = 100;

export const command = defineCommand({
  name: "review",
  summary: "Correct what was learned by a validator's verdict",
  description: `Reads what a validator wrote and takes its verdict: the last well-formed verdict-json block, an HTML comment or a fenced block, that is not itself quoted.

Each false positive is matched to the insight behind it, which loses weight; one that had held up often is marked as a regression. A PASS reinforces what was shown, but only if the deliberation holds evidence: the output of a command, or a place in a file that exists in the diff (--diff) or in the project. What was shown and not reinforced ages.

With --phase it also reads the reviewer's section DIRECTIVE_COMPLIANCE: one line VERIFIED, VIOLATED or N-A with the id of each directive that was shown in the phase. Where a directive has a predicate, it is run, and a check that fails beats any word.

The verdict must name the deliberation it judged, in the block or with --deliberation. One validator judges a deliberation once.`,
  arguments: [
    { name: "file", about: "What the validator wrote; standard input if left out.", value: "FILE" },
  ],
  options: {
    deliberation: { type: "string", value: "ID", about: "The deliberation that was judged." },
    "adversarial-role": { type: "string", value: "NAME", about: "The role that was judged." },
    "validator-role": { type: "string", value: "NAME", about: "The role that judged." },
    diff: { type: "string", value: "FILE", about: "The change under review, as git prints it." },
    phase: { type: "string", value: "NAME", about: "The phase whose directives were reviewed." },
    run: { type: "string", value: "ID", about: "The run's id." },
  },
  examples: [
    {
      run: "whetstone review inspector.md --deliberation 0190… --diff change.diff",
      about: "The inspector's verdict on the judge:",
    },
    {
      run: "whetstone review lens.md --adversarial-role sentinel --validator-role lens --deliberation 0190…",
      about: "With the roles named:",
    },
  ],
  async run(context) {
    const { values, args, io, printer } = context;
    const output = await readInput(args.file, io, maxBytes);
    const diff = values.diff === undefined ? undefined : await readInput(values.diff, io, maxBytes);
    const result = await withWhetstone(context, (ws) =>
      ws.review({
        output,
        ...(values.deliberation === undefined ? {} : { deliberation: values.deliberation }),
        ...(values["adversarial-role"] === undefined ? {} : { adversarialRole: values["adversarial-role"] }),
        ...(values["validator-role"] === undefined ? {} : { validatorRole: values["validator-role"] }),
        ...(values.phase === undefined ? {} : { phase: values.phase }),
        ...(values.run === undefined ? {} : { run: values.run }),
        ...(diff === undefined ? {} : { diff }),
      }),
    );
    if (result.failed?.code === "invalid_input")
      throw new WhetstoneError("invalid_input", result.failed.reason, {
        next: "see 'whetstone review --help'",
      });
    if (result.reason !== null && result.compliance === null)
      printer.note(`Nothing was learned from it: ${result.reason}`);
    printer.result(result, (style) =>
      [
        ...(result.compliance === null ? [] : [complianceText(result.compliance, style)]),
        ...(result.compliance !== null && result.verdict === null ? [] : [render(result, style)]),
      ].join("\n"),
    );
  },
});

function complianceText(compliance: NonNullable<ReviewResult["compliance"]>, style: Style): string {
  const { phase, verdicts, checks, omitted, unknown, escalated } = compliance;
  return [
    `${style.bold(phase)}: ${verdicts.length} directives judged`,
    ...verdicts.map(
      ({ lesson, verdict }) => `  ${lesson} ${verdict === "violated" ? style.red(verdict) : verdict}`,
    ),
    ...checks.map(
      ({ lesson, passed, reason }) =>
        `  ${lesson} check ${passed ? style.green("passed") : style.red("failed")}: ${oneLine(reason, textChars)}`,
    ),
    ...omitted.map((lesson) => style.yellow(`  ${lesson} is critical, and nothing was said of it`)),
    ...unknown.map((id) => style.yellow(`  ${oneLine(id, textChars)} was not shown in this phase: dropped`)),
    ...escalated.map((lesson) =>
      style.red(`  ${lesson} was violated again: it is critical and enforced from now on`),
    ),
  ].join("\n");
}

function render(result: ReviewResult, style: Style): string {
  if (!result.applied && !result.replayed)
    return result.verdict === null ? "No verdict." : `${result.verdict}, without effect.`;
  const verdict = result.verdict === "PASS" ? style.green("PASS") : style.red("FAIL");
  return [
    `${verdict} by ${result.validatorRole} on ${result.adversarialRole}, evidence of level ${result.evidenceLevel}${result.replayed ? ", known already" : ""}`,
    ...result.penalised.map(
      (each) =>
        `  ${style.red("penalised")} ${each.lesson} ${oneLine(each.text, textChars)}${each.regression ? style.yellow(" (regression)") : ""}`,
    ),
    ...result.unmatched.map(
      (each) => `  unmatched ${each.finding ?? oneLine(each.text ?? "", textChars)}: ${each.reason}`,
    ),
    `  reinforced ${result.reinforced.length}, aged ${result.aged.length}`,
  ].join("\n");
}
