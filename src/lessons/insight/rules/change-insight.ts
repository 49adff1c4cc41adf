import { isByHand } from "../../../log/events/lesson.js";
import { epochMs, laterOf } from "../../../log/events/time.js";
import {
  type Deprecation,
  type InsightEvidence,
  noEvidence,
  type Situation,
  type Use,
} from "./insight-evidence.js";
import { isRefuted } from "./insight-line.js";
import { isImmune } from "./insight-score.js";
import type { InsightRules } from "./insight-state.js";
import { candidateSightings, deprecationAt, verifiedContexts } from "./insight-state.js";
import { folderOf, type Surroundings } from "./overlap.js";

type Settings = InsightRules;

/** Noticing something for the first time counts as one success (jkz: success_count). */
const firstSightSuccesses = 1;
/** A false positive in a role that is not severe (jkz: per-role weight). */
const ordinaryPenalty = 1;
/** Reinforced this often, a penalised insight is a regression (jkz: was_validated). */
export const regressionReinforcements = 3;
/** Verdicts in a row that passed without it (jkz: lifecycle, deprecated; the number is Whetstone's). */
const deprecateAgeingSteps = 10;

/** Enough to compare with, few enough to rewrite with every sighting. */
const placesKept = 20;
const runsKept = 10;
/** A verdict comes soon after what it judges; what was seen ten sightings ago is no longer taken back. */
const usesKept = 10;

export interface Sighting extends Surroundings {
  readonly at: string;
  /** The deliberation that it was stated in. */
  readonly deliberation: string;
  readonly echo: boolean;
  readonly run?: string | undefined;
  readonly task?: string | undefined;
}

/** A role stated it. What it had been shown, or had stated in the same run, is only an echo. */
export function addSighting(
  before: InsightEvidence,
  sighting: Sighting,
  settings: Settings,
): InsightEvidence {
  const evidence = settled(before, sighting.at, settings);
  const { at, run } = sighting;
  const lastSaidAt = laterOf(evidence.lastSaidAt, at);
  const repeated = run !== undefined && evidence.runs.includes(run);
  if (sighting.echo || repeated) return { ...evidence, echoes: evidence.echoes + 1, lastSaidAt };
  const gain = evidence.sightings === 0 ? firstSightSuccesses : 1;
  return {
    ...evidence,
    sightings: evidence.sightings + 1,
    successes: evidence.successes + gain,
    ageing: 0,
    lastUsedAt: laterOf(evidence.lastUsedAt, at),
    ...withUse(evidence, { deliberation: sighting.deliberation, at, ageing: evidence.ageing }),
    lastSaidAt,
    situations: withSituation(evidence.situations, sighting),
    labels: moveAllToEnd(evidence.labels, sighting.labels),
    files: moveAllToEnd(evidence.files, sighting.files),
    phases: moveAllToEnd(evidence.phases, sighting.phase === undefined ? [] : [sighting.phase]),
    runs: run === undefined ? evidence.runs : [...evidence.runs, run].slice(-runsKept),
  };
}

/** What no longer fits among the newest uses can no longer be taken back. */
function withUse(
  { uses, usedBefore }: InsightEvidence,
  use: Use,
): Pick<InsightEvidence, "uses" | "usedBefore"> {
  const all = [...uses, use];
  const settledUses = all.slice(0, -usesKept).map((each) => each.at);
  return { uses: all.slice(-usesKept), usedBefore: settledUses.reduce(laterOf, usedBefore) };
}

/** The evidence as if a deliberation had not stated it: its time and its ageing are what they were. */
function withoutUse(
  evidence: InsightEvidence,
  deliberation: string,
): Pick<InsightEvidence, "uses" | "lastUsedAt" | "ageing"> {
  const { uses, usedBefore, lastUsedAt, ageing } = evidence;
  const refuted = uses.find((each) => each.deliberation === deliberation);
  if (refuted === undefined) return { uses, lastUsedAt, ageing };
  const others = uses.filter((each) => each !== refuted);
  const isNewest = uses.at(-1) === refuted && lastUsedAt === refuted.at;
  return {
    uses: others,
    lastUsedAt: others.map((each) => each.at).reduce(laterOf, usedBefore),
    ageing: isNewest ? refuted.ageing + ageing : ageing,
  };
}

export interface Refutation {
  readonly role: string;
  readonly at: string;
  /** The deliberation that is refuted. */
  readonly deliberation: string;
  /** The deliberation that is refuted had counted as a sighting. */
  readonly unearned: boolean;
  /** Its task. */
  readonly task?: string | undefined;
}

/**
 * A validator called it a false positive. One that had held up often has regressed, and must hold up as often
 * again. What the same deliberation earned by saying it is taken back, count and recency, down to the first
 * sight: else a role that keeps being wrong would break even, and a dead insight would be fresh again.
 */
export function penalise(
  before: InsightEvidence,
  { role, at, deliberation, unearned, task }: Refutation,
  settings: Settings,
): InsightEvidence {
  const evidence = settled(before, at, settings);
  const regressed = evidence.reinforcements >= regressionReinforcements;
  const least = Math.min(evidence.successes, firstSightSuccesses);
  const ignores = evidence.ignores + 1;
  const successes = unearned ? Math.max(least, evidence.successes - 1) : evidence.successes;
  return {
    ...evidence,
    ...(unearned ? withoutUse(evidence, deliberation) : {}),
    sightings: unearned ? Math.max(1, evidence.sightings - 1) : evidence.sightings,
    successes,
    situations: unearned ? evidence.situations.filter((each) => each.task !== task) : evidence.situations,
    ignores,
    ignoreWeight: evidence.ignoreWeight + penaltyFor(role, settings),
    penalisedAt: laterOf(evidence.penalisedAt ?? at, at),
    refutedAt: isRefuted({ successes, ignores }) ? laterOf(evidence.refutedAt ?? at, at) : evidence.refutedAt,
    reinforcements: regressed ? 0 : evidence.reinforcements,
    regressedAt: regressed ? at : evidence.regressedAt,
  };
}

