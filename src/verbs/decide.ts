import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { Style } from "../base/terminal/style.js";
import { textId } from "../log/events/envelope.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { agents } from "../runs/fold/agents.js";
import { adapterName, policyOf } from "../runs/policy/policy.js";
import { predictFailure } from "../runs/policy/predict.js";
import { supportNeeded } from "../runs/policy/support-needed.js";
import { scoreOf } from "../runs/reliability/agent-profile.js";
import { adapterKey } from "../runs/reliability/attribution.js";
import { supportOf, type Vote, type WeighedVote } from "../runs/reliability/decision.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const share = z.number().check(z.gte(0), z.lte(1));
const vote = z.strictObject({
  agent: field("The agent's name.", name),
  decision: field("The vote.", z.enum(["approve", "reject", "abstain"])),
  confidence: field("How sure it is, from 0 to 1.", z._default(share, 1)),
});

const input = z.strictObject({
  riskLevel: field("How much is at stake.", z._default(z.enum(["low", "medium", "high"]), "medium")),
  adapter: field("The tool or service that it works through, whose policy applies.", z.optional(adapterName)),
  taskId: field("The task's id: how it went before counts for the prediction.", z.optional(textId)),
  decisions: field("The votes of the agents around the run.", z.array(vote).check(z.maxLength(100))),
  actor: callerInput.actor,
});

const output = z.strictObject({
  decision: field("Whether it may proceed, or a person has to be asked.", z.enum(["proceed", "ask"])),
  reason: field("Why, with the numbers.", z.string()),
  support: field("How far the votes support it, from 0 to 1.", z.number()),
  needed: field("The support that a run of this risk needs.", z.number()),
  threshold: field("The threshold of the risk, as learned.", z.number()),
  riskMultiplier: field("The risk multiplier of the adapter's policy; 1 without an adapter.", z.number()),
  votes: field(
    "The votes, each with the reliability of its agent.",
    z.array(
      z.strictObject({
        agent: z.string(),
        decision: z.enum(["approve", "reject", "abstain"]),
        confidence: z.number(),
        profile: z.number(),
      }),
    ),
  ),
  predictedFailure: field(
    "The probability that such a run fails, by what it has in common with earlier ones, and its 95 % range.",
    z.strictObject({ failure: z.number(), low: z.number(), high: z.number() }),
  ),
});

type Decision = Immutable<z.output<typeof output>>;

export const verb = defineVerb({
  name: "decide",
  group: "Called by agents",
  summary: "Weigh the votes of agents before a run",
  description: `Weighs the votes of agents by how their earlier decisions turned out, and compares the \
support with what a run of this risk needs: the learned threshold of the risk, times the risk multiplier of \
the adapter, at most 0.95. If the support is lower, or the adapter's policy requires approval, a person has \
to be asked, and the exit code is 1. It records nothing: give the votes again when you record the outcome, \
so that the agents' profiles learn from it.`,
  examples: [
    {
      run: "whetstone decide --risk high --adapter deploy --vote tester=approve:0.9 --vote reviewer=reject",
      about: "May this deployment go on?",
    },
  ],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input,
  output,
  cli: {
    options: {
      riskLevel: { name: "risk", value: "LEVEL", about: "How much is at stake." },
      adapter: { value: "NAME" },
      taskId: { value: "ID" },
      decisions: false,
    },
    own: {
      vote: {
        type: "string",
        many: true,
        value: "AGENT=VOTE[:CONFIDENCE]",
        about: "A vote: approve, reject or abstain, and how sure the agent is, from 0 to 1.",
      },
    },
    prepare: (given, own) => ({ ...given, decisions: votesIn(own.vote) }),
    exits: { 1: "A person has to be asked." },
    render,
    exit: ({ decision }) => (decision === "proceed" ? undefined : 1),
  },
  mcp: {
    tool: "decide",
    description:
      "Weighs agents' votes on a run that is about to happen, by how their earlier decisions turned out, " +
      "and says whether it may proceed or a person has to be asked.",
    readOnly: true,
    fields: ["riskLevel", "adapter", "taskId", "decisions"],
    names: { taskId: "bead_id" },
  },
  run: (context, { riskLevel, adapter, taskId: task, decisions, actor = context.actor }) =>
    context.ledger.read(async (reader) => {
      const key = adapter === undefined ? undefined : adapterKey(adapter);
      const policy = key === undefined ? undefined : await policyOf(context, reader, key);
      const multiplier = policy?.effective.riskMultiplier.value ?? 1;
      const { needed, threshold } = await supportNeeded(reader, riskLevel, multiplier);
      const votes = await weighed(reader, decisions);
      const support = supportOf(votes);
      const approval = policy?.effective.requireApproval;
      const proceeds = support >= needed && approval?.value !== true;
      return {
        decision: proceeds ? "proceed" : "ask",
        reason: reasonOf({ support, needed, approval: approval?.value === true ? approval.why : undefined }),
        support,
        needed,
        threshold,
        riskMultiplier: multiplier,
        votes,
        predictedFailure: await predictFailure(reader, { capability: actor, family: key, task }),
      } as const;
    }),
});

async function weighed(reader: LedgerReader, decisions: readonly Vote[]): Promise<readonly WeighedVote[]> {
  const votes: WeighedVote[] = [];
  for (const each of decisions)
    votes.push({ ...each, profile: scoreOf(await reader.row(agents, each.agent)) });
  return votes;
}

function reasonOf({
  support,
  needed,
  approval,
}: {
  readonly support: number;
  readonly needed: number;
  readonly approval: string | undefined;
}): string {
  const numbers = `the votes support it with ${support}, and it needs ${needed}`;
  if (approval !== undefined) return `its policy requires approval (${approval}); ${numbers}`;
  return support >= needed ? numbers : `${numbers}: ask a person`;
}

/** `AGENT=VOTE:CONFIDENCE` of each option, as the input has it; a wrong vote or confidence is for its check. */
function votesIn(given: unknown): readonly Readonly<Record<string, unknown>>[] {
  const texts = Array.isArray(given) ? given.map(String) : [];
  return texts.map((text) => {
    const [, agent, decision, confidence] = /^(.+?)=([^:]+)(?::(.*))?$/s.exec(text) ?? [];
    if (agent === undefined)
      throw new WhetstoneError("invalid_usage", `option '--vote': '${text}' names no agent and vote`, {
        field: "--vote",
        next: "give both, such as --vote tester=approve:0.9",
      });
    return { agent, decision, ...(confidence === undefined ? {} : { confidence: Number(confidence) }) };
  });
}

function render(result: Decision, { bold, green, yellow, dim }: Style): string {
  const { decision, reason, votes, threshold, riskMultiplier, predictedFailure } = result;
  const mark = decision === "proceed" ? green(bold(decision)) : yellow(bold(decision));
  const { failure, low, high } = predictedFailure;
  return [
    `${mark}: ${reason}`,
    ...votes.map(
      (each) => `  ${each.agent}: ${each.decision}, confidence ${each.confidence}, profile ${each.profile}`,
    ),
    dim(`  threshold ${threshold}, times the adapter's risk ${riskMultiplier}`),
    dim(`  predicted to fail: ${failure} (${low} to ${high})`),
  ].join("\n");
}
