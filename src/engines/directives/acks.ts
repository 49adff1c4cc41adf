import { ackWords } from "./contract-words.js";
import { assignToLessons } from "./short-ids.js";
import { keywordPattern, readStatements } from "./statements/read-statements.js";
import { visibleLines } from "./statements/visible-lines.js";

export type AckKind = "applied" | "ignored" | "n_a";

/** One line of the contract as a delegate wrote it. The id is as written; `resolveAcks` finds its lesson. */
export interface ParsedAck {
  readonly id: string;
  readonly kind: AckKind;
  readonly reason?: string;
  /** Counted from 1. */
  readonly line: number;
}

const keywords = keywordPattern(ackWords);

/**
 * The acknowledgements in a delegate's output, in their order. Reads the forms that models really write, and
 * skips quotations.
 */
export function parseAcks(output: string): readonly ParsedAck[] {
  return readStatements(visibleLines(output), keywords).map(({ keyword, id, detail, line }) => ({
    id,
    kind: ackKind(keyword),
    line,
    ...(detail === undefined ? {} : { reason: detail }),
  }));
}

function ackKind(keyword: string): AckKind {
  if (/applied$/i.test(keyword)) return "applied";
  return /ignored$/i.test(keyword) ? "ignored" : "n_a";
}

interface AckReceipt {
  readonly lesson: string;
  readonly kind: AckKind;
  readonly reason?: string;
}

export interface ResolvedAcks {
  /** One for each acknowledged lesson, in the order in which they were shown. */
  readonly receipts: readonly AckReceipt[];
  /** About lessons that were never shown: counted, and otherwise dropped. */
  readonly spoofed: readonly ParsedAck[];
  /** With an id that several shown lessons begin with. */
  readonly ambiguous: readonly ParsedAck[];
  /** Lessons with acks of different kinds, and all their acks. */
  readonly conflicting: readonly { readonly lesson: string; readonly acks: readonly ParsedAck[] }[];
}

/**
 * Assigns acks to the lessons that were shown. Where acks contradict each other the last one counts: it was
 * written after more of the work.
 */
export function resolveAcks(parsed: readonly ParsedAck[], shown: readonly string[]): ResolvedAcks {
  const { byLesson, unknown, ambiguous } = assignToLessons(parsed, shown);
  const entries = [...byLesson].map(([lesson, acks]) => ({ lesson, acks, last: acks.at(-1) }));
  return {
    receipts: entries.flatMap(({ lesson, last }) => (last === undefined ? [] : [receiptOf(lesson, last)])),
    spoofed: unknown,
    ambiguous,
    conflicting: entries
      .filter(({ acks, last }) => acks.some(({ kind }) => kind !== last?.kind))
      .map(({ lesson, acks }) => ({ lesson, acks })),
  };
}

function receiptOf(lesson: string, { kind, reason }: ParsedAck): AckReceipt {
  return { lesson, kind, ...(reason === undefined ? {} : { reason }) };
}
