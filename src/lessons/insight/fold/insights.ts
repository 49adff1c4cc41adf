import type { EventOf } from "../../../log/events/catalog.js";
import type { InsightCategory } from "../../../log/events/deliberation.js";
import { isByHand, mayDeprecate } from "../../../log/events/lesson.js";
import { earliestFirst, newestFirst, stateList } from "../../../log/list-keys.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";
import { isWitness } from "../../unconfirmed/witness.js";
import {
  addRunEnd,
  addSighting,
  age,
  deprecate,
  penalise,
  reinforce,
  settled,
} from "../rules/change-insight.js";
import { type InsightEvidence, noEvidence } from "../rules/insight-evidence.js";
import { rankInsight, type Standing } from "../rules/insight-score.js";
import type { InsightRules } from "../rules/insight-state.js";
import { mayBeShown, stateOfInsight, unusedFrom, verifiedContexts } from "../rules/insight-state.js";

/** What a role keeps noticing, and how it has held up. */
export interface InsightRow {
  readonly lesson: string;
  readonly role: string;
  readonly text: string;
  readonly category: InsightCategory;
  /** Nobody wrote it down as a thing to remember: it was only said in passing, however often. */
  readonly inPassing: boolean;
  /** Who brought it in first. Never raised by later sightings. */
  readonly origin: string;
  /** A person brought it in, vouched for it, or confirmed it by a verdict. */
  readonly confirmed: boolean;
  readonly evidence: InsightEvidence;
  /** Insights that say the opposite, the newest of them. */
  readonly contradicts: readonly string[];
  readonly firstSeenAt: string;
  readonly exposures: number;
  /** The newest events behind these numbers, by seq. */
  readonly events: readonly number[];
}

type Settings = InsightRules;

/** Enough to explain an insight without reading the whole log. */
const eventsKept = 20;
const contradictsKept = 20;

/** Insights by lesson id. */
export const insights: Projection<InsightRow, Settings> = {
  ...views.insights,
  places: insightPlaces,
  // Of what its places are made of, role and category never change.
  keepsPlaces: (before, after) => before.evidence === after.evidence,
  on: {
    "lesson-observed": {
      keys: ({ data }) => [data.lesson],
      evolve: (row, event, settings) => {
        const { labels, files, phase, echo } = event.data;
        const { at, run, task } = event;
        const { deliberation } = event.data;
        const sighting = { labels, files, phase, echo, at, run, task, deliberation };
        const before = row ?? unseenInsight(event);
        const confirmed = before.confirmed || isWitness(event.origin);
        const inPassing = before.inPassing && event.data.inPassing;
        return changed({ ...before, confirmed, inPassing }, event.seq, (evidence) =>
          addSighting(evidence, sighting, settings),
        );
      },
    },
    "verdict-recorded": {
      keys: ({ data }) => [
        ...new Set([...data.penalised.map(({ lesson }) => lesson), ...data.reinforced, ...data.aged]),
      ],
      evolve: (row, event, settings, lesson) => row && afterVerdict(row, event, settings, lesson),
    },
    "outcome-scored": {
      keys: ({ data }) => [...new Set([...data.lessons, ...(data.instead?.lessons ?? [])])],
      evolve: (row, { data: { result, lessons, instead }, at, seq }, settings, lesson) => {
        const now = lessons.includes(lesson) ? (result === "held" ? "held" : "failed") : undefined;
        const before = instead?.lessons.includes(lesson) ? instead.result : undefined;
        return row && changed(row, seq, (evidence) => addRunEnd(evidence, now, before, at, settings));
      },
    },
    "contradiction-found": {
      keys: ({ data }) => [data.lesson, data.other].flatMap(insightKeys),
      evolve: (row, { data: { lesson, other }, seq }, _settings, key) => {
        const denied = key === lesson ? other : lesson;
        return (
          row && {
            ...row,
            contradicts: [...row.contradicts.filter((each) => each !== denied), denied].slice(
              -contradictsKept,
            ),
            events: [...row.events, seq].slice(-eventsKept),
          }
        );
      },
    },
    "lesson-exposed": {
      keys: ({ data }) => insightKeys(data.lesson),
      evolve: (row, { seq }) =>
        row && { ...row, exposures: row.exposures + 1, events: [...row.events, seq].slice(-eventsKept) },
    },
    "lesson-promoted": {
      keys: ({ data }) => insightKeys(data.lesson),
      evolve: (row, { at, seq }, settings) =>
        row &&
        changed({ ...row, confirmed: true }, seq, (evidence) => ({
          ...settled(evidence, at, settings),
          promoted: true,
        })),
    },
    "lesson-deprecated": {
      keys: ({ data }) => insightKeys(data.lesson),
      evolve: (row, { data: { by, reason }, origin, at, seq }) => {
        if (row === undefined || !mayDeprecate(by, row.evidence)) return row;
        const who = by === "caller" ? ({ by, origin } as const) : ({ by } as const);
        return changed(row, seq, (evidence) => deprecate(evidence, { ...who, reason, at }));
      },
    },
    "lesson-reset": {
      keys: ({ data }) => insightKeys(data.lesson),
      evolve: (row, { at, seq }) =>
        row && { ...row, confirmed: isWitness(row.origin), evidence: noEvidence(at), events: [seq] },
    },
    "lesson-forgotten": {
      keys: ({ data }) => insightKeys(data.lesson),
      evolve: () => undefined,
    },
  },
};

