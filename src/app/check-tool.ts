import { posix } from "node:path";
import * as z from "zod/mini";
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
import { admit } from "./admit.js";
import type { Context } from "./context.js";
import { rowsIn } from "./directive-rows.js";
import { failOpen } from "./fail-open.js";
import { policyOf } from "./policy.js";
import { roleInput } from "./situation-input.js";

const checkToolInput = z.strictObject({
  /** The tool that is about to run, as the host names it. */
  tool: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The command line, for tools that run one. */
  command: z.optional(z.string().check(z.maxLength(1_048_576))),
  /** Files that it would touch. */
  files: z._default(z.array(z.string().check(z.maxLength(4_096))).check(z.maxLength(500)), []),
  role: z.optional(roleInput),
  /** The capability that it works through, whose policy counts. */
  adapter: z.optional(textId),
  /** The retry that this would be; 0 for a first try. */
  retry: z._default(z.int().check(z.nonnegative()), 0),
  /**
   * Allows it when nobody can look, and notes the loss: for a host whose agent must be able to go on without
   * us.
   */
  failOpen: z._default(z.boolean(), false),
});

export type CheckToolInput = z.input<typeof checkToolInput>;

export interface CheckToolResult {
  readonly decision: "allow" | "ask" | "deny";
  /** Why, and the way out; empty when it is allowed without a word. */
  readonly reason: string;
  /** Enforced directives that forbid it. */
  readonly forbidden: readonly { readonly lesson: string; readonly text: string; readonly action: string }[];
  readonly policy: {
    readonly adapter: string;
    readonly requireApproval: boolean;
    readonly maxRetries: number;
    readonly riskMultiplier: number;
  } | null;
  /** True when it was denied because nobody could look. */
  readonly closed: boolean;
  /** Why nobody looked, when it was allowed all the same. */
  readonly failed?: { readonly code: string; readonly reason: string };
}

/**
 * Whether a tool may run, by the enforced directives and the policy in force. Closed: when the store cannot
 * be read, nobody can say that it is allowed.
 */
export async function checkTool(context: Context, input: CheckToolInput): Promise<CheckToolResult> {
  if (input?.failOpen === true) return checkOpenly(context, input);
  const admitted = await admit(context, "check-tool", checkToolInput, input);
  try {
    return await context.ledger.read((reader) => decide(context, reader, admitted));
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return closed(error);
  }
}

/** The limit is a brief's: a hook sits before every tool call, and the agent waits. */
async function checkOpenly(context: Context, input: CheckToolInput): Promise<CheckToolResult> {
  const { briefLimitMs } = context.ledger.config.insights;
  const outcome = await failOpen(context, "check-tool", briefLimitMs, async (deadline) => {
    const admitted = await admit(context, "check-tool", checkToolInput, input, undefined, deadline.options);
    return context.ledger.read((reader) => decide(context, reader, admitted), deadline.options);
  });
  if ("done" in outcome) return outcome.done;
  return {
    decision: "allow",
    reason: "",
    forbidden: [],
    policy: null,
    closed: false,
    failed: outcome.failed,
  };
}

async function decide(
  context: Context,
  reader: LedgerReader,
  { tool, command, files, role, adapter, retry }: z.output<typeof checkToolInput>,
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
  const { decision, reason } = decisionOf(forbidden, policy, retry);
  return { decision, reason, forbidden, policy, closed: false };
}

/** A directive that names roles binds those; one that names tools binds whoever uses them. */
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
): Pick<CheckToolResult, "decision" | "reason"> {
  if (forbidden.length > 0) {
    const why = forbidden
      .map(({ lesson, text, action }) => `${text} (${lesson} forbids ${action})`)
      .join("; ");
    return {
      decision: "deny",
      reason: `Blocked by a lesson of this project: ${why}. Do it another way, or ask a person to relax the lesson: whetstone lessons set ${forbidden[0]?.lesson ?? "ID"} --enforcement warn --reason … --by …`,
    };
  }
  if (policy !== null && retry > policy.maxRetries)
    return {
      decision: "deny",
      reason: `${policy.adapter} may be tried again ${policy.maxRetries} times, and this would be retry ${retry}. Find the cause first, or ask a person for a review: whetstone relax ${policy.adapter}`,
    };
  if (policy?.requireApproval)
    return {
      decision: "ask",
      reason: `${policy.adapter} needs approval: it has failed too often. 'whetstone policy ${policy.adapter}' says why, 'whetstone relax ${policy.adapter}' reviews it.`,
    };
  return { decision: "allow", reason: "" };
}

function closed(error: WhetstoneError): CheckToolResult {
  return {
    decision: "deny",
    reason: `The lessons of this project cannot be read, so nobody can say whether this is allowed: ${error.message.replace(/\.$/, "")}. Run 'whetstone doctor', or go on without Whetstone by removing its hook.`,
    forbidden: [],
    policy: null,
    closed: true,
  };
}
