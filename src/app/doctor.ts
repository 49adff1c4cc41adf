import { existsSync } from "node:fs";
import { WhetstoneError } from "../errors.js";
import { trialFolder } from "../files/trial-write.js";
import { ownModelSettings } from "../models/own-model-settings.js";
import { AllowedCommands } from "../predicates/allowed-commands.js";
import { formerProject } from "../project/local-folder.js";
import { roles as roleRows } from "../projections/roles.js";
import type { Progress, StoreInspection } from "../store/store.js";
import { counted } from "../text/counted.js";
import type { Check } from "./check.js";
import { checkAgents } from "./check-agents.js";
import { checkClock } from "./check-clock.js";
import { checkSearch } from "./check-search.js";
import { checkWritable } from "./check-writable.js";
import type { Context } from "./context.js";
import { lossDays, recentLosses } from "./recent-losses.js";
import { status } from "./status.js";

export type { Check };

export interface DoctorResult {
  /** False when at least one check found a problem. */
  readonly healthy: boolean;
  readonly checks: readonly Check[];
}

/**
 * Examines the installation, the store and the loop, and says what to do about each finding. Changes no
 * event.
 */
export async function doctor(context: Context, onProgress?: Progress): Promise<DoctorResult> {
  const checks: Check[] = [];
  const look = async (name: string, check: () => Findings | Promise<Findings>) => {
    checks.push(...(await withoutThrowing(name, check)));
  };
  await look("runtime", runtimeCheck);
  await look("project", () => projectCheck(context));
  await look("settings", () => settingsCheck(context));
  await look("data folder", () => checkWritable(context));
  const inspection = await context.ledger.store.inspect().catch(unreadable);
  const store = storeCheck(context, inspection);
  await look("store", () => store);
  await look("backup", () => backupCheck(context, inspection));
  const readable = store.state === "ok" && inspection.exists;
  if (readable) {
    await look("read models", () => viewsCheck(context, onProgress));
    await look("clock", () => checkClock(context));
    await look("loop", () => loopChecks(context));
    await look("insights", () => insightCheck(context));
  }
  await look("agents", () => checkAgents(context));
  await look("search", () => checkSearch(context, readable));
  await look("checks", () => commandCheck(context));
  await look("model", () => modelCheck(context));
  await look("losses", () => lossCheck(context));
  return { healthy: checks.every((check) => check.state !== "problem"), checks };
}

type Findings = Check | readonly Check[];

/** A check that cannot be made is a finding of its own: whoever calls for a doctor must get an answer. */
async function withoutThrowing(
  name: string,
  check: () => Findings | Promise<Findings>,
): Promise<readonly Check[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [failedCheck(name, error)];
  }
}

/** What to say of something that could not be looked at. */
export function failedCheck(name: string, error: unknown): Check {
  const detail = error instanceof Error ? error.message : String(error);
  const next = error instanceof WhetstoneError ? error.next : undefined;
  return {
    name,
    state: "problem",
    detail,
    next: next ?? "this is a fault of ours: please report it with this text",
  };
}

function unreadable(error: unknown): StoreInspection {
  const problem = error instanceof Error ? error.message : String(error);
  return { exists: true, sizeBytes: 0, problems: [problem], backups: [] };
}

/** The lowest Node that the package supports. */
const lowestNode = [20, 19] as const;

function runtimeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const detail = `Node ${process.version} on ${process.platform} ${process.arch}`;
  const enough = major > lowestNode[0] || (major === lowestNode[0] && minor >= lowestNode[1]);
  if (enough) return { name: "runtime", state: "ok", detail };
  return { name: "runtime", state: "problem", detail, next: `install Node ${lowestNode.join(".")} or newer` };
}

