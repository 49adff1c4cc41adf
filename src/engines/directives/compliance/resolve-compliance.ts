import { resolveId } from "../short-ids.js";
import type { ComplianceEntry, Verdict } from "./parse-compliance.js";

export interface KnownVerdict {
  readonly lesson: string;
  readonly verdict: Verdict;
  readonly evidence?: string;
}

export interface ResolvedCompliance {
  /** One for each judged lesson, in the order in which they were shown. */
  readonly known: readonly KnownVerdict[];
  /** Of lessons that were not shown in the phase: to be counted, and otherwise dropped. */
  readonly unknown: readonly ComplianceEntry[];
  readonly ambiguous: readonly ComplianceEntry[];
  /** Shown lessons without a verdict. */
  readonly omitted: readonly string[];
}

/**
 * Whose verdicts these are. Of several for one lesson a violation counts, else the last: no later line talks
 * one away.
 */
export function resolveCompliance(
  entries: readonly ComplianceEntry[],
  shown: readonly string[],
): ResolvedCompliance {
  const lessons = [...new Set(shown)];
  const resolved = entries.map((entry) => ({ entry, id: resolveId(entry.id, lessons) }));
  const of = (as: "unknown" | "ambiguous") =>
    resolved.filter(({ id }) => id.as === as).map(({ entry }) => entry);
  const given = new Map<string, ComplianceEntry>();
  for (const { entry, id } of resolved) {
    if (id.lesson === undefined) continue;
    const stands = given.get(id.lesson)?.verdict === "violated" && entry.verdict !== "violated";
    if (!stands) given.set(id.lesson, entry);
  }
  return {
    known: lessons.flatMap((lesson) => verdictFor(lesson, given.get(lesson))),
    unknown: of("unknown"),
    ambiguous: of("ambiguous"),
    omitted: lessons.filter((lesson) => !given.has(lesson)),
  };
}

function verdictFor(lesson: string, entry: ComplianceEntry | undefined): readonly KnownVerdict[] {
  if (entry === undefined) return [];
  const { verdict, evidence } = entry;
  return [{ lesson, verdict, ...(evidence === undefined ? {} : { evidence }) }];
}
