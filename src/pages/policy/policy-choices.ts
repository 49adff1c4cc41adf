import type { Result } from "../../verbs/frame/handle.js";
import type { Choice } from "../parts/decision.js";

type Adapter = Result<"adapters">["adapters"][number];
type Limit = "requireApproval" | "maxRetries" | "riskMultiplier";

/** What a person can decide about a tool: to review what was learned, and to set or remove a limit. */
export function policyChoices({
  adapter,
  learned,
  human,
}: Adapter): readonly (readonly [Choice, ...Choice[]])[] {
  const limits = Object.keys(human ?? {}) as Limit[];
  return [
    ...(learned === null ? [] : [[relax(adapter)] as const]),
    limits.length === 0 ? [askFirst(adapter), noRetry(adapter)] : [lift(adapter, human ?? {})],
  ];
}

export function relax(adapter: string): Choice {
  return {
    label: "Relax",
    consequence: "The base policy holds again, and its runs are counted from now on. There is no way back.",
    act: async (call, reason) => {
      await call("relax", { adapter, reason });
      return { text: `${adapter} works under the base policy again.` };
    },
  };
}

function askFirst(adapter: string): Choice {
  return {
    label: "Ask me first",
    consequence:
      "Every run that uses it needs approval, until a person removes the limit. You can take it back.",
    act: async (call, reason) => {
      await call("policy set", { adapter, requireApproval: true, reason });
      const undo = async () => {
        await call("policy set", { adapter, remove: ["requireApproval"], reason: "a person took it back" });
      };
      return { text: `${adapter} needs approval now.`, undo };
    },
  };
}

function noRetry(adapter: string): Choice {
  return {
    label: "Allow no retry",
    consequence:
      "A run that fails with it is not tried again, until a person removes the limit. You can take it back.",
    act: async (call, reason) => {
      await call("policy set", { adapter, maxRetries: 0, reason });
      const undo = async () => {
        await call("policy set", { adapter, remove: ["maxRetries"], reason: "a person took it back" });
      };
      return { text: `${adapter} is not tried again when it fails.`, undo };
    },
  };
}

function lift(adapter: string, human: NonNullable<Adapter["human"]>): Choice {
  const limits = Object.keys(human) as Limit[];
  return {
    label: "Remove the limits",
    consequence:
      "What people set is removed; what was learned and the base policy stay. You can take it back.",
    act: async (call, reason) => {
      await call("policy set", { adapter, remove: [...limits], reason });
      const before = Object.fromEntries(limits.map((name) => [name, human[name]?.value]));
      const undo = async () => {
        await call("policy set", { adapter, ...before, reason: "a person took it back" });
      };
      return { text: `No person limits ${adapter} any more.`, undo };
    },
  };
}
