import type { Config } from "../config/settings.js";
import type { Scored } from "../engines/retrieval/best-first.js";
import type { Candidate } from "../engines/retrieval/signals.js";
import { type SynonymMap, synonymsOf } from "../engines/retrieval/synonym-map.js";
import { wordKey } from "../engines/retrieval/term-key.js";
import { codeTokens } from "../language/words.js";
import type { MeaningIndex } from "./meaning-index.js";
import type { ProjectWords } from "./project-words.js";

export interface FindQuery {
  readonly text: string;
  /** The task's title, in which triggers are looked for; the text itself if left out. */
  readonly title?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  /** The best of each group are taken, so that none crowds out another: the kinds, if left out. */
  readonly groups?: readonly ((id: string) => boolean)[] | undefined;
  /** How many of each group by words, and by meaning; the setting, if left out. */
  readonly limit?: number | undefined;
  /** Whether critical lessons that may be about the text come up whatever their rank. */
  readonly critical?: boolean | undefined;
  readonly synonyms?: SynonymMap | undefined;
}

/** Which way found something: shown wherever results are. */
export type SearchPath = "words and meaning" | "words";

export interface Found {
  readonly by: SearchPath;
  /** The model that compared meanings. */
  readonly model: string | undefined;
  /** How many lessons the text was compared with. */
  readonly searched: number;
  readonly candidates: readonly Candidate[];
  /** How alike two candidates are in meaning; undefined without a model. */
  readonly alike: ((one: string, other: string) => number) | undefined;
}

/**
 * Candidates from all of a project's lessons, by words, meaning, triggers and synonyms. No metadata cuts
 * before the texts are compared.
 */
export async function findCandidates(
  project: string,
  words: ProjectWords,
  meanings: MeaningIndex | undefined,
  query: FindQuery,
  settings: Config["retrieval"],
): Promise<Found> {
  const { text, title = text, kinds, limit = settings.candidates } = query;
  const keep = (id: string) =>
    words.has(id) && (kinds === undefined || kinds.includes(words.kindOf(id) ?? ""));
  const groups = query.groups ?? (kinds ?? []).map((kind) => (id: string) => words.kindOf(id) === kind);
  const scores = words.score(text);
  const byWords =
    groups.length === 0
      ? idsOf(scores.best(limit))
      : groups.flatMap((group) => idsOf(scores.best(limit, (id) => keep(id) && group(id))));
  const triggered = words.triggered(title);
  const synonyms = synonymKeys(text, query.synonyms ?? []);
  const bySynonyms = words.withWords([...new Set([...synonyms.byWord.values()].flat())], settings.candidates);
  const named = [...byWords, ...triggered, ...bySynonyms];
  const critical = query.critical === true ? [...words.critical] : [];
  const found = await meanings?.score(project, text, { limit, kinds, groups, also: [...named, ...critical] });
  // Without a word of the text, or enough of its meaning, none of them would be pinned.
  const pinnable = critical.filter((id) => scores.of(id) > 0 || (found?.of(id) ?? 0) >= settings.matchFloor);
  const byRank = new Set([...named, ...idsOf(found?.best ?? [])].filter(keep));
  const ids = new Set([...byRank, ...pinnable.filter(keep)]);
  return {
    by: found === undefined ? "words" : "words and meaning",
    model: found === undefined ? undefined : meanings?.embedder.name,
    searched: words.count(kinds),
    candidates: [...ids].map((id) => ({
      id,
      words: scores.of(id),
      meaning: found?.of(id),
      trigger: triggered.has(id),
      synonyms: bySynonymOnly(id, words, synonyms),
      ...(byRank.has(id) ? {} : { pinOnly: true }),
    })),
    alike: found?.alike,
  };
}

interface SynonymKeys {
  /** How many different words the query has. */
  readonly asked: number;
  readonly byWord: ReadonlyMap<number, readonly number[]>;
}

function synonymKeys(text: string, map: SynonymMap): SynonymKeys {
  if (map.length === 0) return { asked: 0, byWord: new Map() };
  const asked = [...new Set(codeTokens(text).words)];
  const found = synonymsOf(asked, map);
  return {
    asked: asked.length,
    byWord: new Map([...found].map(([word, synonyms]) => [wordKey(word), synonyms.map(wordKey)])),
  };
}

/**
 * A synonym stands in for a word that the lesson lacks. One that matches a single word of many says little,
 * so the share counts.
 */
function bySynonymOnly(id: string, words: ProjectWords, { asked, byWord }: SynonymKeys): number {
  if (asked === 0) return 0;
  const found = [...byWord].filter(
    ([word, synonyms]) => !words.hasWord(id, word) && synonyms.some((synonym) => words.hasWord(id, synonym)),
  );
  return found.length / asked;
}

function idsOf(list: readonly Scored[]): readonly string[] {
  return list.map(({ id }) => id);
}
