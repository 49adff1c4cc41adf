import type { Config } from "../../config/settings.js";
import { wordOverlap, wordsOf } from "../strategies/word-overlap.js";
import type { Directive } from "./directive.js";

/** What a brief is for, in words. */
export interface Topic {
  readonly words: ReadonlySet<string>;
  /** The task as it was given, for triggers that must stand in it verbatim. */
  readonly title: string;
}

/** What a search said of a directive. */
export interface FoundBy {
  /** How like the task it is, 0 to 1, by words and meaning. */
  readonly likeness: number;
  /** The share of the task's words that it has by a learned synonym only. */
  readonly synonyms: number;
}

/** What of a directive's history speaks for showing it. */
export interface TrackRecord {
  readonly applied: number;
  readonly ignored: number;
  readonly violated: number;
  readonly phasesSinceBorn: number;
  readonly stale: boolean;
}

type Text = Pick<Directive, "text" | "tags" | "triggers" | "requiredActions" | "forbiddenActions" | "priority">;

/** Weight of a priority beside the words: it decides among directives that fit equally well. */
const priorityBonus = { low: 0, medium: 0.05, high: 0.1, critical: 0.2 } as const;
const stalePenalty = 0.2;

export function topicOf(task: string, hints: readonly string[]): Topic {
  return { words: new Set(wordsOf([task, ...hints].join(" "))), title: normal(task) };
}

/** How well a directive fits a task, part by part. The sum is not clamped: clamped sums tie. */
export function relevanceOf(
  directive: Text,
  topic: Topic,
  { applied, ignored, violated, phasesSinceBorn, stale }: TrackRecord,
  settings: Config["retrieval"],
  found?: FoundBy,
): Readonly<Record<"synonyms" | "words" | "trigger" | "coldStart" | "priority" | "record" | "stale" | "sum", number>> {
  const own = [
    directive.text,
    ...directive.tags,
    ...directive.triggers,
    ...directive.requiredActions,
    ...directive.forbiddenActions,
  ];
  const parts = {
    words: found?.likeness ?? (topic.words.size === 0 ? 0 : wordOverlap(topic.words, wordsOf(own.join(" ")))),
    synonyms: settings.synonymBoost * (found?.synonyms ?? 0),
    trigger: directive.triggers.some((trigger) => isIn(trigger, topic.title, settings)) ? settings.triggerBoost : 0,
    coldStart: applied === 0 && phasesSinceBorn < settings.coldStartPhases ? settings.coldStartBoost : 0,
    priority: priorityBonus[directive.priority],
    record: recordOf(applied, ignored, violated),
    stale: stale ? -stalePenalty : 0,
  };
  return { ...parts, sum: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

/** A short trigger stands in too many titles to mean anything. */
function isIn(trigger: string, title: string, { triggerMinTokens }: Config["retrieval"]): boolean {
  const phrase = normal(trigger);
  return phrase.split(" ").length >= triggerMinTokens && ` ${title} `.includes(` ${phrase} `);
}

/** What is applied helps, what is violated must be said again, what is ignored is noise: from −0.1 to 0.1. */
function recordOf(applied: number, ignored: number, violated: number): number {
  const told = applied + violated - ignored;
  return (0.1 * told) / (Math.abs(told) + 3);
}

function normal(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}
