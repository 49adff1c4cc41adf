import { existsSync } from "node:fs";
import * as z from "zod/mini";
import { isLink } from "../base/files/make-folder.js";
import { ownModelSettings } from "../base/model/own-model-settings.js";
import { formerProject } from "../base/project/accepted.js";
import { projectName } from "../base/project/project-name.js";
import { counted } from "../base/text/counted.js";
import { AllowedCommands } from "../lessons/directive/predicate/allowed-commands.js";
import type { Progress, StoreInspection } from "../log/store/store.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import { type Check, type DoctorResult, doctorOutput, failedCheck } from "./doctor/check.js";
import { checkForgetting } from "./doctor/check-forgetting.js";
import { checkInstructions } from "./doctor/check-instructions.js";
import { checkAgents, checkInsights, checkLoop, checkLosses } from "./doctor/check-loop.js";
import { checkPolicy } from "./doctor/check-policy.js";
import { checkSearch } from "./doctor/check-search.js";
import {
  checkBackup,
  checkClock,
  checkNames,
  checkReadModels,
  checkStore,
  checkWritable,
} from "./doctor/check-store.js";
import { checkTeam } from "./doctor/check-team.js";
import { checkTrials } from "./doctor/check-trials.js";
import { defineVerb } from "./frame/define-verb.js";
import { pauseNow, pauseText } from "./overview/pause.js";

export const verb = defineVerb({
  name: "doctor",
  group: "Set up",
  summary: "Check the project's settings, store and lessons",
  description: `Examines the installation, the store and the loop, and says what to do about each finding. \
Changes no event. The command of this name looks at the setup of coding agents and at the server too.`,
  examples: [{ run: "whetstone doctor", about: "What is wrong, and what to do:" }],
  caller: "anyone",
  hub: null,
  input: z.strictObject({
    quick: field(
      "Leave out the checks that read every row: an answer in a second, however long the log is.",
      z._default(z.boolean(), false),
    ),
  }),
  output: doctorOutput,
  run: (context, { quick }, { onProgress }) => doctor(context, quick, onProgress),
});

async function doctor(context: Context, quick: boolean, onProgress?: Progress): Promise<DoctorResult> {
  const checks: Check[] = [];
  const look = async (name: string, check: () => Findings | Promise<Findings>) => {
    checks.push(...(await withoutThrowing(name, check)));
  };
  await look("runtime", runtimeCheck);
  await look("project", () => projectCheck(context));
  await look("folder", () => folderCheck(context));
  await look("settings", () => settingsCheck(context));
  await look("data folder", () => checkWritable(context));
  await look("forget", () => checkForgetting(context));
  const inspection = await context.ledger.store.inspect({ quick }).catch(unreadableCheck);
  const store = checkStore(context, inspection, quick);
  await look("store", () => store);
  await look("backup", () => checkBackup(context, inspection, quick));
  const readable = store.state === "ok" && inspection.exists;
  if (readable) {
    if (!quick) await look("read models", () => checkReadModels(context, onProgress));
    await look("clock", () => checkClock(context));
    await look("rules", () => checkNames(context));
    await look("loop", () => checkLoop(context));
    await look("insights", () => checkInsights(context));
    await look("policy", () => checkPolicy(context));
    await look("trials", () => checkTrials(context));
    await look("pause", () => pauseCheck(context));
    await look("instructions", () => checkInstructions(context));
  }
  await look("team", () => checkTeam(context));
  await look("agents", () => checkAgents(context));
  await look("search", () => checkSearch(context, readable));
  await look("checks", () => commandCheck(context));
  await look("model", () => modelCheck(context));
  await look("losses", () => checkLosses(context));
  return { healthy: checks.every((check) => check.state !== "problem"), checks };
}

type Findings = Check | readonly Check[];

/** A check that throws becomes a finding, so that the caller gets an answer. */
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

function unreadableCheck(error: unknown): StoreInspection {
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

async function pauseCheck(context: Context): Promise<readonly Check[]> {
  const pause = await context.ledger.read((reader) => pauseNow(context, reader));
  if (pause === undefined) return [];
  const next = "'whetstone resume' ends the pause";
  return [{ name: "pause", state: "warning", detail: `lessons are paused ${pauseText(pause)}`, next }];
}

function projectCheck({ identity, places, loaded, unaccepted }: Context): Check {
  const name = projectName(identity, places.root);
  const changed = [...loaded.sources.values()].filter((source) => source.from !== "default").length;
  const detail = `${name} (${places.root}), ${counted(changed, "setting")} changed`;
  if (unaccepted !== undefined)
    return {
      name: "project",
      state: "warning",
      detail: `${detail}; ${unaccepted}`,
      next: "'whetstone trust', or remove it from whetstone.json",
    };
  const before = formerProject(places, identity.key);
  if (before === undefined || !existsSync(before.data)) return { name: "project", state: "ok", detail };
  return {
    name: "project",
    state: "warning",
    detail: `${detail}; it was ${before.project} before, and what was learned then is still there`,
    next: [
      `'whetstone export --project ${before.project} --out before.jsonl'`,
      `'whetstone import before.jsonl --keep-origins'`,
      `delete ${before.data}`,
    ].join(", then "),
  };
}

/** A clone may bring a link in the place of the folder that Whetstone writes. */
function folderCheck({ places: { folder } }: Context): readonly Check[] {
  if (!isLink(folder)) return [];
  const detail = `${folder} is a link: nothing is written through it`;
  return [{ name: "folder", state: "warning", detail, next: "delete the link, unless you made it" }];
}

/** Only a person allows commands that checks may run: one that a cloned file names is shown and not run. */
function commandCheck({ ledger, loaded }: Context): Check {
  const path = "directives.predicateCommands";
  const commands = AllowedCommands.from(ledger.config.directives.predicateCommands, loaded.sources.get(path));
  const findings = [...commands.refused, ...commands.warnings];
  if (findings.length === 0) return { name: "checks", state: "ok", detail: "no check runs a program" };
  const next = "allow only commands that run no code of the project";
  return { name: "checks", state: "warning", detail: findings.join("; "), next };
}

/** A file that is not followed as it is, and names in the configuration that nothing reads. */
function settingsCheck({ loaded: { warnings, fault } }: Context): readonly Check[] {
  if (fault !== undefined) {
    const detail = `${fault}; agents go on by what it last said, and commands refuse`;
    return [{ name: "settings", state: "problem", detail, next: "correct whetstone.json, or delete it" }];
  }
  if (warnings.length === 0) return [];
  const next = "remove what is ignored from whetstone.json or the environment";
  return [{ name: "settings", state: "warning", detail: warnings.join("; "), next }];
}

/** A model costs money: a person must see whether one may be asked, and what a file of the project wants. */
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