function projectCheck({ identity, places, loaded }: Context): Check {
  const how = { config: "by its id", git: "from the git folder", path: "from the folder's path" }[
    identity.from
  ];
  const changed = [...loaded.sources.values()].filter((source) => source.from !== "default").length;
  const detail = `${identity.key} (${how}) at ${places.root}, ${changed} settings changed`;
  const before = formerProject(places, identity.key);
  if (before === undefined || !existsSync(before.data)) return { name: "project", state: "ok", detail };
  return {
    name: "project",
    state: "warning",
    detail: `${detail}; it was ${before.project} before, and what was learned then is still there`,
    next: `whetstone export --project ${before.project} --out before.jsonl && whetstone import before.jsonl; then delete ${before.data}`,
  };
}

function storeCheck({ ledger }: Context, { exists, sizeBytes, problems, backups }: StoreInspection): Check {
  const where = ledger.store.location ?? "in memory";
  if (!exists) return { name: "store", state: "ok", detail: `nothing recorded yet (${where})` };
  if (problems.length === 0)
    return { name: "store", state: "ok", detail: `${where}, ${sizeBytes} bytes, every row checked` };
  const [backup] = backups;
  const ways = [
    ...(backup === undefined ? [] : [`the newest backup: whetstone doctor --restore "${backup}"`]),
    "an export: whetstone doctor --restore FILE.jsonl",
  ];
  return {
    name: "store",
    state: "problem",
    detail: problems.join("; "),
    next: `stop your agents, then go back to ${ways.join(", or to ")}. The damaged file is kept beside it.`,
  };
}

function backupCheck({ ledger }: Context, { exists, backups }: StoreInspection): Check {
  if (ledger.store.location === undefined)
    return { name: "backup", state: "warning", detail: "a store in memory has none" };
  const [newest] = backups;
  if (newest !== undefined)
    return { name: "backup", state: "ok", detail: `${backups.length}, newest ${newest}` };
  if (!exists) return { name: "backup", state: "ok", detail: "nothing to back up yet" };
  return {
    name: "backup",
    state: "warning",
    detail: "none",
    next: "run 'whetstone doctor --backup', or 'whetstone export --out FILE'",
  };
}

async function viewsCheck({ ledger }: Context, onProgress: Progress | undefined): Promise<Check> {
  const differences = await ledger.verify(onProgress);
  if (differences.length === 0)
    return { name: "read models", state: "ok", detail: "every row is what the log says" };
  return {
    name: "read models",
    state: "problem",
    detail: differences.slice(0, 5).join("; "),
    next: "run 'whetstone rebuild'",
  };
}

/**
 * Lessons that are stored and never shown are the commonest failure of such systems, so it has a check of its
 * own.
 */
async function loopChecks(context: Context): Promise<readonly Check[]> {
  const { outcomes, shown, rejected } = await status(context, { config: false });
  const recorded = outcomes.success + outcomes.partial + outcomes.failure;
  const reach = `${shown.withLessons} of the newest ${shown.runs} runs were shown a lesson`;
  const dark = recorded > 0 && shown.withLessons === 0;
  const loop: Check = dark
    ? {
        name: "loop",
        state: "warning",
        detail: `${recorded} outcomes recorded, but ${reach}`,
        next: "ask for 'whetstone plan' before the work, with the run's or task's id",
      }
    : { name: "loop", state: "ok", detail: `${recorded} outcomes recorded; ${reach}` };
  if (rejected === 0) return [loop];
  const [newest] = await context.ledger.read((reader) => reader.rejected(1));
  const detail = `${rejected} inputs were refused, the newest by ${newest?.verb}: '${newest?.field}': ${newest?.reason}`;
  return [loop, { name: "input", state: "warning", detail, next: "correct the caller that sends them" }];
}

