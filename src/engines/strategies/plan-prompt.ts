import type { Config } from "../../config/settings.js";
import { oneLine } from "../../text/one-line.js";
import { lineMaxChars } from "../errors/error-context.js";
import { roundTo } from "../outcomes/rounding.js";
import { antiPatternBlock, failureReason, warningOf } from "./anti-pattern.js";
import {
  type KnownStrategy,
  type PlannedWork,
  strategiesToAvoid,
  strategiesToTry,
} from "./rank-strategies.js";

/** What a planner reads besides the strategies. All of it may be empty. */
export interface PlanRequest extends PlannedWork {
  /** What failed before with the strategy in question, newest first. */
  readonly pastFailures: readonly string[];
  /** Tasks like this one and how they ended, the most similar first. */
  readonly similarTasks: readonly string[];
  readonly criteria: readonly { readonly criterion: string; readonly effectiveWeight: number }[];
  /** The block of the task's unresolved errors. */
  readonly errors: string;
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

type PlanSettings = Pick<Config, "plan" | "antiPatterns" | "strategies" | "retrieval">;

/**
 * Writes the prompt, leaving out the least important lessons until it fits. The caller's own words are never
 * cut.
 */
export function planPrompt(
  request: PlanRequest,
  known: readonly KnownStrategy[],
  settings: PlanSettings,
): PlanPrompt {
  const lines = [...avoidLines(request, known, settings), ...strategyLines(request, known, settings)];
  for (let kept = lines.length; ; kept -= 1) {
    const shown = lines.slice(0, kept);
    const prompt = renderSections(request, shown);
    if (kept === 0 || byteLength(prompt) <= settings.plan.maxPromptBytes) {
      return { prompt, shown, dropped: lines.slice(kept).map((line) => line.lesson) };
    }
  }
}

/** Anti-patterns shown in one plan prompt. */
const maxAntiPatterns = 20;

function avoidLines(
  request: PlanRequest,
  known: readonly KnownStrategy[],
  settings: PlanSettings,
): PlanLine[] {
  return strategiesToAvoid(request, known, maxAntiPatterns, settings).map((each) => {
    const warning = warningOf(oneLine(each.text, lineMaxChars), settings.antiPatterns);
    return { lesson: `anti-${each.lesson}`, text: `${warning} ${failureReason(each)}`, negative: true };
  });
}

function strategyLines(
  request: PlanRequest,
  known: readonly KnownStrategy[],
  settings: PlanSettings,
): PlanLine[] {
  return strategiesToTry(request, known, settings.plan.maxStrategies, settings).map((each) => {
    const total = each.successes + each.failures;
    const tries = `Worked ${each.successes}/${total} ${total === 1 ? "time" : "times"}`;
    const standing = each.selfReported ? `${each.state}, self-reported` : each.state;
    const record = `${total === 0 ? "Confirmed by a person" : tries} (${standing})`;
    const text = oneLine(each.text, lineMaxChars).replace(/\.$/, "");
    return { lesson: each.lesson, text: `${text}. ${record}`, negative: false };
  });
}

function renderSections(request: PlanRequest, shown: readonly PlanLine[]): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? ""
      : `## ${title}\n\n${lines.map((line) => `- ${oneLine(line, lineMaxChars)}`).join("\n")}`;
  const criteria = request.criteria.map(
    (each) => `${each.criterion} (weight ${roundTo(each.effectiveWeight, 2)})`,
  );
  const avoid = shown.filter((line) => line.negative).map((line) => line.text);
  const worked = shown.filter((line) => !line.negative).map((line) => `- ${line.text}`);
  const sections = [
    `## Task\n\n${request.task}`,
    request.context === undefined ? "" : `## Context\n\n${request.context}`,
    worked.length === 0 ? "" : `## Strategies With a Track Record\n\n${worked.join("\n")}`,
    list("Similar Past Tasks", request.similarTasks),
    list("What Failed Before", request.pastFailures),
    antiPatternBlock(avoid),
    list("Evaluation Criteria", criteria),
    request.errors,
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
