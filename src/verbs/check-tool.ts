import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { counted } from "../base/text/counted.js";
import type { Breach } from "../lessons/directive/bound/ask-rules.js";
import { rulesInForce } from "../lessons/directive/bound/rules-in-force.js";
import { rowsIn } from "../lessons/directive/directive-rows.js";
import { enforcedList } from "../lessons/directive/fold/directive-lists.js";
import type { DirectiveRow } from "../lessons/directive/fold/directive-row.js";
import type { Forbidden } from "../lessons/directive/forbidden-calls.js";
import { blockedByRule } from "../lessons/failure/rules/text.js";
import { chooseLessons, type Showing, showLessons } from "../lessons/trial/show-lessons.js";
import { textId } from "../log/events/envelope.js";
import { sessionOf } from "../log/events/session-of.js";
import type { WaitOptions } from "../log/store/ledger.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { rounded } from "../runs/outcomes/rounding.js";
import { adviceFor } from "../runs/policy/failing-adapters.js";
import { type PolicyResult, policyOf } from "../runs/policy/policy.js";
import { supportNeeded } from "../runs/policy/support-needed.js";
import { adapterKey } from "../runs/reliability/attribution.js";
import type { NeededSupport, RiskLevel } from "../runs/reliability/decision.js";
import { effectivePolicy } from "../runs/reliability/effective-policy.js";
import { interruptAbove } from "../runs/reliability/prediction.js";
import type { Context } from "./call/context.js";
import { envelopeInput } from "./call/envelope-input.js";
import { failOpen, failureOf, failureOutput, noteLoss } from "./call/fail-open.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { isOtherFormat, mayHideRules, otherFormatText } from "./call/other-format.js";
import { phaseInput, roleInput } from "./call/situation-input.js";
import { isPerson } from "./call/speaker.js";
import { defineVerb } from "./frame/define-verb.js";
import { isPaused } from "./overview/pause.js";

const path = z.string().check(z.maxLength(4_096));
const editText = z.string().check(z.maxLength(1_048_576));

const input = z.strictObject({
  tool: field(
    "The tool that is about to run, as its host names it.",
    z.string().check(z.minLength(1), z.maxLength(200)),
  ),
  command: field(
    "The command line, for a tool that runs one.",
    z.optional(z.string().check(z.maxLength(1_048_576))),
  ),
  input: field(
    "The input of a tool that does not run a command line, as text.",
    z.optional(z.string().check(z.maxLength(1_048_576))),
  ),
  files: field(
    "Files that it would touch.",
    z._default(z.array(z.string().check(z.maxLength(4_096))).check(z.maxLength(500)), []),
  ),
  partial: field(
    "The command line, or else the list of files, is longer than what is given of it: rules about it then " +
      "stop the call.",
    z._default(z.boolean(), false),
  ),
  folder: field("Where it runs; the folder of the project, if left out.", z.optional(path)),
  writes: field("Whether it changes these files.", z._default(z.boolean(), false)),
  edits: field(
    "What it makes of them: a part and what takes its place, or a whole file.",
    z._default(
      z
        .array(
          z.strictObject({ file: path, before: z.optional(editText), after: editText, whole: z.boolean() }),
        )
        .check(z.maxLength(500)),
      [],
    ),
  ),
  skill: field("The skill that it asks for.", z.optional(z.string().check(z.maxLength(200)))),
  overruled: field(
    "Rules that the person set aside for this turn, as the hooks heard it. Counts from nobody else.",
    z._default(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50)), []),
  ),
  role: field("The role that uses it.", z.optional(roleInput)),
  adapter: field("The adapter that it works through, whose policy applies.", z.optional(textId)),
  riskLevel: field(
    "How much is at stake: a person is asked when the adapter is less likely to succeed than that needs. " +
      "If left out, only its policy counts.",
    z.optional(z.enum(["low", "medium", "high"])),
  ),
  retry: field(
    "Which retry this would be; 0 for a first try.",
    z._default(z.int().check(z.nonnegative()), 0),
  ),
  failOpen: field(
    "Allow it if the store cannot be read in time, and note the loss: for hosts whose agents must go on. What " +
      "a newer version wrote is denied all the same.",
    z._default(z.boolean(), false),
  ),
  forHost: field(
    "A hook asks, and its agent waits: what was learned of the adapter then stops it only as the setting " +
      "hosts.askForPolicy says. What a person set always does.",
    z._default(z.boolean(), false),
  ),
  call: field(
    "The call's own id: asked about twice, it is recorded once.",
    z.optional(z.string().check(z.maxLength(200))),
  ),
  phase: field("The phase of the work.", z.optional(phaseInput)),
  taskId: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

