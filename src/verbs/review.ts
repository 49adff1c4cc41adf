import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import { oneLine } from "../base/text/one-line.js";
import { complianceOutput, reviewDirectives } from "../lessons/directive/gate/review-directives.js";
import {
  applyVerdict,
  nothingApplied,
  type VerdictResult,
  verdictOutput,
} from "../lessons/insight/apply-verdict.js";
import { parseVerdict } from "../lessons/insight/rules/verdict/parse-verdict.js";
import { textId } from "../log/events/envelope.js";
import type { Context } from "./call/context.js";
import { envelopeInput } from "./call/envelope-input.js";
import { type Deadline, failOpen, failureOutput, noteLoss } from "./call/fail-open.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { phaseInput, roleInput } from "./call/situation-input.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { refuseMistakes } from "./parts/command-refusals.js";

const input = z.strictObject({
  output: field("What the reviewer wrote.", z.string().check(z.maxLength(4_194_304))),
  deliberation: field(
    "The deliberation that was judged, if the verdict does not name it.",
    z.optional(textId),
  ),
  adversarialRole: field(
    "The role that was judged; the one of the deliberation, if left out.",
    z.optional(roleInput),
  ),
  validatorRole: field(
    "The role that judged; by convention it follows from the one that was judged.",
    z.optional(roleInput),
  ),
  diff: field(
    "The change under review, as git prints it: places count as evidence only if they are in it.",
    z.optional(z.string().check(z.maxLength(16_777_216))),
  ),
  phase: field("The phase whose rules were reviewed.", z.optional(phaseInput)),
  taskId: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

const output = z.strictObject({
  ...verdictOutput.shape,
  compliance: field(
    "The verdicts on the rules of the phase and what their checks found; null without a phase.",
    z.nullable(complianceOutput),
  ),
  failed: field("Why nothing was learned, if something went wrong.", z.optional(failureOutput)),
});

type Admitted = z.output<typeof input>;
type ReviewResult = Immutable<z.output<typeof output>>;

const maxBytes = 16_777_216;

export const verb = defineVerb({
  name: "review",
  group: "Called by agents",
  summary: "Apply a validator's verdict to what was learned",
  description: `Reads a validator's output and takes its verdict: the last well-formed verdict-json block, \
an HTML comment or a fenced block, that is not itself quoted. A part that cannot be read is said in the answer \
and costs nothing else.

Each false positive is matched to the insight behind it, which loses weight; an insight that had been \
confirmed often is marked as a regression. A PASS reinforces the insights that were shown, but only if the \
deliberation holds evidence: the output of a command, or a place in a file that exists in the diff (--diff) \
or in the project. Insights that were shown and not reinforced age.

With --phase it also reads the reviewer's section DIRECTIVE_COMPLIANCE: one line VERIFIED, VIOLATED or N-A \
with the id of each rule that was shown in the phase. If a rule has a predicate, it is run, and a \
check that fails overrules any verdict. A rule's author, and a run that was shown it to follow, cannot \
review it: their verdicts are dropped and counted.

The verdict must name the deliberation it judged, in the block or with --deliberation. In a session of a \
coding agent the hooks supply it: the newest deliberation of the judged role. One validator judges a \
deliberation once.`,
  examples: [
    {
      run: "whetstone review inspector.md --deliberation 0190… --diff change.diff",
      about: "The inspector's verdict on the judge:",
    },
    {
      run: "whetstone review lens.md --deliberation 0190… --validator-role lens",
      about: "With the role that judged:",
    },
  ],
  caller: "anyone",
  hub: "agent",
  input,
  output,
  cli: {
    arguments: ["output"],
    options: {
      output: {
        name: "file",
        value: "FILE",
        file: true,
        maxBytes,
        about: "What the validator wrote; standard input if left out.",
      },
      deliberation: { value: "ID", about: "The deliberation that was judged." },
      adversarialRole: { value: "NAME", about: "The role that was judged." },
      validatorRole: { value: "NAME", about: "The role that judged." },
      diff: { value: "FILE", file: true, maxBytes, about: "The change under review, as git prints it." },
      phase: { value: "NAME" },
      run: { value: "ID", about: "The run's id." },
      taskId: false,
    },
    render,
    run: command,
  },
  mcp: {
    tool: "review",
    description:
      "Hand in a reviewer's output: its verdict-json block and DIRECTIVE_COMPLIANCE lines " +
      "correct what was learned.",
    readOnly: false,
    names: { deliberation: "deliberation_id", taskId: "bead_id", run: "run_id" },
  },
  /**
   * A verdict fails open: an output without a usable one changes nothing, and the answer says why. A review
   * of directives does not: a check that could not be run has not passed.
   */
  guard: (context, given, proceed) =>
    (given as Partial<z.input<typeof input>> | null | undefined)?.phase === undefined
      ? failingOpen(context, proceed)
      : proceed(),
  run: async (context, admitted, { deadline }) => {
    const { phase, output: text, taskId: task } = admitted;
    if (phase === undefined) return applyOutput(context, admitted, deadline);
    const { run = context.run, actor = context.actor, origin = context.origin } = admitted;
    context.beforeWriting();
    const compliance = await reviewDirectives(context, phase, text, { run, task, actor, origin });
    const judged = await failingOpen(context, (own) => applyOutput(context, admitted, own), "directives");
    return { ...judged, compliance };
  },
});

async function failingOpen(
  context: Context,
  work: (deadline: Deadline) => Promise<ReviewResult>,
  about: "verdict" | "directives" = "verdict",
): Promise<ReviewResult> {
  const outcome = await failOpen(context, "review", context.limits.captureMs, work);
  if ("failed" in outcome)
    return { ...nothingApplied(outcome.failed.reason), compliance: null, failed: outcome.failed };
  const { reason, replayed, verdict } = outcome.done;
  // An output that was meant to correct something and did not is a loss: a loop that corrects nothing must
  // not look well. A reviewer of directives owes no verdict on a deliberation.
  if (reason !== null && !replayed && !(about === "directives" && verdict === null))
    noteLoss(context, "review", reason);
  return outcome.done;
}

async function applyOutput(context: Context, admitted: Admitted, deadline: Deadline): Promise<ReviewResult> {
  return { ...(await verdictIn(context, admitted, deadline)), compliance: null };
}

async function verdictIn(context: Context, admitted: Admitted, deadline: Deadline): Promise<VerdictResult> {
  const parsed = parseVerdict(admitted.output);
  if (parsed.kind === "none") return nothingApplied("the output holds no verdict-json block");
  if (parsed.kind === "invalid") return nothingApplied(`the verdict is invalid: ${parsed.reason}`);
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    deadline.check();
    const result = await applyVerdict(context, writer, parsed.verdict, admitted);
    deadline.check();
    return { ...result, unread: [...parsed.unread] };
  }, deadline.options);
}

