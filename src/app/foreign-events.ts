import { cappedByTrust } from "../engines/directives/trust.js";
import type { EventType } from "../events/catalog.js";
import type { RecordedEvent } from "../events/envelope.js";
import { isDirective } from "../projections/directives.js";

type Fields = Readonly<Record<string, unknown>>;

/** Decisions of people, and what trust in another log brought about: a file cannot decide anything here. */
const decisions: ReadonlySet<string> = new Set<EventType>([
  "lesson-activated",
  "lesson-promoted",
  "lesson-retired",
  "correction-heard",
  "lesson-edited",
  "lesson-muted",
  "lesson-unmuted",
  "lessons-published",
  "lesson-reset",
  "lesson-forgotten",
  "directive-escalated",
  "directive-set",
  "gate-overridden",
  "policy-relaxed",
  "policy-set",
]);

export interface Foreign {
  readonly events: readonly RecordedEvent[];
  /** How many are not among them. */
  readonly leftOut: number;
}

/**
 * What is left of an export when nobody here vouches for it: its texts and facts under one origin, without
 * witnesses, predicates, weight and decisions. What it says of directives that are here already, or of texts
 * that were forgotten there, is left out.
 */
export function foreignEvents(
  events: readonly RecordedEvent[],
  origin: string,
  isHere: (lesson: string) => boolean,
): Foreign {
  const read = events.map((event) => ({ event, data: JSON.parse(event.data) as Fields }));
  const forgotten = new Set(
    read.filter(({ event }) => event.type === "lesson-forgotten").map(({ data }) => data.lesson),
  );
  const kept = read.filter(
    ({ event, data }) =>
      !isDecision(event, data) && !forgotten.has(data.lesson) && !isAboutOurs(data.lesson, isHere),
  );
  return {
    events: kept.map(({ event, data }) => ({ ...event, origin, data: JSON.stringify(unvouched(data)) })),
    leftOut: events.length - kept.length,
  };
}

function isDecision({ type }: RecordedEvent, { by }: Fields): boolean {
  return decisions.has(type) || (type === "lesson-deprecated" && by !== "evidence");
}

function isAboutOurs(lesson: unknown, isHere: (lesson: string) => boolean): boolean {
  return typeof lesson === "string" && isDirective(lesson) && isHere(lesson);
}

function unvouched({ witness: _witness, verificationPredicate: _check, ...data }: Fields): Fields {
  const { priority, enforcement } = data;
  if (typeof priority !== "string" || typeof enforcement !== "string") return data;
  const weight = { origin: "", priority, enforcement } as Parameters<typeof cappedByTrust>[0];
  return { ...data, ...cappedByTrust(weight, { person: false, evidence: [] }) };
}