const policyLimits = z.strictObject({
  adapter: z.string(),
  requireApproval: z.boolean(),
  maxRetries: z.int(),
  riskMultiplier: z.number(),
});

const output = z.strictObject({
  decision: z.enum(["allow", "ask", "deny"]),
  reason: field("Why, and what to do about it; empty when it is allowed.", z.string()),
  forbidden: field(
    "Enforced rules that forbid it.",
    z.array(
      z.strictObject({
        lesson: z.string(),
        text: z.string(),
        action: field("The forbidden action, as the rule has it.", z.string()),
        as: field("The matched part: the forbidden action itself or an equivalent.", z.string()),
      }),
    ),
  ),
  rules: field(
    "Rules of instruction files that it breaks, or may break.",
    z.array(
      z.strictObject({
        rule: z.string(),
        follows: field(
          "What follows: a watched rule is only counted.",
          z.enum(["deny", "ask", "warn", "watch"]),
        ),
      }),
    ),
  ),
  warning: field("What to tell the agent of a call that goes on; empty if nothing.", z.string()),
  stopped: field(
    "The failure lesson for which it was stopped this once: the same call again is allowed. Null if none.",
    z.nullable(z.string()),
  ),
  policy: field("The policy in force; null without an adapter.", z.nullable(policyLimits)),
  closed: field("True when it was denied because the store could not be read.", z.boolean()),
  failed: field("Why nothing was checked, when it was allowed all the same.", z.optional(failureOutput)),
});

type CheckToolResult = Immutable<z.output<typeof output>>;

const unchecked = { forbidden: [], rules: [], warning: "", stopped: null, policy: null };

export const verb = defineVerb({
  name: "check-tool",
  group: "Called by agents",
  summary: "Ask whether a tool may run",
  description: `Answers allow, ask or deny, by the forbidden actions of enforced rules, by the rules of \
instruction files that a person bound, and by the policy of the adapter that the tool works through. \
A rule that only warns never blocks. With --risk, the answer is also ask if the adapter is less likely to \
succeed than a run of that risk needs, by the numbers of 'whetstone decide'.

Unless the tool is allowed, the exit code is 1, and standard output has the reason and the next step; for an \
adapter that keeps failing, the reason names how, and what usually helps. If the store cannot be read, the \
tool is denied, and the answer says so.

With a run, a call that failed in three sessions and never worked since, where two of them agree on what \
worked instead and nothing that it names has changed, is denied once with that; the same call again is \
allowed. The setting reflection.atTheCall switches this off.`,
  examples: [{ run: 'whetstone check-tool Bash --command "git push --force"', about: "May this run?" }],
  caller: "anyone",
  hub: null,
  input,
  output,
  cli: {
    arguments: ["tool"],
    options: {
      files: { value: "A,B", commas: true, about: "Files that it would touch, separated by commas." },
      role: { value: "NAME" },
      adapter: { value: "NAME" },
      riskLevel: { name: "risk", value: "LEVEL" },
      run: { value: "ID" },
      taskId: { value: "ID" },
      phase: { value: "NAME" },
      input: false,
      partial: false,
      call: false,
      failOpen: false,
      forHost: false,
      folder: false,
      writes: false,
      edits: false,
      skill: false,
      overruled: false,
    },
    exits: { 1: "It may not run, or a person has to be asked." },
    render: ({ decision, reason }, { green, yellow, red }) => {
      const mark = { allow: green, ask: yellow, deny: red }[decision](decision);
      return reason === "" ? mark : `${mark}: ${reason}`;
    },
    exit: ({ decision }) => (decision === "allow" ? undefined : 1),
  },
  /** The limit is a brief's: a hook runs before every tool call, and the agent waits. */
  guard: async (context, given, proceed) => {
    const { failOpen: open } = (given ?? {}) as Partial<z.input<typeof input>>;
    if (open !== true) return onRecord(context, given, await proceed());
    const outcome = await failOpen(context, "check-tool", context.limits.briefMs, proceed);
    if ("done" in outcome) return onRecord(context, given, outcome.done);
    return { decision: "allow", reason: "", ...unchecked, closed: false, failed: outcome.failed } as const;
  },
  run: async (context, admitted, { deadline }) => {
    try {
      return await checkCall(context, admitted, deadline.options);
    } catch (error) {
      // Fails closed: without the store it is not known to be allowed.
      if (!(error instanceof WhetstoneError)) throw error;
      // No later call would be checked either, and only a person can end that.
      if (isOtherFormat(error)) return answeredUnread(error);
      if (admitted.failOpen) throw error;
      return deniedUnread(error);
    }
  },
});

