import type { Directive } from "../directive.js";

/**
 * The lists of a directive that a language model may fill. Never a predicate, a priority, an enforcement or a
 * text.
 */
export const enrichmentLists = [
  "triggers",
  "requiredActions",
  "forbiddenActions",
  "verificationChecks",
  "appliesToAgents",
  "appliesToTools",
] as const;

export type EnrichmentList = (typeof enrichmentLists)[number];
export type Enrichment = Pick<Directive, EnrichmentList>;

/** As many entries as a person still reads; more is a model that talks. */
export const listMax = 10;

/**
 * A directive with what the model added. What stood there before stays and comes first; an entry that is
 * there already is not added again, and a list that is full takes nothing.
 */
export function withEnrichment<Kind extends Enrichment>(directive: Kind, fields: Enrichment): Kind {
  const added = Object.fromEntries(
    enrichmentLists.map((list) => [list, joined(directive[list], fields[list])]),
  );
  return { ...directive, ...added };
}

function joined(present: readonly string[], added: readonly string[]): readonly string[] {
  const known = new Set(present.map(folded));
  const fresh = added.filter((entry) => !known.has(folded(entry)));
  return [...present, ...fresh.slice(0, Math.max(0, listMax - present.length))];
}

function folded(entry: string): string {
  return entry.trim().toLowerCase();
}
