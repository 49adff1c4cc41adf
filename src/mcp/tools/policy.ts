import { resultSchemas } from "../../results/result-schemas.js";
import { text } from "../arguments.js";
import { defineTool } from "../tool.js";

export const policy = defineTool({
  name: "policy",
  about:
    "The policy under which a tool or service may be used: approval, retries and risk, each with its reason.",
  readOnly: true,
  arguments: { adapter: text("The tool or service, such as github") },
  result: resultSchemas.policy,
  run: ({ ws, args }) => ws.policy.of(args.adapter),
});
