import type { Config } from "../base/config/settings.js";
import { codeTokens } from "../reading/language/words.js";
import type { MeaningIndex } from "./meaning-index.js";
import type { Scored } from "./order/best-first.js";
import { type Grouping, groupPerFamily } from "./order/families.js";
import { matchFloor } from "./order/rank-lessons.js";
import type { Candidate } from "./order/signals.js";
import { type SynonymMap, synonymsOf } from "./order/synonym-map.js";
import { wordKey } from "./order/term-key.js";
import type { ProjectWords } from "./project-words.js";

export interface FindQuery {
  readonly text: string;
  /** The title of the task, which is matched with triggers; the text if left out. */
  readonly title?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  /** Tells lessons of the kinds apart; if left out, those of each kind are a group. */
  readonly grouping?: Grouping | undefined;
  /** How many of each group by words and by meaning; the setting if left out. */
  readonly limit?: number | undefined;
  /** Whether critical lessons related to the text are included whatever their rank. */
  readonly critical?: boolean | undefined;
  readonly synonyms?: SynonymMap | undefined;
}

/** How results were found; shown with every result. */
export type SearchPath = "words and meaning" | "words";

export interface FoundCandidates {
  readonly by: SearchPath;
  /** The model that compared meanings. */
  readonly model: string | undefined;
  /** The number of lessons that the text was compared with. Counts them. */
  searched(): number;
  readonly candidates: readonly Candidate[];
  /** The similarity in meaning of two candidates; undefined without a model. */
  readonly alike: ((one: string, other: string) => number) | undefined;
}

/**
 * Candidates from all lessons of a project, by words, meaning, triggers and synonyms. No lesson is excluded
 * by metadata before its text is compared.
 */
export async function findCandidates(
  project: string,
  words: ProjectWords,
  meanings: MeaningIndex | undefined,
  query: FindQuery,
  settings: Pick<Config["retrieval"], "candidates">,
): Promise<FoundCandidates> {
  if (words.size === 0) return amongNone(meanings);
  const { text, title = text, kinds, limit = settings.candidates } = query;
  const keep = (id: string) =>
    words.has(id) && (kinds === undefined || kinds.includes(words.kindOf(id) ?? ""));
  const scores = words.score(text);
  const { grouping } = query;
  const byWords = idsOf(scores.best(limit, grouping ?? groupPerFamily(kinds, words.familyOf)));
  const triggered = words.triggered(title);
  const synonyms = synonymKeys(text, query.synonyms ?? []);
  const bySynonyms = words.withWords([...new Set([...synonyms.byWord.values()].flat())], settings.candidates);
  const named = [...byWords, ...triggered, ...bySynonyms];
  const critical = query.critical === true ? words.critical : new Set<string>();
  const found = await meanings?.score(project, text, {
    limit,
    kinds,
    grouping,
    also: [...named, ...critical],
  });
  // `rankLessons` pins only lessons that share a word with the text or are similar enough in meaning.
  const pinnable = [...critical].filter((id) => scores.of(id) > 0 || (found?.of(id) ?? 0) >= matchFloor);
  const byRank = new Set([...named, ...idsOf(found?.best ?? [])].filter(keep));
  const ids = new Set([...byRank, ...pinnable.filter(keep)]);
  return {
    by: found === undefined ? "words" : "words and meaning",
    model: found === undefined ? undefined : meanings?.embedder.name,
    searched: () => words.count(kinds),
    candidates: [...ids].map((id) => ({
      id,
      words: scores.of(id),
      meaning: found?.of(id),
      trigger: triggered.has(id),
      synonyms: synonymShare(id, words, synonyms),
      ...(critical.has(id) ? { critical: true } : {}),
      ...(byRank.has(id) ? {} : { pinOnly: true }),
    })),
    alike: found?.alike,
  };
}

/** Without reading the model: the first brief of a project would wait for it, and for nothing. */
function amongNone(meanings: MeaningIndex | undefined): FoundCandidates {
  const by = meanings === undefined ? "words" : "words and meaning";
  return { by, model: meanings?.embedder.name, searched: () => 0, candidates: [], alike: undefined };
}

interface SynonymKeys {
  /** The number of different words in the query. */
  readonly queryWords: number;
  readonly byWord: ReadonlyMap<number, readonly number[]>;
}

function synonymKeys(text: string, map: SynonymMap): SynonymKeys {
  if (map.length === 0) return { queryWords: 0, byWord: new Map() };
  const words = [...new Set(codeTokens(text).words)];
  const found = synonymsOf(words, map);
  return {
    queryWords: words.length,
    byWord: new Map([...found].map(([word, synonyms]) => [wordKey(word), synonyms.map(wordKey)])),
  };
}

/**
 * The share of query words that the lesson lacks but has a synonym for. A share, because one match among many
 * words says little.
 */
function synonymShare(id: string, words: ProjectWords, { queryWords, byWord }: SynonymKeys): number {
  if (queryWords === 0) return 0;
  const found = [...byWord].filter(
    ([word, synonyms]) => !words.hasWord(id, word) && synonyms.some((synonym) => words.hasWord(id, synonym)),
  );
  return found.length / queryWords;
}

function idsOf(list: readonly Scored[]): readonly string[] {
  return list.map(({ id }) => id);
}
