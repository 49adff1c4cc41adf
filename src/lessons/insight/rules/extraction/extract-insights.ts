import { ownLines } from "../../../../reading/language/markdown.js";
import { oneOf, startingWith } from "../../../../reading/language/patterns.js";
import { firstSentences } from "../../../../reading/language/shorten.js";
import { normaliseInsight } from "../normalise-insight.js";
import { type Candidate, issueCandidates, sectionCandidates, sentenceCandidates } from "./candidates.js";
import { categoryOf, type InsightCategory } from "./category-of.js";
import { type NoiseReason, noiseIn, noNoise } from "./noise-in.js";
import { isReusable } from "./reusable.js";
import { withoutShownLessons } from "./shown-lessons.js";

export interface ExtractedInsight {
  /** One plain line. */
  readonly text: string;
  /** By which it is known. */
  readonly normalised: string;
  readonly category: InsightCategory;
  /** Ids of the findings that it stood at. */
  readonly findings: readonly string[];
}

export interface Extraction {
  readonly insights: readonly ExtractedInsight[];
  /** Which part of the text was read. The issues of the role's own verdict come on top of it. */
  readonly from: "section" | "sentences" | "nothing";
  readonly skipped: Readonly<Record<NoiseReason, number>>;
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
 * sentences that assert something general; with them the issues of its own verdict. Each insight once.
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
  const skipped = { ...noNoise };
  let sentences = 0;
  for (const candidate of candidates) {
    const text = firstSentences(candidate.text, charsMax);
    const reason = text === undefined ? (noiseIn(candidate.text) ?? "too_long") : refusal(text, candidate);
    if (text === undefined || reason !== undefined) {
      skipped[reason ?? "too_long"] += 1;
      continue;
    }
    const normalised = normaliseInsight(text);
    const known = insights.get(normalised);
    if (known === undefined && insights.size >= insightsMax) skipped.over_limit += 1;
    else
      insights.set(
        normalised,
        mergedItems(known, { text, normalised, category: categoryOf(text), findings: candidate.findings }),
      );
    if (candidate.place === "sentence") sentences += 1;
  }
  return { insights: [...insights.values()], skipped, sentences };
}

function refusal(text: string, { place, setting }: Candidate): NoiseReason | undefined {
  // Behind a list mark, ">" would make a quotation of it.
  if (text.startsWith(">") || (place === "nested item" && isFragment(text))) return "fragment";
  const noise = noiseIn(text);
  return noise ?? (setting !== undefined && !isReusable(text, setting) ? "not_reusable" : undefined);
}

function mergedItems(known: ExtractedInsight | undefined, insight: ExtractedInsight): ExtractedInsight {
  if (known === undefined) return insight;
  return { ...known, findings: [...new Set([...known.findings, ...insight.findings])] };
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