/** Behind the decision and its time limit: a record that cannot be written must not let the call through. */
async function onRecord(context: Context, given: unknown, result: CheckToolResult): Promise<CheckToolResult> {
  const { decision, forbidden, rules, stopped, policy, closed } = result;
  if (decision === "allow" && rules.length === 0) return result;
  // What cannot be read cannot be written to either.
  if (closed) {
    noteLoss(context, "guard", `denied: ${result.reason}`);
    return result;
  }
  // It was decided, so the input fits.
  const {
    tool,
    command,
    input: other = "",
    files = [],
    call,
    phase,
    ...about
  } = given as z.input<typeof input>;
  const { actor = context.actor, origin = context.origin, run = context.run, taskId: task } = about;
  const { noteGuarded } = await import("../lessons/directive/note-guarded.js");
  const common = {
    tool,
    phase,
    actor,
    origin,
    run,
    task,
    id: call,
    call: command ?? (files.length > 0 ? files.join(" ") : other),
  };
  const following = (follows: CheckToolResult["rules"][number]["follows"]) =>
    rules.filter((each) => each.follows === follows).map(({ rule }) => rule);
  for (const [follows, decided] of [["warn", "warned"] as const, ["watch", "watched"] as const]) {
    const counted = following(follows);
    if (counted.length > 0)
      await noteGuarded(context, { decision: decided, lessons: [], rules: counted, ...common });
  }
  if (decision === "allow") return result;
  const behind = following(decision);
  await noteGuarded(context, {
    decision: stopped !== null ? "stopped" : decision === "deny" ? "denied" : "asked",
    lessons: stopped === null ? forbidden.map(({ lesson }) => lesson) : [stopped],
    rules: behind.length === 0 ? undefined : behind,
    adapter: forbidden.length + behind.length > 0 || stopped !== null ? undefined : policy?.adapter,
    ...common,
  });
  return result;
}

async function checkCall(
  context: Context,
  admitted: z.output<typeof input>,
  options: WaitOptions,
): Promise<CheckToolResult> {
  const { run = context.run, taskId: task, phase, actor = context.actor, origin = context.origin } = admitted;
  const about = { run, task, phase, actor, origin };
  const showing = { verb: "check-tool", moment: "call", fresh: true, ...about } as const;
  const { result, stop } = await context.ledger.read(async (reader) => {
    const result = await decide(context, reader, admitted);
    return {
      result,
      stop: result.decision === "allow" ? await stopOf(context, reader, admitted, showing) : undefined,
    };
  }, options);
  if (stop === undefined) return result;
  context.beforeWriting();
  const [shown] = await context.ledger.write(
    (writer) => showLessons(context, writer, showing, [stop]),
    options,
  );
  if (shown === undefined) return result;
  return { ...result, decision: "deny", reason: shown.text, stopped: shown.lesson };
}

/**
 * Only for a run: without one it is not known whether it was stopped before. What would be neither shown nor
 * held out anew is not asked for again: nothing would be written.
 */
async function stopOf(
  context: Context,
  reader: LedgerReader,
  { tool, command, input: given = "" }: z.output<typeof input>,
  showing: Showing,
) {
  if (showing.run === undefined) return undefined;
  const session = sessionOf({ ...showing, data: showing });
  if (await isPaused(context, reader, session)) return undefined;
  const { stopAtCall } = await import("../lessons/failure/stop-at-call.js");
  const stop = await stopAtCall(context, reader, { tool, input: command ?? given }, session);
  if (stop === undefined) return undefined;
  const { shown, heldOut } = await chooseLessons(context, reader, showing, [stop]);
  return shown.length + heldOut.length === 0 ? undefined : stop;
}

