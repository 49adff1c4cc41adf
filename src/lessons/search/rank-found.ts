import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { FoundCandidates } from "../../search/find-candidates.js";
import { aboutQuery } from "../../search/order/about-prompt.js";
import { poolSize } from "../../search/order/order-lessons.js";
import { type RankedLesson, rankLessons } from "../../search/order/rank-lessons.js";
import { type Candidate, type SignalName, worthOf } from "../../search/order/signals.js";
import type { Context } from "../../verbs/call/context.js";
import { kindById } from "../find-lesson.js";
import type { StandingFacts } from "../kind.js";
import { standingFacts } from "./lesson-facts.js";

export interface FoundLessons {
  readonly ranked: readonly RankedLesson[];
  /** Of the lessons that were read. */
  readonly facts: ReadonlyMap<string, StandingFacts>;
}

interface Wanted {
  readonly text: string;
  /** The length of the list. */
  readonly cap: number;
}

/**
 * Ranks what a search found for a text. A row takes longer to read than its candidate to compare, so those are
 * read first that could be worth most, until no other could stand in the list.
 */
export async function rankFound(
  context: Context,
  reader: LedgerReader,
  found: FoundCandidates,
  { text, cap }: Wanted,
): Promise<FoundLessons> {
  const settings = context.ledger.config.retrieval;
  const isAbout = aboutQuery(text);
  const facts = new Map<string, StandingFacts>();
  const waiting = found.candidates
    .map((candidate) => ({ candidate, atMost: worthAtMost(candidate, context) }))
    .sort((a, b) => b.atMost - a.atMost);
  const read: Candidate[] = [];
  const rank = (most: number, off: readonly SignalName[]) =>
    rankLessons({
      query: text,
      candidates: read,
      facts,
      cap: most,
      settings,
      alike: found.alike,
      off: new Set(off),
    });
  let floor = Number.NEGATIVE_INFINITY;
  while (waiting.length > 0 && (waiting[0]?.atMost ?? 0) >= floor) {
    const some = waiting.splice(0, 2 * poolSize(cap)).map(({ candidate }) => candidate);
    const rows = await standingFacts(
      context,
      reader,
      some.map(({ id }) => id),
    );
    for (const [id, known] of rows) facts.set(id, known);
    // Of what came up for being critical, the ranking lists what it pins.
    read.push(
      ...some.filter(
        (each) => each.pinOnly === true || isAbout({ text: facts.get(each.id)?.text ?? "", found: each }),
      ),
    );
    const loose = rank(read.length, ["diversity"]).filter(({ pinned }) => !pinned);
    floor = loose[poolSize(cap) - 1]?.score ?? Number.NEGATIVE_INFINITY;
  }
  return { ranked: rank(cap, []), facts };
}

/** A pattern has been met, and is worth what its words are. */
const pattern = { maturity: 1, applied: 1 };

/** What a candidate could be worth if nothing better could be known of it. What may be pinned is always read. */
function worthAtMost(candidate: Candidate, context: Context): number {
  if (candidate.critical === true) return Number.POSITIVE_INFINITY;
  const best = kindById(candidate.id)?.bestFacts(context) ?? pattern;
  return worthOf(candidate, best, context.ledger.config.retrieval);
}
