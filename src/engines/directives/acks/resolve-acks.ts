import { resolveId } from "../short-ids.js";
import type { AckKind, ParsedAck } from "./parse-acks.js";

interface AckReceipt {
  readonly lesson: string;
  readonly kind: AckKind;
  readonly reason?: string;
}

export interface ResolvedAcks {
  /** One for each acknowledged lesson, in the order in which they were shown. */
  readonly receipts: readonly AckReceipt[];
  /** Of lessons that were never shown: to be counted, and otherwise dropped. */
  readonly spoofed: readonly ParsedAck[];
  /** With an id that several shown lessons begin with. */
  readonly ambiguous: readonly ParsedAck[];
  /** Lessons with acks of different kinds, and all their acks. */
  readonly conflicting: readonly { readonly lesson: string; readonly acks: readonly ParsedAck[] }[];
}

/**
 * Whose acks these are. Where they contradict each other the last one counts: it was written after more of
 * the work.
 */
export function resolveAcks(acks: readonly ParsedAck[], shown: readonly string[]): ResolvedAcks {
  const lessons = [...new Set(shown)];
  const resolved = acks.map((ack) => ({ ack, id: resolveId(ack.id, lessons) }));
  const of = (as: "unknown" | "ambiguous") => resolved.filter(({ id }) => id.as === as).map(({ ack }) => ack);
  const known = new Map<string, ParsedAck[]>(lessons.map((lesson) => [lesson, []]));
  for (const { ack, id } of resolved) if (id.lesson !== undefined) known.get(id.lesson)?.push(ack);
  const entries = [...known].map(([lesson, given]) => ({ lesson, acks: given, last: given.at(-1) }));
  return {
    receipts: entries.flatMap(({ lesson, last }) => (last === undefined ? [] : [receiptOf(lesson, last)])),
    spoofed: of("unknown"),
    ambiguous: of("ambiguous"),
    conflicting: entries
      .filter(({ acks: given, last }) => given.some(({ kind }) => kind !== last?.kind))
      .map(({ lesson, acks: given }) => ({ lesson, acks: given })),
  };
}

function receiptOf(lesson: string, { kind, reason }: ParsedAck): AckReceipt {
  return { lesson, kind, ...(reason === undefined ? {} : { reason }) };
}
