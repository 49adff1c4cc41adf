import type { Config } from "../../config/settings.js";
import type { Directive } from "./directive.js";

/** Whose prompt it is, and the tools that are expected in the run. */
export interface BriefScope {
  readonly role: string;
  readonly tools: readonly string[];
}

/** Names that people write for "every role" or "every tool". */
const everyone = new Set(["*", "all", "any", "every", "everyone", "all-agents", "all-roles", "all-tools"]);

/** Whether a directive is scoped to the role, or to one of its expected tools. One that names neither is for nobody. */
export function appliesTo(
  directive: Pick<Directive, "appliesToAgents" | "appliesToTools">,
  { role, tools }: BriefScope,
): boolean {
  const names = (given: readonly string[], wanted: ReadonlySet<string>) =>
    given.map(scopeName).some((name) => name !== "" && (name === anyName || wanted.has(name)));
  return (
    names(directive.appliesToAgents, new Set([scopeName(role)])) ||
    (tools.length > 0 && names(directive.appliesToTools, new Set(tools.map(scopeName))))
  );
}

/** What every name for "all of them" comes to. */
export const anyName = "*";

/** "Test Engineer", "test_engineer" and "test-engineer" are one name; "all" and "everyone" are another. */
export function scopeName(name: string): string {
  const normal = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
  return everyone.has(normal) ? anyName : normal;
}

export interface RankedDirective {
  readonly directive: Directive;
  /** How well it fits the task; only the order counts. What is not a number comes last. */
  readonly relevance: number;
}

export interface Brief {
  readonly shown: readonly Directive[];
  /** Fitting directives that had no room. */
  readonly dropped: readonly Directive[];
}

/** The active directives for this brief: critical ones first, then the most relevant; ties go to the smaller id. */
export function rankForBrief(
  candidates: readonly RankedDirective[],
  scope: BriefScope,
  { briefMax }: Pick<Config["directives"], "briefMax">,
): Brief {
  const ranked = candidates
    .filter(({ directive }) => directive.status === "active" && appliesTo(directive, scope))
    .map(({ directive, relevance }) => ({
      directive,
      pinned: Number(directive.priority === "critical"),
      relevance: Number.isNaN(relevance) ? Number.NEGATIVE_INFINITY : relevance,
    }))
    .sort((a, b) => b.pinned - a.pinned || descending(a.relevance, b.relevance) || byLesson(a, b))
    .map(({ directive }) => directive);
  return { shown: ranked.slice(0, briefMax), dropped: ranked.slice(briefMax) };
}

/** Not by subtraction: the difference of two infinities is no number. */
function descending(a: number, b: number): number {
  if (a === b) return 0;
  return a > b ? -1 : 1;
}

function byLesson(a: { readonly directive: Directive }, b: { readonly directive: Directive }): number {
  if (a.directive.lesson === b.directive.lesson) return 0;
  return a.directive.lesson < b.directive.lesson ? -1 : 1;
}
