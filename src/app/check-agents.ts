import { trialFolder } from "../files/trial-write.js";
import type { Check } from "./check.js";
import type { Context } from "./context.js";
import { hostAdvice, type KnownHost, knownHosts } from "./known-hosts.js";

/**
 * Finds hooks that are installed and never call: an agent may skip hooks that it does not trust, or may have
 * been started before they were written. Empty where no agent was set up and none called.
 */
export function checkAgents(context: Pick<Context, "places" | "lastSeen">): readonly Check[] {
  // A folder that cannot be written would look like hooks that never call.
  trialFolder(context.places.lastSeen);
  const hosts = knownHosts(context);
  if (hosts.length === 0) return [];
  const silent = hosts.filter(isSilent);
  if (silent.length === 0) {
    const calls = hosts.map(({ host, lastCallAt }) => `${host} at ${lastCallAt}`).join(", ");
    return [{ name: "agents", state: "ok", detail: `last calls: ${calls}` }];
  }
  const since = silent.map(({ host, setUpAt }) => `${host} since ${setUpAt}`).join(", ");
  const advice = hostAdvice(context);
  const next = silent.map(({ host }) => advice.get(host) ?? `start a new session of ${host} here`).join("; ");
  return [
    { name: "agents", state: "warning", detail: `hooks are installed and never called: ${since}`, next },
  ];
}

/** A call from before the newest setup says nothing about the new hooks. */
function isSilent({ setUpAt, lastCallAt }: KnownHost): boolean {
  return setUpAt !== null && (lastCallAt === null || lastCallAt < setUpAt);
}
