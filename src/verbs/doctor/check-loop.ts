import { trialFolder } from "../../base/files/trial-write.js";
import type { Loss } from "../../base/losses/losses.js";
import { counted } from "../../base/text/counted.js";
import { roles as roleRows } from "../../lessons/insight/fold/roles.js";
import { allLessons, trials } from "../../lessons/trial/fold/trials.js";
import { dayMs, epochMs, isoTime } from "../../log/events/time.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../call/context.js";
import { ago } from "../overview/ago.js";
import { newestSessions } from "../overview/sessions-listed.js";
import { status } from "../overview/status.js";
import type { Check } from "./check.js";
import { hostAdvice, type KnownHost, knownHosts, readableHosts } from "./known-hosts.js";
import { isUnchecked, lossDays, recentLosses } from "./recent-losses.js";

/**
 * Lessons that are stored and never shown are the commonest failure of such systems, so it has a check of its
 * own.
 */
export async function checkLoop(context: Context): Promise<readonly Check[]> {
  const { outcomes, rejected } = await status(context, { config: false });
  const recorded = outcomes.success + outcomes.partial + outcomes.failure;
  const { sessions, shown } = await context.ledger.read((reader) => newestSessions(context, reader));
  const reach = `lessons reached ${shown} of the last ${counted(sessions.length, "session")}`;
  const heldOut = shown === 0 ? await context.ledger.read(heldOutSessions) : 0;
  const dark = recorded > 0 && shown === 0 && heldOut === 0;
  const byChance = `; chance held lessons out of ${counted(heldOut, "session")}, to compare`;
  const loop: Check = dark
    ? {
        name: "loop",
        state: "warning",
        detail: `${counted(recorded, "outcome")} recorded, but ${reach}`,
        next: hasHooks(context)
          ? "start a new session of the agent, and see with 'whetstone shown' what it was given"
          : "ask for 'whetstone plan' before the work, with the run's or task's id",
      }
    : {
        name: "loop",
        state: "ok",
        detail: `${counted(recorded, "outcome")} recorded; ${reach}${heldOut === 0 ? "" : byChance}`,
      };
  if (rejected === 0) return [loop];
  const [newest] = await context.ledger.read((reader) => reader.rejected(1));
  const why = `the newest by ${newest?.verb}: '${newest?.field}': ${newest?.reason}`;
  const detail = `${rejected} inputs were refused, ${why}`;
  return [loop, { name: "input", state: "warning", detail, next: "correct the caller that sends them" }];
}

/** How often a lesson fitted and chance said that it is not shown: the loop works, and what it measures is dark. */
async function heldOutSessions(reader: LedgerReader): Promise<number> {
  const rows = await reader.rows(trials);
  return rows
    .filter(({ lesson }) => lesson !== allLessons)
    .reduce((sum, { bets }) => sum + bets.heldOut.sessions, 0);
}

/** Then nobody has to call anything: what is missing is a session, or a word in an answer. */
function hasHooks(context: Context): boolean {
  return readableHosts(context).length > 0;
}

/** A store that failed open in silence and learned nothing for weeks is the known failure of this design. */
export async function checkInsights(context: Context): Promise<Check> {
  const { lessons, captured, shown } = await status(context, { config: false });
  const roles = await context.ledger.read((reader) => reader.rows(roleRows));
  const spoken = roles.reduce((sum, role) => sum + role.deliberations, 0);
  const asked = roles.reduce((sum, role) => sum + role.briefs, 0);
  const detail = [
    `${counted(lessons.insights, "insight")} from ${counted(spoken, "deliberation")};`,
    `${captured.withInsights} of the newest ${captured.runs} runs produced one,`,
    `${shown.withLessons} were shown a lesson`,
  ].join(" ");
  if (spoken === 0) return { name: "insights", state: "ok", detail: "no deliberation recorded yet" };
  if (captured.runs > 0 && captured.withInsights === 0)
    return {
      name: "insights",
      state: "warning",
      detail: `nothing was captured in the newest ${counted(captured.runs, "run")}; ${detail}`,
      next: `end the role's answer with a section 'Accumulated Patterns'${
        hasHooks(context) ? ": the hooks read it" : ", and call 'whetstone deliberate' with the run's id"
      }`,
    };
  if (lessons.insights > 0 && shown.withLessons === 0)
    return {
      name: "insights",
      state: "warning",
      detail: [
        `nothing was shown in the newest ${counted(shown.runs, "run")},`,
        `and ${counted(asked, "brief")} asked for so far; ${detail}`,
      ].join(" "),
      next: hasHooks(context)
        ? "run the role as a sub-agent of its name: the hooks brief it when it begins"
        : "call 'whetstone brief --role ROLE' before the role begins, with the run's id",
    };
  return { name: "insights", state: "ok", detail };
}