async function decide(
  context: Context,
  reader: LedgerReader,
  call: z.output<typeof input>,
): Promise<CheckToolResult> {
  const { adapter, riskLevel, retry, origin } = call;
  const forbidden = [...(await forbiddenOf(context, reader, call))];
  const breaches = await breachesOf(context, reader, call);
  const policy = adapter === undefined ? null : await policyOf(context, reader, adapterKey(adapter));
  const stops = policy && stopping(context, policy, call.forHost);
  const { decision, reason } = decisionOf(forbidden, breaches, stops, {
    retry,
    toPerson: isPerson(context, origin),
    advice: policy === null ? "" : await adviceFor(reader, policy.adapter),
    risk: policy === null ? undefined : await riskOf(context, reader, policy, riskLevel),
  });
  const rules = breaches.map(({ rule, follows }) => ({ rule: rule.rule, follows }));
  const warning = textsOf(breaches, "warn").join("\n");
  const limits = policy && limitsOf(policy);
  return { decision, reason, forbidden, rules, warning, stopped: null, policy: limits, closed: false };
}

/** Where no rule binds, what asks them is not loaded. */
async function breachesOf(
  context: Context,
  reader: LedgerReader,
  { overruled, phase, run, taskId: task, ...call }: z.output<typeof input>,
): Promise<readonly Breach[]> {
  const rows = await rulesInForce(reader);
  if (rows.length === 0) return [];
  const { breachesAtCall } = await import("../lessons/directive/bound/ask-rules.js");
  const session = sessionOf({ run, task, data: { phase } });
  // Only the hooks hear what a person types.
  const setAside = context.witness === "host" ? overruled : [];
  return breachesAtCall(
    context,
    reader,
    rows,
    { ...call, edits: call.edits.map(editOf) },
    { session, overruled: setAside },
  );
}

function editOf({ before, ...edit }: z.output<typeof input>["edits"][number]) {
  return { ...edit, before };
}

function textsOf(breaches: readonly Breach[], follows: Breach["follows"]): readonly string[] {
  return breaches.filter((breach) => breach.follows === follows).map(({ text }) => text);
}

/** The policy with what may stop this call: in a hook, what was learned may be no reason to ask a person. */
function stopping({ ledger }: Context, policy: PolicyResult, forHost: boolean): PolicyResult {
  const { base, human, predictedFailure } = policy;
  const { hosts, policy: settings } = ledger.config;
  const asks = { never: false, predicted: predictedFailure.failure > interruptAbove, always: true };
  if (!forHost || asks[hosts.askForPolicy]) return policy;
  return { ...policy, effective: effectivePolicy(base, undefined, human ?? undefined, settings) };
}

/** Where nothing is enforced, what reads command lines is not loaded. */
async function forbiddenOf(
  context: Context,
  reader: LedgerReader,
  call: z.output<typeof input>,
): Promise<readonly Forbidden[]> {
  const rows: DirectiveRow[] = [];
  for await (const row of rowsIn(reader, enforcedList)) rows.push(row);
  if (rows.length === 0) return [];
  const { forbiddenCalls } = await import("../lessons/directive/forbidden-calls.js");
  return forbiddenCalls(context, rows, call);
}

interface Risk extends NeededSupport {
  /** How likely the adapter's next run succeeds. */
  readonly success: number;
}

/**
 * The chance of success against what the risk needs; undefined without a risk, or with too little evidence of
 * the adapter.
 */
async function riskOf(
  { ledger }: Context,
  reader: LedgerReader,
  { effective, predictedFailure, runs }: PolicyResult,
  level: RiskLevel | undefined,
): Promise<Risk | undefined> {
  if (level === undefined || runs < ledger.config.policy.minOutcomes) return undefined;
  const needed = await supportNeeded(reader, level, effective.riskMultiplier.value);
  return { ...needed, success: rounded(1 - predictedFailure.failure) };
}

function limitsOf({ adapter, effective }: PolicyResult): CheckToolResult["policy"] {
  const { requireApproval, maxRetries, riskMultiplier } = effective;
  return {
    adapter,
    requireApproval: requireApproval.value,
    maxRetries: maxRetries.value,
    riskMultiplier: riskMultiplier.value,
  };
}

