import { posix } from "node:path";
import * as z from "zod/mini";
import type { Context } from "../app/context.js";
import { rowsIn } from "../app/directive-rows.js";
import { callerInput } from "../app/envelope-input.js";
import { failOpen, failureOutput } from "../app/fail-open.js";
import { field } from "../app/field.js";
import type { Immutable } from "../app/immutable.js";
import { policyOf } from "../app/policy.js";
import { roleInput } from "../app/situation-input.js";
import { isPerson } from "../app/speaker.js";
import { isForbidden, readForbiddenAction, type ToolUse } from "../engines/directives/forbidden-action.js";
import { appliesTo } from "../engines/directives/scope.js";
import { adapterKey } from "../engines/reliability/attribution.js";
import { WhetstoneError } from "../errors.js";
import { textId } from "../events/envelope.js";
import { compileGlob } from "../predicates/glob.js";
import { adapters } from "../projections/adapters.js";
import { enforcedList } from "../projections/directive-lists.js";
import type { DirectiveRow } from "../projections/directives.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { defineVerb } from "./frame/define-verb.js";

const input = z.strictObject({
  tool: field(
    "The tool that is about to run, as its host names it.",
    z.string().check(z.minLength(1), z.maxLength(200)),
  ),
  command: field(
    "The command line, for a tool that runs one.",
    z.optional(z.string().check(z.maxLength(1_048_576))),
  ),
  files: field(
    "Files that it would touch.",
    z._default(z.array(z.string().check(z.maxLength(4_096))).check(z.maxLength(500)), []),
  ),
  role: field("The role that uses it.", z.optional(roleInput)),
  adapter: field("The capability that it works through, whose policy counts.", z.optional(textId)),
  retry: field(
    "Which retry this would be; 0 for a first try.",
    z._default(z.int().check(z.nonnegative()), 0),
  ),
  failOpen: field(
    "Allow it if the store cannot be read in time, and note the loss: for hosts whose agents must go on.",
    z._default(z.boolean(), false),
  ),
  origin: callerInput.origin,
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
    "Enforced directives that forbid it.",
    z.array(z.strictObject({ lesson: z.string(), text: z.string(), action: z.string() })),
  ),
  policy: field("The policy in force; null without an adapter.", z.nullable(policyLimits)),
  closed: field("True when it was denied because the store could not be read.", z.boolean()),
  failed: field("Why nothing was checked, when it was allowed all the same.", z.optional(failureOutput)),
});

type CheckToolResult = Immutable<z.output<typeof output>>;

const unchecked = { forbidden: [], policy: null };

