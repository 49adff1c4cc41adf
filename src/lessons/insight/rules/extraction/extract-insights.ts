import { ownLines } from "../../../../reading/language/markdown.js";
import { oneOf, startingWith } from "../../../../reading/language/patterns.js";
import { firstSentences } from "../../../../reading/language/shorten.js";
import { countWords } from "../../../../reading/language/words.js";
import { normaliseInsight } from "../normalise-insight.js";
import { type Candidate, issueCandidates, sectionCandidates, sentenceCandidates } from "./candidates.js";
import { categoryOf, type InsightCategory } from "./category-of.js";
import { isPlainSentence, isQuestion } from "./plain-sentence.js";
import { withoutShownLessons } from "./shown-lessons.js";

export interface ExtractedInsight {
  /** One plain line. */
  readonly text: string;
  /** By which it is known. */
  readonly normalised: string;
  readonly category: InsightCategory;
  /** Ids of the findings that it stood at. */
  readonly findings: readonly string[];
  /** Only said in passing: not in the role's own list, nor as an issue of its verdict. */
  readonly inPassing: boolean;
}

export interface Extraction {
  readonly insights: readonly ExtractedInsight[];
  /** Which part of the text was read. The issues of the role's own verdict come on top of it. */
  readonly from: "section" | "sentences" | "nothing";
  /** How many items and sentences were left out. */
  readonly skipped: number;
}

export interface ExtractionLimits {
  readonly insightsMax: number;
  readonly charsMax: number;
}

/**
 * More than 50 is no longer a choice of what to remember. 280 characters are about 70 tokens, a tenth of a
 * role's budget.
 */
const defaultLimits: ExtractionLimits = { insightsMax: 50, charsMax: 280 };

/**
 * What a deliberation says that other runs can use: the items of its "Accumulated Patterns", else the
 * sentences that may hold for other runs; with them the issues of its own verdict. Each insight once.
 */
export function extractInsights(text: string, limits: Partial<ExtractionLimits> = {}): Extraction {
  const lines = ownLines(withoutShownLessons(text));
  const section = sectionCandidates(lines);
  const candidates = [
    ...(section ?? []),
    ...issueCandidates(text),
    ...(section === undefined ? sentenceCandidates(lines) : []),
  ];
  const { insights, skipped, sentences } = sorted(candidates, { ...defaultLimits, ...limits });
  return {
    insights,
    from: section !== undefined ? "section" : sentences > 0 ? "sentences" : "nothing",
    skipped,
  };
}

function sorted(candidates: readonly Candidate[], { insightsMax, charsMax }: ExtractionLimits) {
  const insights = new Map<string, ExtractedInsight>();
  let [skipped, sentences] = [0, 0];
  for (const candidate of candidates) {
    const text = firstSentences(candidate.text, charsMax);
    const normalised = text === undefined ? "" : normaliseInsight(text);
    const known = insights.get(normalised);
    const isFull = known === undefined && insights.size >= insightsMax;
    if (text === undefined || isFull || !isStatement(text, candidate)) {
      skipped += 1;
      continue;
    }
    const { findings, place } = candidate;
    const inPassing = place === "sentence";
    const insight = { text, normalised, category: categoryOf(text), findings, inPassing };
    insights.set(normalised, mergedItems(known, insight));
    if (inPassing) sentences += 1;
  }
  return { insights: [...insights.values()], skipped, sentences };
}

/** "Done with this." says nothing; four words can be a rule. */
const leastWords = 4;
/** A list that says that it is empty. */
const nothingNew = /^(?:nothing|none|no (?:\w+ ){0,2}patterns?)\b/iu;
const data = /^(?:[{[|<]|https?:|\d{4}-\d\d-\d\d|\[?(?:INFO|DEBUG|WARN|ERROR)\b|at \S+ \()/;

function isStatement(text: string, { place }: Candidate): boolean {
  // Behind a list mark, ">" would make a quotation of it.
  if (text.startsWith(">") || data.test(text)) return false;
  if (place === "sentence") return isPlainSentence(text);
  const plain = text.replace(/`[^`]*`/g, "X");
  if (countWords(plain) < leastWords || isQuestion(text) || nothingNew.test(text)) return false;
  return place !== "nested item" || !isFragment(text);
}

function mergedItems(known: ExtractedInsight | undefined, insight: ExtractedInsight): ExtractedInsight {
  if (known === undefined) return insight;
  const findings = [...new Set([...known.findings, ...insight.findings])];
  return { ...known, findings, inPassing: known.inPassing && insight.inPassing };
}

/** A line below a statement that means nothing without it. */
const detail = startingWith(
  "e\\.g, i\\.e, for (?:example|instance), such as, see, seen, like",
  "(?:in|at|from|by|with|on|of|and|or|which|that|where|because|also)(?= )",
);
const field = new RegExp(
  `^${oneOf(
    "evidence, example, source, confidence, context, files?, where, when, first seen, last seen",
    "observed(?: in)?, applies to, refs?, references?, count, severity, category, scope, impact, status",
    "frequency, location, related, tags?, rationale, why, fix",
  )} ?[:=–—]`,
  "iu",
);

/** Whether a nested item is a detail of the item above it and no statement of its own. */
function isFragment(text: string): boolean {
  return (
    field.test(text) ||
    (detail.test(text) && /^(?:\p{Ll}|See\b|Seen\b|For (?:example|instance)\b|E\.g)/u.test(text))
  );
}
