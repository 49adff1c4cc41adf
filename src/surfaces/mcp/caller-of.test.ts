import { expect, it } from "vitest";
import { origin } from "../../log/events/envelope.js";
import { callerOf } from "./caller-of.js";

it.each([
  ["worker-1", "claude-code", { actor: "worker-1", origin: "agent:worker-1" }],
  [undefined, "claude-code", { actor: "claude-code", origin: "agent:claude-code" }],
  [undefined, "vendor/agent\n2", { actor: "vendor-agent-2", origin: "agent:vendor-agent-2" }],
  [undefined, undefined, { actor: "mcp", origin: "agent:mcp" }],
  [undefined, "///", { actor: "unnamed", origin: "agent:unnamed" }],
])(
  "a call with the name %j from the client %j has a valid actor and origin",
  (argument, client, expected) => {
    const who = callerOf(argument, client, "mcp");
    expect(who).toEqual(expected);
    expect(origin.safeParse(who.origin).success).toBe(true);
  },
);