export const verb = defineVerb({
  name: "check-tool",
  group: "Called by agents",
  summary: "Ask whether a tool may run",
  description: `Decides whether a tool may run: allow, ask or deny, by the forbidden actions of enforced \
directives and by the policy of the adapter that the tool works through. A directive that only warns never
blocks. If the tool is denied, the exit code is 1, and standard output has the reason and what to do. If \
the store cannot be read, the tool is denied, and the answer says so.`,
  examples: [{ run: 'whetstone check-tool Bash --command "git push --force"', about: "May this run?" }],
  caller: "anyone",
  input,
  output,
  cli: {
    arguments: ["tool"],
    options: {
      files: { value: "A,B", commas: true, about: "Files that it would touch, separated by commas." },
      role: { value: "NAME" },
      adapter: { value: "NAME" },
      failOpen: false,
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
    if (open !== true) return proceed();
    const { briefLimitMs } = context.ledger.config.insights;
    const outcome = await failOpen(context, "check-tool", briefLimitMs, proceed);
    if ("done" in outcome) return outcome.done;
    return { decision: "allow", reason: "", ...unchecked, closed: false, failed: outcome.failed } as const;
  },
  run: async (context, admitted, { deadline }) => {
    try {
      return await context.ledger.read((reader) => decide(context, reader, admitted), deadline.options);
    } catch (error) {
      // Fails closed: without the store it is not known to be allowed.
      if (admitted.failOpen || !(error instanceof WhetstoneError)) throw error;
      return closed(error);
    }
  },
});

async function decide(
  context: Context,
  reader: LedgerReader,
  { tool, command, files, role, adapter, retry, origin }: z.output<typeof input>,
): Promise<CheckToolResult> {
  const use: ToolUse = { tool, command, files: files.map((file) => relativeTo(context.places.root, file)) };
  const found: { row: DirectiveRow; action: string }[] = [];
  for await (const row of rowsIn(reader, enforcedList)) {
    if (!concerns(row, role, tool)) continue;
    const action = row.forbiddenActions.find((each) => matches(each, use));
    if (action !== undefined) found.push({ row, action });
  }
  const forbidden = found.map(({ row, action }) => ({ lesson: row.lesson, text: row.text, action }));
  const policy = adapter === undefined ? null : await limitsOf(context, reader, adapter);
  const { decision, reason } = decisionOf(forbidden, policy, retry, isPerson(context, origin));
  return { decision, reason, forbidden, policy, closed: false };
}

/** A directive that names roles binds those roles; one that names tools binds every user of them. */
function concerns(row: DirectiveRow, role: string | undefined, tool: string): boolean {
  if (role === undefined)
    return (
      row.appliesToTools.length === 0 ||
      appliesTo({ ...row, appliesToAgents: [] }, { role: "", tools: [tool] })
    );
  return appliesTo(row, { role, tools: [tool] });
}

function matches(action: string, use: ToolUse): boolean {
  const forbidden = readForbiddenAction(action);
  return forbidden !== undefined && isForbidden(forbidden, use, globMatches);
}

function globMatches(glob: string, file: string): boolean {
  const compiled = compileGlob(glob);
  return !("error" in compiled) && compiled.matches(file);
}

function relativeTo(root: string, file: string): string {
  const path = file.replaceAll("\\", "/");
  const base = posix.normalize(root.replaceAll("\\", "/"));
  const whole = posix.isAbsolute(path) ? posix.normalize(path) : posix.join(base, path);
  return whole.startsWith(`${base}/`) ? whole.slice(base.length + 1) : whole;
}

async function limitsOf(
  context: Context,
  reader: LedgerReader,
  adapter: string,
): Promise<CheckToolResult["policy"]> {
  const name = adapterKey(adapter);
  const { effective } = policyOf(context, name, await reader.row(adapters, name));
  const { requireApproval, maxRetries, riskMultiplier } = effective;
  return {
    adapter: name,
    requireApproval: requireApproval.value,
    maxRetries: maxRetries.value,
    riskMultiplier: riskMultiplier.value,
  };
}

function decisionOf(
  forbidden: CheckToolResult["forbidden"],
  policy: CheckToolResult["policy"],
  retry: number,
  toPerson: boolean,
): Pick<CheckToolResult, "decision" | "reason"> {
  if (forbidden.length > 0) return { decision: "deny", reason: forbiddenText(forbidden, toPerson) };
  if (policy === null) return { decision: "allow", reason: "" };
  const { adapter, maxRetries, requireApproval } = policy;
  if (retry > maxRetries) {
    const limit = `${adapter} may be tried again ${maxRetries} times, and this would be retry ${retry}.`;
    const review = toPerson
      ? `review it: whetstone relax ${adapter}`
      : "ask the person you work for a review.";
    const next = `Find the cause first, or ${review}`;
    return { decision: "deny", reason: `${limit} ${next}` };
  }
  if (requireApproval) {
    const review = toPerson ? `, 'whetstone relax ${adapter}' reviews it` : "";
    const commands = `'whetstone policy ${adapter}' says why${review}.`;
    return { decision: "ask", reason: `${adapter} needs approval: it has failed too often. ${commands}` };
  }
  return { decision: "allow", reason: "" };
}

/** Only a person gets the command that lifts the rule: an agent is told to ask. */
function forbiddenText(forbidden: CheckToolResult["forbidden"], toPerson: boolean): string {
  const why = forbidden.map(({ lesson, text, action }) => `${text} (${lesson} forbids ${action})`).join("; ");
  const [first] = forbidden;
  const relax = `whetstone lessons set ${first?.lesson ?? "ID"} --enforcement warn --reason …`;
  const next = toPerson
    ? `To make it a warning: ${relax}`
    : "Do it another way, or ask the person you work for.";
  return `Blocked by a lesson of this project: ${why}. ${next}`;
}

function closed({ message }: WhetstoneError): CheckToolResult {
  const reason = [
    "The lessons of this project cannot be read, so it is not known whether this is allowed:",
    `${message.replace(/\.$/, "")}. Run 'whetstone doctor', or ask the person you work for.`,
  ];
  return { decision: "deny", reason: reason.join(" "), ...unchecked, closed: true };
}
