import type { Context } from "../app/context.js";
import type { PolicyResult, SetPolicyInput } from "../app/policy.js";
import { once } from "./once.js";

/** How carefully an adapter is to be called. */
export interface PolicyVerbs {
  of(adapter: string): Promise<PolicyResult>;
  set(input: SetPolicyInput): Promise<PolicyResult>;
}

const policy = once(() => import("../app/policy.js"));

export function policyVerbs(context: Context): PolicyVerbs {
  return {
    of: async (adapter) => (await policy()).policy(context, adapter),
    set: async (input) => (await policy()).setPolicy(context, input),
  };
}
