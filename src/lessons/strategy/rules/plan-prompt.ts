import type { Config } from "../../../base/config/settings.js";
import { byteLength } from "../../../base/text/byte-length.js";
import { oneLine } from "../../../base/text/one-line.js";
import { estimateTokens } from "../../../reading/language/estimate-tokens.js";
import { lineMaxChars } from "../../../runs/errors/error-context.js";
import { roundTo } from "../../../runs/outcomes/rounding.js";
import { fromEarlier } from "../../failure/rules/text.js";
import { nameOrQuote } from "../../unconfirmed/quote-as-data.js";
import { framedUnconfirmed, unconfirmedRow } from "../../unconfirmed/render-unconfirmed.js";
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
  /** Sessions of coding agents that were about something like it, the most similar first. */
  readonly similarSessions: readonly string[];
  /** How many such sessions there are; null when they were not asked for. */
  readonly sessionsSearched: number | null;
  /** Adapters that keep failing, with what usually helps, and calls that do; those that the task names first. */
  readonly failurePatterns: readonly { readonly lesson: string; readonly text: string }[];
  /** The skills that were used here, with their records, each as a line. */
  readonly skills: readonly string[];
  readonly criteria: readonly { readonly criterion: string; readonly effectiveWeight: number }[];
  /** The block of the task's unresolved errors. */
  readonly errors: string;
}

interface PlanLine {
  readonly lesson: string;
  readonly text: string;
  readonly section: "avoid" | "worked" | "pattern" | "unconfirmed";
}

export interface PlanPrompt {
  readonly prompt: string;
  readonly tokens: number;
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
  const confirmed = known.filter((each) => each.confirmed);
  const unconfirmed = known.filter((each) => !each.confirmed);
  const lines = [
    ...request.failurePatterns.map((each) => ({ ...each, section: "pattern" as const })),
    ...avoidLines(request, confirmed, settings),
    ...strategyLines(request, confirmed, settings),
    ...unconfirmedLines(request, unconfirmed, settings),
  ];
  for (let kept = lines.length; ; kept -= 1) {
    const shown = lines.slice(0, kept);
    const prompt = renderSections(request, shown);
    if (kept === 0 || byteLength(prompt) <= settings.plan.maxPromptBytes) {
      const tokens = estimateTokens(prompt);
      return { prompt, tokens, shown, dropped: lines.slice(kept).map((line) => line.lesson) };
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
    return { lesson: `anti-${each.lesson}`, text: `${warning} ${failureReason(each)}`, section: "avoid" };
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
    return { lesson: each.lesson, text: `${text}. ${record}`, section: "worked" };
  });
}

/** Of those that failed and of those that did not: a person looks through the rest. */
const unconfirmedMost = 3;

/** In words that only an agent stands behind: what it reported of them, and neither advice nor warning. */
function unconfirmedLines(
  request: PlanRequest,
  known: readonly KnownStrategy[],
  settings: PlanSettings,
): PlanLine[] {
  const failed = strategiesToAvoid(request, known, unconfirmedMost, settings);
  const tried = strategiesToTry(request, known, unconfirmedMost, settings);
  return [...failed, ...tried].flatMap(({ lesson, inverted, text, origin, successes, failures }) => {
    const total = successes + failures;
    const ended = inverted ? `failed ${failures} of ${total}` : `worked ${successes} of ${total}`;
    const note = `by its own report it ${ended} ${total === 1 ? "time" : "times"}`;
    const row = unconfirmedRow({ text, origin, note });
    const id = inverted ? `anti-${lesson}` : lesson;
    return row === "" ? [] : [{ lesson: id, text: row, section: "unconfirmed" }];
  });
}

function sessionLines({ similarSessions, sessionsSearched }: PlanRequest): readonly string[] {
  if (sessionsSearched === null || similarSessions.length > 0) return similarSessions;
  return sessionsSearched === 0
    ? ["none was read yet: `whetstone learn` reads those that coding agents had here"]
    : [`none like this task among ${sessionsSearched}`];
}

/** More than any line about calls that failed has. */
const callLineChars = 2_000;

function renderSections(request: PlanRequest, shown: readonly PlanLine[]): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? ""
      : `## ${title}\n\n${lines.map((line) => `- ${oneLine(line, lineMaxChars)}`).join("\n")}`;
  const criteria = request.criteria.map(
    (each) => `${nameOrQuote(each.criterion)} (weight ${roundTo(each.effectiveWeight, 2)})`,
  );
  const textsIn = (section: PlanLine["section"]) =>
    shown.filter((line) => line.section === section).map((line) => line.text);
  const worked = textsIn("worked").map((text) => `- ${text}`);
  // Cut, a quotation in one would not end.
  const failing = textsIn("pattern").map((text) => `- ${oneLine(text, callLineChars)}`);
  const sections = [
    `## Task\n\n${request.task}`,
    request.context === undefined ? "" : `## Context\n\n${request.context}`,
    worked.length === 0 ? "" : `## Strategies With a Track Record\n\n${worked.join("\n")}`,
    list("Similar Past Tasks", request.similarTasks),
    list("Similar Past Sessions", sessionLines(request)),
    list("What Failed Before", request.pastFailures),
    antiPatternBlock(textsIn("avoid")),
    failing.length === 0
      ? ""
      : `## Tools and Services That Keep Failing\n\n${fromEarlier}:\n\n${failing.join("\n")}`,
    list("Skills With a Track Record", request.skills),
    list("Evaluation Criteria", criteria),
    request.errors,
    framedUnconfirmed(textsIn("unconfirmed")),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}