/** A store that failed open in silence and learned nothing for weeks is the known failure of this design. */
async function insightCheck(context: Context): Promise<Check> {
  const { lessons, captured, shown } = await status(context, { config: false });
  const roles = await context.ledger.read((reader) => reader.rows(roleRows));
  const spoken = roles.reduce((sum, role) => sum + role.deliberations, 0);
  const asked = roles.reduce((sum, role) => sum + role.briefs, 0);
  const detail = `${counted(lessons.insights, "insight")} from ${counted(spoken, "deliberation")}; ${captured.withInsights} of the newest ${captured.runs} runs brought one, ${shown.withLessons} were shown a lesson`;
  if (spoken === 0) return { name: "insights", state: "ok", detail: "no deliberation recorded yet" };
  if (captured.runs > 0 && captured.withInsights === 0)
    return {
      name: "insights",
      state: "warning",
      detail: `nothing was captured in the newest ${counted(captured.runs, "run")}; ${detail}`,
      next: "end the role's answer with a section 'Accumulated Patterns', and call 'whetstone deliberate' with the run's id",
    };
  if (lessons.insights > 0 && shown.withLessons === 0)
    return {
      name: "insights",
      state: "warning",
      detail: `nothing was shown in the newest ${counted(shown.runs, "run")}, and ${counted(asked, "brief")} asked for so far; ${detail}`,
      next: "call 'whetstone brief --role ROLE' before the role begins, with the run's id",
    };
  return { name: "insights", state: "ok", detail };
}

/**
 * Commands that checks may run are a person's to allow: one that a cloned file names must be seen, and is not
 * run.
 */
function commandCheck({ ledger, loaded }: Context): Check {
  const path = "directives.predicateCommands";
  const commands = AllowedCommands.from(ledger.config.directives.predicateCommands, loaded.sources.get(path));
  const said = [...commands.refused, ...commands.warnings];
  if (said.length === 0) return { name: "checks", state: "ok", detail: "no check runs a program" };
  const next = "allow only commands that run no code of the project";
  return { name: "checks", state: "warning", detail: said.join("; "), next };
}

/** What the configuration names and nothing reads. */
function settingsCheck({ loaded: { warnings } }: Context): readonly Check[] {
  if (warnings.length === 0) return [];
  const next = "remove what is ignored from whetstone.json or the environment";
  return [{ name: "settings", state: "warning", detail: warnings.join("; "), next }];
}

/**
 * A model costs money: whether one may be asked, and what a file of the project would have liked, is said
 * plainly.
 */
function modelCheck({ loaded }: Context): Check {
  const { settings, ignored } = ownModelSettings(loaded.config.model, loaded.sources);
  const on = settings.enabled && settings.provider !== "none";
  const detail = on
    ? `${settings.provider} may be asked, at most ${settings.callsPerDay} times a day`
    : "no language model is asked";
  if (ignored.length === 0) return { name: "model", state: "ok", detail };
  return {
    name: "model",
    state: "warning",
    detail: `${detail}; ${ignored.join("; ")}`,
    next: "set it yourself, if you want it",
  };
}

/** A note that cannot be taken is a loss that nobody hears of, so that is looked at first. */
function lossCheck(context: Context): Check {
  if (context.ledger.store.location !== undefined) trialFolder(context.places.losses);
  const lost = recentLosses(context);
  const newest = lost.at(-1);
  if (newest === undefined)
    return { name: "losses", state: "ok", detail: `nothing was given up in ${lossDays} days` };
  const stages = new Map<string, number>();
  for (const { stage } of lost) stages.set(stage, (stages.get(stage) ?? 0) + 1);
  const counts = [...stages].map(([stage, count]) => `${stage} ${count}`).join(", ");
  return {
    name: "losses",
    state: "warning",
    detail: `given up in ${lossDays} days so that agents could go on: ${counts}; the newest at ${newest.at} by ${newest.stage}: ${newest.reason}`,
    next: "the reason says what to correct; the agents were not stopped",
  };
}

export async function backUp({ ledger }: Context): Promise<string> {
  const file = await ledger.store.backUp();
  if (file !== undefined) return file;
  throw new WhetstoneError("not_found", "there is nothing to back up yet", {
    next: "record an outcome first",
  });
}
