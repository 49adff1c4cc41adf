import * as z from "zod/mini";
import { field } from "../app/field.js";
import { policyInput, policyOf, policyOutput } from "../app/policy.js";
import { adapterKey } from "../engines/reliability/attribution.js";
import { textId } from "../events/envelope.js";
import { policySet } from "../events/policy.js";
import { adapters } from "../projections/adapters.js";
import { defineVerb } from "./frame/define-verb.js";

const { shape } = policySet.data;

export const verb = defineVerb({
  name: "policy set",
  group: "Policy",
  summary: "Set limits for an adapter that learning never loosens",
  description: `Sets a person's limits for an adapter, which learning never loosens. A field that is \
left out has no such limit. On the command line the options of 'whetstone policy' do it.`,
  examples: [
    {
      run: 'whetstone policy deploy --require-approval --by maintainer --reason "production"',
      about: "A limit of your own:",
    },
  ],
  caller: "person",
  input: z.strictObject({
    ...policyInput,
    by: field("The name of the person who sets it.", textId),
    riskMultiplier: field("The factor by which the adapter's risk is multiplied.", shape.riskMultiplier),
    maxRetries: field("At most this many retries after the first attempt.", shape.maxRetries),
    requireApproval: field("True when runs with the adapter need approval.", shape.requireApproval),
    reason: field("Why.", shape.reason),
  }),
  output: policyOutput,
  run: async (context, { adapter, by, ...limits }) => {
    const capability = adapterKey(adapter);
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      const data = { ...limits, capability };
      const { origin, run } = context;
      await writer.append({ type: "policy-set", data, actor: by, origin, run });
      return policyOf(context, capability, await writer.row(adapters, capability));
    });
  },
});
