import { cappedByTrust } from "../../lessons/directive/rules/trust.js";
import { deciderOf } from "../../log/events/catalog.js";
import type { EventLine } from "./read-export.js";

type Fields = Readonly<Record<string, unknown>>;

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
  // A file cannot decide anything here, whoever decided it there.
  if (deciderOf(event) !== "nobody") return undefined;
  if (typeof lesson === "string" && (forgotten.has(lesson) || here.has(lesson))) return undefined;
  return { ...event, origin, data: withoutVouching(event.data) };
}

function withoutVouching({ witness: _witness, verificationPredicate: _check, ...data }: Fields): Fields {
  const { priority, enforcement } = data;
  if (typeof priority !== "string" || typeof enforcement !== "string") return data;
  const weight = { origin: "", priority, enforcement } as Parameters<typeof cappedByTrust>[0];
  return { ...data, ...cappedByTrust(weight, { person: false, evidence: [] }) };
}