async function command(call: CommandCall<ReviewResult>) {
  const result = await call.run(call.input);
  refuseMistakes(result.failed, "review");
  if (result.reason !== null && result.compliance === null)
    call.printer.note(`Nothing was learned from it: ${result.reason}`);
  return call.print(result);
}

const textChars = 100;

function render(result: ReviewResult, style: Style): string {
  const { compliance, verdict } = result;
  if (compliance === null) return verdictText(result, style);
  const directives = complianceText(compliance, style);
  return verdict === null ? directives : `${directives}\n${verdictText(result, style)}`;
}

const conflicts = {
  author: "an author does not review its own rule",
  shown: "this run was shown it, and does not review itself",
} as const;

function complianceText(compliance: NonNullable<ReviewResult["compliance"]>, style: Style): string {
  const { phase, verdicts, dismissed, checks, omitted, unknown, escalated } = compliance;
  return [
    `${style.bold(phase)}: ${counted(verdicts.length, "directive")} judged`,
    ...verdicts.map(
      ({ lesson, verdict }) => `  ${lesson} ${verdict === "violated" ? style.red(verdict) : verdict}`,
    ),
    ...dismissed.map(({ lesson, verdict, because }) =>
      style.yellow(`  ${lesson} ${verdict}, dropped: ${conflicts[because]}`),
    ),
    ...checks.map(({ lesson, passed, reason }) => {
      const ended = passed ? style.green("passed") : style.red("failed");
      return `  ${lesson} check ${ended}: ${oneLine(reason, textChars)}`;
    }),
    ...omitted.map((lesson) => style.yellow(`  ${lesson} is critical, and was left out`)),
    ...unknown.map((id) => style.yellow(`  ${oneLine(id, textChars)} was not shown in this phase: dropped`)),
    ...escalated.map((lesson) =>
      style.red(`  ${lesson} was violated again: it is critical and enforced from now on`),
    ),
  ].join("\n");
}

function verdictText(result: ReviewResult, style: Style): string {
  const { adversarialRole, validatorRole, evidenceLevel, penalised, unmatched, reinforced, aged } = result;
  if (!result.applied && !result.replayed)
    return result.verdict === null ? "No verdict." : `${result.verdict}, without effect.`;
  const verdict = result.verdict === "PASS" ? style.green("PASS") : style.red("FAIL");
  const known = result.replayed ? ", known already" : "";
  return [
    `${verdict} by ${validatorRole} on ${adversarialRole}, evidence of level ${evidenceLevel}${known}`,
    ...penalised.map(({ lesson, text, regression }) => {
      const mark = regression ? style.yellow(" (regression)") : "";
      return `  ${style.red("penalised")} ${lesson} ${oneLine(text, textChars)}${mark}`;
    }),
    ...unmatched.map(
      ({ finding, text, reason }) => `  unmatched ${finding ?? oneLine(text ?? "", textChars)}: ${reason}`,
    ),
    `  reinforced ${reinforced.length}, aged ${aged.length}`,
    ...result.unread.map((problem) => style.yellow(`  not read: ${oneLine(problem, textChars)}`)),
  ].join("\n");
}
