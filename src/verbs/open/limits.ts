import type { LoadedConfig } from "../../base/config/load.js";
import type { Limits } from "../call/context.js";

/** A program of its own also loads its code, and shares the store with as many others. */
const ownBriefMs = 2_000;
/** Twenty programs that are started at once on two processors are done after half of it. */
const ownStarvedMs = 8_000;

/**
 * How long a call may keep its caller. The settings are for hooks, which a server answers that has everything
 * loaded and writes alone. A program of its own gets more, unless a person set the limit: it waits for its
 * turn to write as long as a record does, and its limits are for its own time, not for the time in which
 * other programs have the processors.
 */
export function limitsFor({ config, sources }: LoadedConfig, answersHooks: boolean): Limits {
  const { briefLimitMs, captureLimitMs } = config.insights;
  const isSet = (setting: string) => sources.get(setting)?.from !== "default";
  const atLeast = (setting: string, set: number, own: number) =>
    answersHooks || isSet(setting) ? set : Math.max(set, own);
  const isExact = answersHooks || isSet("insights.briefLimitMs") || isSet("insights.captureLimitMs");
  return {
    briefMs: atLeast("insights.briefLimitMs", briefLimitMs, ownBriefMs),
    captureMs: atLeast("insights.captureLimitMs", captureLimitMs, config.store.busyWaitMs),
    starvedMs: isExact ? 0 : ownStarvedMs,
  };
}
