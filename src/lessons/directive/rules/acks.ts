import { ackWords } from "../../unconfirmed/contract-words.js";
import { assignToLessons } from "./short-ids.js";
import { keywordPattern, readStatements } from "./statements/read-statements.js";
import { visibleLines } from "./statements/visible-lines.js";

/** A delegate is asked for the first three; that it reports its own violation is heard all the same. */
export const ackKinds = ["applied", "ignored", "n_a", "violated"] as const;

export type AckKind = (typeof ackKinds)[number];

export function isAckKind(kind: string): kind is AckKind {
  return ackKinds.some((each) => each === kind);
}

/** Without one, it says nothing that opens a gate. */
export function needsReason(kind: string): boolean {
  return kind === "ignored" || kind === "n_a";
}

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
  const named = (["applied", "ignored", "violated"] as const).find((kind) =>
    keyword.toLowerCase().endsWith(kind),
  );
  return named ?? "n_a";
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
    receipts: entries.flatMap(({ lesson, acks, last }) =>
      last === undefined ? [] : [receiptOf(lesson, last, acks)],
    ),
    spoofed: unknown,
    ambiguous,
    conflicting: entries
      .filter(({ acks, last }) => acks.some(({ kind }) => kind !== last?.kind))
      .map(({ lesson, acks }) => ({ lesson, acks })),
  };
}

/** A reason that was given once holds when the same is repeated without it, as in a summary. */
function receiptOf(lesson: string, { kind }: ParsedAck, acks: readonly ParsedAck[]): AckReceipt {
  const reason = acks.findLast((ack) => ack.kind === kind && ack.reason !== undefined)?.reason;
  return { lesson, kind, ...(reason === undefined ? {} : { reason }) };
}
