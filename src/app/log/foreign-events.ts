import { cappedByTrust } from "../../engines/directives/trust.js";
import type { EventType } from "../../events/catalog.js";
import type { EventLine } from "./read-export.js";

type Fields = Readonly<Record<string, unknown>>;

/** Decisions of people, and what trust in another log brought about: a file cannot decide anything here. */
const decisions: ReadonlySet<string> = new Set<EventType>([
  "lesson-activated",
  "lesson-promoted",
  "lesson-retired",
  "correction-heard",
  "lesson-edited",
  "lesson-put-to-sleep",
  "lesson-decision-undone",
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

/** Lessons of which an export can say nothing here. */
interface Closed {
  /** Directives that are here already. */
  readonly here: ReadonlySet<string>;
  /** Lessons whose texts were forgotten there. */
  readonly forgotten: ReadonlySet<string>;
}

/**
 * What is left of an event of an export that nobody here vouches for: its texts and facts under one origin,
 * without witness, predicate and weight. Undefined for a decision, and for what it says of closed lessons.
 */
export function foreignEvent(
  event: EventLine,
  origin: string,
  { here, forgotten }: Closed,
): EventLine | undefined {
  const { lesson } = event.data;
  if (isForeignDecision(event)) return undefined;
  if (typeof lesson === "string" && (forgotten.has(lesson) || here.has(lesson))) return undefined;
  return { ...event, origin, data: withoutVouching(event.data) };
}

function isForeignDecision({ type, data: { by } }: EventLine): boolean {
  return decisions.has(type) || (type === "lesson-deprecated" && by !== "evidence");
}

function withoutVouching({ witness: _witness, verificationPredicate: _check, ...data }: Fields): Fields {
  const { priority, enforcement } = data;
  if (typeof priority !== "string" || typeof enforcement !== "string") return data;
  const weight = { origin: "", priority, enforcement } as Parameters<typeof cappedByTrust>[0];
  return { ...data, ...cappedByTrust(weight, { person: false, evidence: [] }) };
}
