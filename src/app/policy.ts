import * as z from "zod/mini";
import { adapterKey } from "../engines/reliability/attribution.js";
import {
  type EffectivePolicy,
  effectivePolicy,
  type HumanPolicy,
} from "../engines/reliability/effective-policy.js";
import { isStale, ruleOf } from "../engines/reliability/overlay.js";
import { basePolicy, type PolicyRule } from "../engines/reliability/policy-rule.js";
import { reliabilityOf } from "../engines/reliability/reliability.js";
import { textId } from "../events/envelope.js";
import { policySet } from "../events/policy.js";
import { type AdapterRow, adapters } from "../projections/adapters.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";

export interface PolicyResult {
  readonly adapter: string;
  readonly base: PolicyRule;
  readonly learned: (PolicyRule & { readonly reason: string; readonly stale: boolean }) | null;
  readonly human: HumanPolicy | null;
  readonly effective: EffectivePolicy;
  /** Null while nothing is known of the adapter. */
  readonly reliability: number | null;
  readonly runs: number;
  readonly relaxationSuggested: boolean;
}

/** The policy under which an adapter works: base, learned, human and in force, field by field. */
export async function policy(context: Context, adapter: string): Promise<PolicyResult> {
  const name = adapterKey(adapter);
  const row = await context.ledger.read((reader) => reader.row(adapters, name));
  return policyOf(context, name, row);
}

export function policyOf(
  { ledger: { config }, clock }: Context,
  adapter: string,
  row: AdapterRow | undefined,
): PolicyResult {
  const { learned, human, tally } = row ?? { learned: null, human: null, tally: undefined };
  const base = basePolicy(config.policy);
  return {
    adapter,
    base,
    learned: learned && {
      ...ruleOf(learned),
      reason: learned.reason,
      stale: isStale(learned, clock(), config.policy),
    },
    human,
    effective: effectivePolicy(base, learned ?? undefined, human ?? undefined, config.policy),
    reliability:
      tally === undefined || tally.runs === 0
        ? null
        : reliabilityOf(tally, config.reliability).reliabilityScore,
    runs: tally?.runs ?? 0,
    relaxationSuggested: row?.relaxationSuggested ?? false,
  };
}

/** As outcomes name them: any text, such as mcp/github. */
export const adapterName = z.string().check(z.minLength(1), z.maxLength(200));

const { capability: _, ...limits } = policySet.data.shape;
const setInput = z.strictObject({ adapter: adapterName, by: textId, ...limits });

export type SetPolicyInput = z.input<typeof setInput>;

/** A limit of a person's own, which no learning loosens. */
export async function setPolicy(context: Context, input: SetPolicyInput): Promise<PolicyResult> {
  const { adapter, by, ...data } = await admit(context, "policy", setInput, input);
  const capability = adapterKey(adapter);
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const draft = { type: "policy-set" as const, data: { ...data, capability }, actor: by, origin: "human" };
    await writer.append({ ...draft, run: context.run });
    return policyOf(context, capability, await writer.row(adapters, capability));
  });
}