/**
 * Hooks that are installed and never heard teach nothing, and it goes unnoticed: an agent may skip hooks that
 * it does not trust, or may have been started before they were there. That none is set up is no fault: programs
 * may use the library alone.
 */
export function checkAgents(context: Pick<Context, "places" | "lastSeen" | "clock">): readonly Check[] {
  // A folder that cannot be written would look like hooks that never call.
  trialFolder(context.places.lastSeen);
  const hosts = knownHosts(context);
  if (hosts.length === 0)
    return [{ name: "agents", state: "ok", detail: "none set up here; 'whetstone init' does it" }];
  const now = isoTime(context.clock());
  const since = (at: string | null) => (at === null ? "never" : ago(at, now));
  const silent = hosts.filter(isSilent);
  if (silent.length === 0) {
    const calls = hosts.map(({ host, lastCallAt }) => `${host} called ${since(lastCallAt)}`).join(", ");
    return [{ name: "agents", state: "ok", detail: calls }];
  }
  const waits = silent.map(({ host, setUpAt }) => `${host}, set up ${since(setUpAt)}`).join("; ");
  const advice = hostAdvice(context);
  const next = silent.map(({ host }) => advice.get(host) ?? `start a new session of ${host} here`).join("; ");
  return [{ name: "agents", state: "warning", detail: `has not called since it was set up: ${waits}`, next }];
}

/** A call from before the newest setup says nothing about the new hooks. */
function isSilent({ setUpAt, lastCallAt }: KnownHost): boolean {
  return setUpAt !== null && (lastCallAt === null || lastCallAt < setUpAt);
}

function uncheckedCalls(lost: readonly Loss[], counts: string): Check {
  const newest = lost.at(-1);
  return {
    name: "losses",
    state: "problem",
    detail: [
      `enforcement was off: ${counted(lost.length, "time")} in the last day tool calls went on unchecked,`,
      `the newest at ${newest?.at} by ${newest?.stage}: ${newest?.reason};`,
      `given up in ${lossDays} days: ${counts}`,
    ].join(" "),
    next: "correct what the reason says; this is reported for a day",
  };
}

/** A note that cannot be taken is a loss without a trace, so that is looked at first. */
export function checkLosses(context: Context): Check {
  if (context.ledger.store.location !== undefined) trialFolder(context.places.losses);
  const lost = recentLosses(context);
  const newest = lost.at(-1);
  if (newest === undefined) return { name: "losses", state: "ok", detail: `none in ${lossDays} days` };
  const unchecked = lost.filter((loss) => isUnchecked(loss) && epochMs(loss.at) >= context.clock() - dayMs);
  const stages = new Map<string, number>();
  for (const { stage } of lost) stages.set(stage, (stages.get(stage) ?? 0) + 1);
  const counts = [...stages].map(([stage, count]) => `${stage} ${count}`).join(", ");
  if (unchecked.length > 0) return uncheckedCalls(unchecked, counts);
  return {
    name: "losses",
    state: "warning",
    detail: [
      `given up in ${lossDays} days so that agents could go on: ${counts};`,
      `the newest at ${newest.at} by ${newest.stage}: ${newest.reason}`,
    ].join(" "),
    next: "the reason says what to correct; the agents were not stopped",
  };
}