/** The weight goes by the role that made the claim, not by the one that refuted it. */
export function penaltyFor(role: string, { severeRoles, severePenalty }: Settings): number {
  return severeRoles.some((each) => each.toLowerCase() === role) ? severePenalty : ordinaryPenalty;
}

/** What a verdict with evidence was about. */
export type Confirmation = Pick<Sighting, "at" | "task" | "labels" | "files" | "deliberation"> & {
  /** Whether a channel vouches for who the validator was. */
  readonly vouched: boolean;
};

/**
 * A verdict with evidence confirmed it: worth a sighting there, for a role that is always shown it can never
 * say it unprompted; one that it did say unprompted was counted then. One that evidence had deprecated comes
 * back as a candidate, and has to be verified and promoted anew; what a person deprecated stays so.
 */
export function reinforce(
  before: InsightEvidence,
  confirmation: Confirmation,
  settings: Settings,
): InsightEvidence {
  const { at } = confirmation;
  const evidence = returned(settled(before, at, settings));
  const counted = evidence.uses.some((each) => each.deliberation === confirmation.deliberation);
  const reinforcements = evidence.reinforcements + 1;
  const recovered = reinforcements >= settings.immuneAfterReinforcements;
  return {
    ...evidence,
    sightings: evidence.sightings + (counted ? 0 : 1),
    successes: evidence.successes + 1,
    validated: evidence.validated + (confirmation.vouched ? 1 : 0),
    reinforcements,
    situations: withSituation(evidence.situations, confirmation),
    regressedAt: recovered ? null : evidence.regressedAt,
    refutedAt: null,
    ageing: 0,
    lastUsedAt: laterOf(evidence.lastUsedAt, at),
    usedBefore: laterOf(evidence.usedBefore, at),
  };
}

/** What a person activated, what is immune and what warns of a false positive is never too old. */
export function ages(evidence: InsightEvidence, settings: Settings): boolean {
  return !evidence.promoted && !isImmune(evidence, settings) && evidence.refutedAt === null;
}

/** It was shown and to the point, and a verdict passed without it. */
export function age(before: InsightEvidence, at: string, settings: Settings): InsightEvidence {
  const evidence = settled(before, at, settings);
  if (!ages(evidence, settings)) return evidence;
  const ageing = evidence.ageing + 1;
  if (evidence.deprecated !== null || ageing < deprecateAgeingSteps) return { ...evidence, ageing };
  return {
    ...evidence,
    ageing,
    deprecated: { by: "ageing", reason: `${ageing} verdicts passed without it`, at },
  };
}

/** How a run ended in which it was shown; `instead` takes back what was recorded for that run before. */
export function addRunEnd(
  before: InsightEvidence,
  result: "held" | "failed" | undefined,
  instead: "held" | "failed" | undefined,
  at: string,
  settings: Settings,
): InsightEvidence {
  const { outcomes, ...evidence } = settled(before, at, settings);
  const count = (name: "held" | "failed") =>
    outcomes[name] + Number(result === name) - Number(instead === name);
  return {
    ...evidence,
    outcomes: { held: Math.max(0, count("held")), failed: Math.max(0, count("failed")) },
  };
}

export function deprecate(before: InsightEvidence, deprecated: Deprecation): InsightEvidence {
  return { ...before, promoted: false, deprecated };
}

/**
 * Makes permanent what time alone brought about: else an insight would come back by being mentioned again.
 */
export function settled(evidence: InsightEvidence, at: string, settings: Settings): InsightEvidence {
  const deprecated = deprecationAt(evidence, epochMs(at), settings);
  return deprecated === evidence.deprecated ? evidence : { ...evidence, deprecated };
}

function returned(evidence: InsightEvidence): InsightEvidence {
  if (evidence.deprecated === null || isByHand(evidence.deprecated)) return evidence;
  return {
    ...noEvidence(evidence.lastUsedAt),
    successes: evidence.successes,
    validated: evidence.validated,
    ignores: evidence.ignores,
    ignoreWeight: evidence.ignoreWeight,
    penalisedAt: evidence.penalisedAt,
    outcomes: evidence.outcomes,
    // The reinforcement that brings it back is the last one it needs.
    sightings: Math.max(evidence.sightings, candidateSightings - 1),
    echoes: evidence.echoes,
    lastSaidAt: evidence.lastSaidAt,
    labels: evidence.labels,
    files: evidence.files,
    phases: evidence.phases,
    runs: evidence.runs,
  };
}

/** Another situation is another task, and with it other labels or other folders. */
function withSituation(
  known: readonly Situation[],
  { task, labels, files }: Pick<Sighting, "task" | "labels" | "files">,
): readonly Situation[] {
  // Without a task it cannot be distinguished from the others.
  if (task === undefined) return known;
  const situation = { task, labels: sortedSet(labels), folders: sortedSet(files.map(folderOf)) };
  const distinct = known.every((each) => differs(each, situation));
  return distinct ? [...known, situation].slice(0, verifiedContexts) : known;
}

function differs(a: Situation, b: Situation): boolean {
  if (a.task === b.task) return false;
  return a.labels.join("\n") !== b.labels.join("\n") || a.folders.join("\n") !== b.folders.join("\n");
}

function sortedSet(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort().slice(0, placesKept);
}

function moveAllToEnd(known: readonly string[], seen: readonly string[]): readonly string[] {
  return [...new Set([...known.filter((each) => !seen.includes(each)), ...seen])].slice(-placesKept);
}
