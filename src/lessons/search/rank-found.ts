import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { FoundCandidates } from "../../search/find-candidates.js";
import { aboutQuery } from "../../search/order/about-prompt.js";
import { bestFirst } from "../../search/order/best-first.js";
import { poolSize } from "../../search/order/order-lessons.js";
import { type RankedLesson, ranker } from "../../search/order/rank-lessons.js";
import { type Candidate, type Worth, worthOf } from "../../search/order/signals.js";
import type { Context } from "../../verbs/call/context.js";
import { kindById } from "../find-lesson.js";
import type { StandingFacts } from "../kind.js";
import { kinds } from "../kinds.js";
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
  const atMost = mostWorth(context);
  const waiting = found.candidates
    .map((candidate) => ({ candidate, atMost: atMost(candidate) }))
    .sort((a, b) => b.atMost - a.atMost);
  const { scored, inOrder } = ranker({ query: text, facts, cap, settings, alike: found.alike });
  const lessons: RankedLesson[] = [];
  let floor = Number.NEGATIVE_INFINITY;
  while (waiting.length > 0 && (waiting[0]?.atMost ?? floor) >= floor) {
    // As many again each time: where little can be told apart, all are read, in a few steps.
    const some = waiting.splice(0, Math.max(2 * poolSize(cap), facts.size)).map(({ candidate }) => candidate);
    const ids = some.map(({ id }) => id);
    for (const [id, known] of await standingFacts(context, reader, ids)) facts.set(id, known);
    // Of what came up for being critical, the ranking lists what it pins.
    const about = some.filter(
      (each) => each.pinOnly === true || isAbout({ text: facts.get(each.id)?.text ?? "", found: each }),
    );
    lessons.push(...about.flatMap(scored));
    const loose = lessons.filter(({ pinned }) => !pinned).sort(bestFirst);
    floor = loose[poolSize(cap) - 1]?.score ?? Number.NEGATIVE_INFINITY;
  }
  return { ranked: inOrder(lessons), facts };
}

/** A pattern has been met, and is worth what its words are. */
const pattern = { maturity: 1, applied: 1 };

/**
 * What a candidate could be worth if nothing better could be known of it. What may be pinned is always read.
 */
function mostWorth(context: Context): (candidate: Candidate) => number {
  const best = new Map<unknown, Worth>(kinds.map((kind) => [kind, kind.bestFacts(context)]));
  return (candidate) => {
    if (candidate.critical === true) return Number.POSITIVE_INFINITY;
    return worthOf(candidate, best.get(kindById(candidate.id)) ?? pattern, context.ledger.config.retrieval);
  };
}