export function isInsight(lesson: string): boolean {
  return lesson.startsWith("insight-");
}

function insightKeys(lesson: string): readonly string[] {
  return isInsight(lesson) ? [lesson] : [];
}

/** Penalties come first: what one verdict refutes and confirms has regressed before it is confirmed. */
function afterVerdict(
  row: InsightRow,
  { data, at, seq, task }: EventOf<"verdict-recorded">,
  settings: Settings,
  lesson: string,
): InsightRow {
  const refuted = data.penalised.find((each) => each.lesson === lesson);
  const held = data.reinforced.includes(lesson) && data.witness !== undefined;
  const confirmed = row.confirmed || held;
  return changed({ ...row, confirmed }, seq, (before) => {
    const { role } = row;
    const evidence = refuted
      ? penalise(before, { role, at, task, deliberation: data.deliberation, ...refuted }, settings)
      : before;
    const { deliberation, labels, files } = data;
    const vouched = data.witness !== undefined;
    if (data.reinforced.includes(lesson))
      return reinforce(evidence, { at, task, deliberation, labels, files, vouched }, settings);
    return data.aged.includes(lesson) ? age(evidence, at, settings) : evidence;
  });
}

function changed(
  row: InsightRow,
  seq: number,
  change: (evidence: InsightEvidence) => InsightEvidence,
): InsightRow {
  return { ...row, evidence: change(row.evidence), events: [...row.events, seq].slice(-eventsKept) };
}

function unseenInsight({
  data: { lesson, role, text, category, inPassing },
  origin,
  at,
}: EventOf<"lesson-observed">): InsightRow {
  return {
    lesson,
    role,
    text,
    category,
    inPassing,
    origin,
    confirmed: false,
    evidence: noEvidence(at),
    contradicts: [],
    firstSeenAt: at,
    exposures: 0,
    events: [],
  };
}

/** Stands between the parts of a place. No role can hold it. */
const part = "\u001e";

/** A role's own, best first. */
export function bestOf(role: string, standing: Standing): string {
  return ["best", role, standing, ""].join(part);
}

/** What other roles may be shown too, best first. */
export function sharedList(standing: Standing): string {
  return ["shared", standing, ""].join(part);
}

/** What a role is warned of, the newest refutation first. */
export function warningsOf(role: string): string {
  return ["warning", role, ""].join(part);
}

/** What waits for a person's word, best first. */
export function readyList(standing: Standing): string {
  return ["ready", standing, ""].join(part);
}

/** What a validator refuted, newest first. */
export const demotedList = `demoted${part}`;
/** What a validator refuted although it had held up often, newest first. */
export const regressedList = `regressed${part}`;

function insightPlaces(row: InsightRow, settings: Settings): readonly string[] {
  const { role, category, evidence } = row;
  const places = [stateUntil(evidence, settings)];
  const rank = mayBeShown(row) ? rankInsight(evidence, category, settings) : undefined;
  if (rank !== undefined) {
    const { standing, order } = rank;
    places.push(bestOf(role, standing) + order);
    const verified = evidence.situations.length >= verifiedContexts;
    if (evidence.promoted || verified) places.push(sharedList(standing) + order);
    if (verified && !evidence.promoted && evidence.regressedAt === null)
      places.push(readyList(standing) + order);
  }
  const { refutedAt, deprecated } = evidence;
  if (refutedAt !== null && (deprecated === null || !isByHand(deprecated)))
    places.push(warningsOf(role) + newestFirst(refutedAt));
  if (evidence.penalisedAt !== null) places.push(demotedList + newestFirst(evidence.penalisedAt));
  if (evidence.regressedAt !== null) places.push(regressedList + newestFirst(evidence.regressedAt));
  return places;
}

/** Its state until it has gone unused for long enough to be deprecated. */
function stateUntil(evidence: InsightEvidence, settings: Settings): string {
  const state = stateOfInsight(evidence, Number.NEGATIVE_INFINITY, settings);
  const until = state === "deprecated" ? Number.POSITIVE_INFINITY : unusedFrom(evidence, settings);
  return stateList(state) + earliestFirst(until);
}
