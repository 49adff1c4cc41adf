import { trialFolder } from "../files/trial-write.js";
import type { Check } from "./check.js";
import type { Context } from "./context.js";
import { hostAdvice, type KnownHost, knownHosts } from "./known-hosts.js";

/**
 * Hooks that are installed and never heard teach nothing, and nobody notices: an agent may skip hooks that it
 * does not trust, or may have been started before they were there. Empty where no agent was set up and none
 * called.
 */
export function checkAgents(context: Pick<Context, "places" | "heard">): readonly Check[] {
  // What an agent's call could not leave there would be taken for silence.
  trialFolder(context.places.heard);
  const hosts = knownHosts(context);
  if (hosts.length === 0) return [];
  const silent = hosts.filter(isSilent);
  if (silent.length === 0) {
    const heard = hosts.map(({ host, lastCallAt }) => `${host} at ${lastCallAt}`).join(", ");
    return [{ name: "agents", state: "ok", detail: `last heard of ${heard}` }];
  }
  const since = silent.map(({ host, setUpAt }) => `${host} since ${setUpAt}`).join(", ");
  const advice = hostAdvice(context);
  const next = silent.map(({ host }) => advice.get(host) ?? `start a new session of ${host} here`).join("; ");
  return [
    { name: "agents", state: "warning", detail: `hooks are installed and were never heard: ${since}`, next },
  ];
}

/** What it said before it was set up anew says nothing of the new hooks. */
function isSilent({ setUpAt, lastCallAt }: KnownHost): boolean {
  return setUpAt !== null && (lastCallAt === null || lastCallAt < setUpAt);
}
