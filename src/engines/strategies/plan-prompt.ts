import type { Config } from "../../config/settings.js";
import { oneLine } from "../../text/one-line.js";
import { formatAntiPatternsForPrompt, invertToAntiPattern } from "./anti-pattern.js";

/** A strategy as a planner should see it. */
export interface KnownStrategy {
  readonly lesson: string;
  readonly text: string;
  readonly successes: number;
  readonly failures: number;
  readonly inverted: boolean;
  /** Whether the caller is thinking of this very strategy. */
  readonly asked: boolean;
}

export interface PlanRequest {
  readonly task: string;
  readonly context: string | undefined;
  /** What failed before with the strategy in question, newest first. */
  readonly pastFailures: readonly string[];
}

interface PlanLine {
  readonly lesson: string;
  readonly text: string;
  readonly negative: boolean;
}

export interface PlanPrompt {
  readonly prompt: string;
  readonly shown: readonly PlanLine[];
  /** Lessons that had a line but no room. */
  readonly dropped: readonly string[];
}

type PlanSettings = Pick<Config, "plan" | "antiPatterns">;

/** Writes the prompt, leaving out the least important lessons until it fits. The caller's own words are never cut. */
export function planPrompt(request: PlanRequest, known: readonly KnownStrategy[], settings: PlanSettings): PlanPrompt {
  const lines = [...avoidLines(known, settings), ...strategyLines(known, settings)];
  for (let kept = lines.length; ; kept -= 1) {
    const shown = lines.slice(0, kept);
    const prompt = render(request, shown, settings);
    if (kept === 0 || byteLength(prompt) <= settings.plan.maxPromptBytes) {
      return { prompt, shown, dropped: lines.slice(kept).map((line) => line.lesson) };
    }
  }
}

/** The one asked about first, then those that failed most often. */
function avoidLines(known: readonly KnownStrategy[], { plan, antiPatterns }: PlanSettings): PlanLine[] {
  return known
    .filter((each) => each.inverted)
    .sort((a, b) => Number(b.asked) - Number(a.asked) || b.failures - a.failures || byLesson(a, b))
    .slice(0, plan.maxAntiPatterns)
    .map((each) => {
      const { id, content } = invertToAntiPattern(
        {
          id: each.lesson,
          content: oneLine(each.text, plan.lineMaxChars),
          kind: "pattern",
          is_negative: false,
          success_count: each.successes,
          failure_count: each.failures,
        },
        undefined,
        antiPatterns,
      );
      return { lesson: id, text: content, negative: true };
    });
}

function strategyLines(known: readonly KnownStrategy[], { plan }: PlanSettings): PlanLine[] {
  return known
    .filter((each) => !each.inverted)
    .sort((a, b) => Number(b.asked) - Number(a.asked) || successRate(b) - successRate(a) || byLesson(a, b))
    .slice(0, plan.maxStrategies)
    .map((each) => {
      const total = each.successes + each.failures;
      const record = `Worked ${each.successes}/${total} ${total === 1 ? "time" : "times"}`;
      return {
        lesson: each.lesson,
        text: `${oneLine(each.text, plan.lineMaxChars).replace(/\.$/, "")}. ${record}`,
        negative: false,
      };
    });
}

/** Two imagined tries, one of each, keep a single lucky try from leading the list. */
function successRate({ successes, failures }: KnownStrategy): number {
  return (successes + 1) / (successes + failures + 2);
}

function byLesson(a: KnownStrategy, b: KnownStrategy): number {
  return a.lesson < b.lesson ? -1 : 1;
}

function render(request: PlanRequest, shown: readonly PlanLine[], settings: PlanSettings): string {
  const worked = shown.filter((line) => !line.negative).map((line) => `- ${line.text}`);
  const failures = request.pastFailures.map((failure) => `- ${oneLine(failure, settings.plan.lineMaxChars)}`);
  const avoid = shown.filter((line) => line.negative).map((line) => ({ content: line.text, is_negative: true }));
  const sections = [
    `## Task\n\n${request.task}`,
    request.context === undefined ? "" : `## Context\n\n${request.context}`,
    worked.length === 0 ? "" : `## Strategies With a Track Record\n\n${worked.join("\n")}`,
    failures.length === 0 ? "" : `## What Failed Before\n\n${failures.join("\n")}`,
    formatAntiPatternsForPrompt(avoid),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