interface Asked {
  readonly retry: number;
  readonly toPerson: boolean;
  /** How the adapter keeps failing and what usually helps; empty where nothing is known. */
  readonly advice: string;
  readonly risk: Risk | undefined;
}

function decisionOf(
  forbidden: CheckToolResult["forbidden"],
  breaches: readonly Breach[],
  policy: PolicyResult | null,
  { retry, toPerson, advice, risk }: Asked,
): Pick<CheckToolResult, "decision" | "reason"> {
  const denials = textsOf(breaches, "deny");
  if (forbidden.length + denials.length > 0) {
    const by = [
      ...(forbidden.length === 0 ? [] : [forbiddenText(forbidden, toPerson)]),
      ...(denials.length === 0 ? [] : [`${blockedByRule} ${denials.join("\n")}`]),
    ];
    return { decision: "deny", reason: by.join("\n") };
  }
  const asked = textsOf(breaches, "ask").join("\n");
  const ofRules = { decision: "ask", reason: `A person has to decide. ${asked}` } as const;
  if (policy === null) return asked === "" ? { decision: "allow", reason: "" } : ofRules;
  const { adapter } = policy;
  const { maxRetries, requireApproval } = policy.effective;
  const seen = `'whetstone policy ${adapter}' shows the rule.`;
  const wayOut = (setBy: string, option: string) => {
    if (!toPerson) return "Ask your person.";
    return setBy === "human"
      ? `'whetstone policy ${adapter} --remove ${option}' removes the limit.`
      : `'whetstone relax ${adapter}' reviews what was learned.`;
  };
  if (retry > maxRetries.value) {
    const limit = `${adapter} ${retriesText(maxRetries.value)}, and this would be retry ${retry}`;
    return {
      decision: "deny",
      reason:
        `${limit} (${maxRetries.why}). ${advice || "Find the cause first."} ` +
        `${wayOut(maxRetries.setBy, "max-retries")} ${seen}`,
    };
  }
  if (requireApproval.value) {
    const why = [`${adapter} needs approval: ${requireApproval.why}.`, advice];
    const next = [wayOut(requireApproval.setBy, "require-approval"), seen];
    return { decision: "ask", reason: sentences([...why, ...next]) };
  }
  if (risk !== undefined && risk.success < risk.needed) {
    const why =
      `${adapter} is expected to succeed with a probability of ${risk.success}, and a run of ${risk.level} ` +
      `risk needs ${risk.needed}.`;
    return { decision: "ask", reason: sentences([why, advice, toPerson ? "" : "Ask your person.", seen]) };
  }
  return asked === "" ? { decision: "allow", reason: "" } : ofRules;
}

function sentences(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

function retriesText(maxRetries: number): string {
  if (maxRetries === 0) return "may not be tried again";
  return `may be tried again ${maxRetries === 1 ? "once" : counted(maxRetries, "time")}`;
}

/** Only a person gets the command that lifts the rule: an agent is told to ask. */
function forbiddenText(forbidden: CheckToolResult["forbidden"], toPerson: boolean): string {
  const why = forbidden.map(forbiddenReason).join("; ");
  const [first] = forbidden;
  const relax = `whetstone lessons set ${first?.lesson ?? "ID"} --enforcement warn --reason …`;
  const next = toPerson
    ? `To make it a warning: ${relax}`
    : "Do it another way, or ask the person you work for.";
  return `${blockedByRule} ${why}. ${next}`;
}

function forbiddenReason({ lesson, text, action, as }: Forbidden): string {
  const also = action.includes(as) ? "" : `, and so ${as}`;
  return `${text} (${lesson} forbids ${action}${also})`;
}

/** For hosts whose agents must go on too: a rule must not end because two programs differ in age. */
function answeredUnread(error: WhetstoneError): CheckToolResult {
  const failed = failureOf(error);
  if (!mayHideRules(error)) return { decision: "allow", reason: "", ...unchecked, closed: false, failed };
  return { decision: "deny", reason: otherFormatText(failed), ...unchecked, closed: true };
}

function deniedUnread({ message }: WhetstoneError): CheckToolResult {
  const reason = [
    "The lessons of this project cannot be read, so it is not known whether this is allowed:",
    `${message.replace(/\.$/, "")}. Run 'whetstone doctor', or ask the person you work for.`,
  ];
  return { decision: "deny", reason: reason.join(" "), ...unchecked, closed: true };
}
