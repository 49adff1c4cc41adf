import { type InstalledAgent, readInstalled } from "../project/installed.js";
import type { Check } from "./check.js";
import type { Context } from "./context.js";

/** Some days of work: an agent that is used is heard within them. */
const eventsLookedAt = 5_000;

const hints: Readonly<Record<string, string>> = {
  codex: "start Codex here and approve the hooks with /hooks: those that nobody approved are skipped without a word",
  gemini: "trust this folder in Gemini CLI with /permissions and start a new session: elsewhere it skips all hooks",
  cursor: "open this folder in Cursor, trust it, and look at Hooks in its settings: this was never run with Cursor",
};

/**
 * Hooks that are installed and never heard teach nothing, and nobody notices: an agent may skip hooks that it does not trust, or may
 * have been started before they were there. Empty when `init` was not used here.
 */
export async function checkAgents({ ledger, places }: Context, readable: boolean): Promise<readonly Check[]> {
  const installed = readInstalled(places.folder);
  if (installed.length === 0) return [];
  const heard = readable ? await actorsOf(ledger) : new Set<string>();
  const silent = installed.filter(({ agent }) => !heard.has(agent));
  const names = (agents: readonly InstalledAgent[]) => agents.map(({ agent }) => agent).join(", ");
  if (silent.length === 0) return [{ name: "agents", state: "ok", detail: `heard of ${names(installed)}` }];
  const since = silent.map(({ agent, at }) => `${agent} since ${at}`).join(", ");
  const next = silent.map(({ agent }) => hints[agent] ?? `start a new session of ${agent} here`).join("; ");
  return [{ name: "agents", state: "warning", detail: `hooks are installed and were never heard: ${since}`, next }];
}

async function actorsOf(ledger: Context["ledger"]): Promise<ReadonlySet<string>> {
  const events = await ledger.read(async (reader) =>
    reader.eventsAfter(Math.max(0, (await reader.head()) - eventsLookedAt), eventsLookedAt),
  );
  return new Set(events.map(({ actor }) => actor));
}
