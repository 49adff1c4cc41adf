import { WhetstoneError } from "../../base/errors.js";
import { readInstalled } from "../../base/project/installed.js";
import type { Context } from "../call/context.js";
import type { StatusResult } from "../overview/status-output.js";

/** A coding agent that was set up here, or that called. */
export type KnownHost = Readonly<StatusResult["hosts"][number]>;

/** What to do when the hooks of an agent never call, by the agent's name, as `init` noted it. */
export function hostAdvice({ places }: Pick<Context, "places">): ReadonlyMap<string, string> {
  return new Map(
    readInstalled(places.folder).flatMap(({ agent, advice }) =>
      advice === undefined ? [] : [[agent, advice] as const],
    ),
  );
}

/**
 * The hosts that could be read, for callers who must have an answer: `doctor` reports what could not be read.
 */
export function readableHosts(context: Pick<Context, "places" | "lastSeen">): readonly KnownHost[] {
  try {
    return knownHosts(context);
  } catch (error) {
    if (error instanceof WhetstoneError) return [];
    throw error;
  }
}

/** By name. */
export function knownHosts({ places, lastSeen }: Pick<Context, "places" | "lastSeen">): readonly KnownHost[] {
  const setUp = new Map(readInstalled(places.folder).map(({ agent, at }) => [agent, at]));
  const called = new Map(lastSeen.list().map(({ host, at }) => [host, at]));
  return [...new Set([...setUp.keys(), ...called.keys()])].sort().map((host) => ({
    host,
    setUpAt: setUp.get(host) ?? null,
    lastCallAt: called.get(host) ?? null,
  }));
}
