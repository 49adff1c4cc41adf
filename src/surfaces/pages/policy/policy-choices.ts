import type { Result } from "../../../verbs/frame/handle.js";
import type { Call } from "../call.js";
import type { Choice } from "../parts/decision.js";

export type Adapter = Result<"adapters">["adapters"][number];

/** The limits that people set for a tool; those that nobody set are undefined. */
export interface Limits {
  readonly requireApproval?: true | undefined;
  readonly maxRetries?: number | undefined;
  readonly riskMultiplier?: number | undefined;
}

const names = ["requireApproval", "maxRetries", "riskMultiplier"] as const;

export function limitsOf({ human }: Adapter): Limits {
  return {
    requireApproval: human?.requireApproval?.value === true ? true : undefined,
    maxRetries: human?.maxRetries?.value,
    riskMultiplier: human?.riskMultiplier?.value,
  };
}

export function relax(adapter: string): Choice {
  return {
    label: "Relax",
    consequence: "The base policy holds again, and its runs are counted from now on. This cannot be undone.",
    act: async (call, reason) => {
      await call("relax", { adapter, reason });
      return { text: `${adapter} works under the base policy again.` };
    },
  };
}

/** Sets the limits that differ, and removes those that are not wanted any more. */
export function setLimits(adapter: string, before: Limits, wanted: Limits): Choice {
  return {
    label: "Set limits",
    consequence: "They hold until a person removes them; learning never loosens them. You can undo it.",
    act: async (call, reason) => {
      if (names.every((name) => before[name] === wanted[name])) throw new Error("Choose a limit first.");
      await changeLimits(call, adapter, before, wanted, reason);
      return {
        text: `Your limits for ${adapter} hold now.`,
        undo: () => changeLimits(call, adapter, wanted, before, "a person took it back"),
      };
    },
  };
}

export function lift(adapter: string, before: Limits): Choice {
  return {
    label: "Remove the limits",
    consequence: "What people set is removed; what was learned and the base policy stay. You can undo it.",
    act: async (call, reason) => {
      await changeLimits(call, adapter, before, {}, reason);
      return {
        text: `No person limits ${adapter} now.`,
        undo: () => changeLimits(call, adapter, {}, before, "a person took it back"),
      };
    },
  };
}

async function changeLimits(
  call: Call,
  adapter: string,
  before: Limits,
  wanted: Limits,
  reason: string,
): Promise<void> {
  const set = Object.fromEntries(
    names.filter((name) => wanted[name] !== before[name]).map((name) => [name, wanted[name]]),
  );
  const remove = names.filter((name) => before[name] !== undefined && wanted[name] === undefined);
  await call("policy set", { adapter, ...set, remove, reason });
}
