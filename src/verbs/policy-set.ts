import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { policySet } from "../log/events/policy.js";
import { adapters } from "../runs/fold/adapters.js";
import { policyInput, policyOf, policyOutput } from "../runs/policy/policy.js";
import { adapterKey } from "../runs/reliability/attribution.js";
import { type PolicyField, policyFields } from "../runs/reliability/policy-rule.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

const { shape } = policySet.data;

export const verb = defineVerb({
  name: "policy set",
  group: "Policy",
  summary: "Set or remove limits for an adapter that learning never loosens",
  description: `Sets a person's limits for an adapter, which learning never loosens, or removes them. Each \
limit keeps the name and the reason with which it was set. A field that is left out stays as it is. On the \
command line the options of 'whetstone policy' do it.`,
  examples: [
    {
      run: 'whetstone policy deploy --require-approval --by maintainer --reason "production"',
      about: "A limit of your own:",
    },
    {
      run: 'whetstone policy deploy --remove require-approval --by maintainer --reason "the freeze is over"',
      about: "Remove it again:",
    },
  ],
  caller: "person",
  hub: "lead",
  input: z.strictObject({
    ...policyInput,
    riskMultiplier: field("The factor by which the adapter's risk is multiplied.", shape.riskMultiplier),
    maxRetries: field("At most this many retries after the first attempt.", shape.maxRetries),
    requireApproval: field(
      "True when runs with the adapter need approval; false removes that limit.",
      z.optional(z.boolean()),
    ),
    remove: field(
      "The limits to remove; the person who set them does not matter.",
      z._default(z.array(z.enum(policyFields)).check(z.maxLength(policyFields.length)), []),
    ),
    reason: field("Why.", shape.reason),
    ...callerInput,
  }),
  output: policyOutput,
  check: (_context, input) => {
    const both = input.remove.find((name) => input[name] !== undefined);
    if (both !== undefined) return { field: "remove", reason: `'${both}' cannot be set and removed at once` };
    const named = input.remove.length > 0 || policyFields.some((name) => input[name] !== undefined);
    if (named) return undefined;
    return { field: "requireApproval", reason: `set or remove at least one of: ${policyFields.join(", ")}` };
  },
  run: async (context, { adapter, remove, requireApproval, actor, origin, ...limits }) => {
    const who = { actor: actor ?? context.actor, origin: origin ?? context.origin };
    const capability = adapterKey(adapter);
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      const known = (await writer.row(adapters, capability))?.human;
      const absent = remove.find((name) => known?.[name] === undefined);
      if (absent !== undefined) throw noSuchLimit(capability, absent);
      const lifted = requireApproval === false && known?.requireApproval !== undefined;
      const removed = [...new Set([...remove, ...(lifted ? (["requireApproval"] as const) : [])])];
      const approval = requireApproval === true ? { requireApproval } : {};
      const data = { ...limits, ...approval, removed, capability };
      await writer.append({ type: "policy-set", data, ...who, run: context.run });
      return policyOf(context, writer, capability);
    });
  },
});

function noSuchLimit(adapter: string, name: PolicyField): WhetstoneError {
  return new WhetstoneError("not_found", `no person set a limit on '${name}' of '${adapter}'`, {
    field: "remove",
    next: `'whetstone policy ${adapter}' shows who set what; 'whetstone relax ${adapter}' reviews what was learned`,
    values: { adapter, name },
  });
}
