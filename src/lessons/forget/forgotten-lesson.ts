import { forgottenMark } from "../../log/events/blank-text.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { isShortIdOf } from "../directive/rules/short-ids.js";
import { isOfFailure } from "../failure/rules/identity.js";
import { findingRow } from "../insight/rules/verdict/render-findings.js";
import { strategyOf } from "../strategy/fold/strategies.js";

/** A lesson that is to be forgotten, wherever events speak of it. */
export interface ForgottenLesson {
  /** Its id, and those of the same insight of other roles. */
  readonly ids: readonly string[];
  /** The ids of the deliberations it was taken from. */
  readonly sources: ReadonlySet<string>;
}

type Data = Readonly<Record<string, unknown>>;

/**
 * Where an event about a lesson says it, or speaks of it in words of its own: the lesson itself, the words of
 * an acknowledgement or a review, the reason for a decision. Everything else is a number, a name or a state.
 */
const ownWords = [
  "text",
  "category",
  "tags",
  "triggers",
  "requiredActions",
  "forbiddenActions",
  "verificationChecks",
  "verificationPredicate",
  "appliesToAgents",
  "appliesToTools",
  "citations",
  "candidate",
  "detail",
  "reason",
];

/**
 * The data of an event without a lesson of these texts, as far as the event is about it. Other events are
 * unchanged.
 */
export function blankLesson(
  event: RecordedEvent,
  { ids, sources }: ForgottenLesson,
  texts: readonly string[],
): string {
  const data = JSON.parse(event.data) as Data;
  const isAbout = (lesson: unknown) => typeof lesson === "string" && ids.includes(strategyOf(lesson));
  if (event.type === "deliberation-recorded" && sources.has(event.id)) return written(event, blankTold(data));
  if (event.type === "summary-made" && Array.isArray(data.lessons) && data.lessons.some(isAbout))
    return written(event, { ...data, text: forgottenMark });
  if (event.type === "reflection-recorded" && ids.some((id) => isOfFailure(data.signature, id)))
    return written(event, {
      ...data,
      ...blankedFields(data, failureWords),
      key: undefined,
      words: undefined,
    });
  if (event.type === "failure-undone" && isAbout(data.lesson))
    return written(event, { ...data, how: "answered", pair: undefined });
  if (event.type === "brief-made" && Array.isArray(data.frame))
    return written(event, { ...data, frame: data.frame.map((piece) => withoutRowsOf(piece, ids, texts)) });
  // A tombstone says why an earlier lesson of this name was forgotten, without its text.
  if (event.type === "lesson-forgotten" || !isAbout(data.lesson)) return event.data;
  const words = event.type === "lesson-edited" ? [...ownWords, "from", "to"] : ownWords;
  return written(event, { ...data, ...blankedFields(data, words) });
}

/**
 * A brief speaks of lessons beside those it shows: that one was escalated, by its id; that one is to be
 * verified, by its short id; that a claim is to be judged, in quotation marks.
 */
function withoutRowsOf(piece: unknown, ids: readonly string[], texts: readonly string[]): unknown {
  if (typeof piece !== "string") return piece;
  const claims = texts.map((text) => findingRow([], text).slice("- ".length)).filter((claim) => claim !== "");
  const isOfIt = (row: string) => {
    const short = /^- \[([^\]]+)\]/.exec(row)?.[1];
    if (short !== undefined && ids.some((id) => isShortIdOf(short, id))) return true;
    return ids.some((id) => row.includes(id)) || claims.some((claim) => row.endsWith(claim));
  };
  return piece
    .split("\n")
    .map((row) => (isOfIt(row) ? forgottenMark : row))
    .join("\n");
}

/** Where a failed call is recorded in words. Without its signature it is nobody's. */
const failureWords = ["signature", "cause", "text", "input"];

function blankedFields(data: Data, names: readonly string[]): Data {
  const own = names.filter((name) => data[name] !== undefined);
  return Object.fromEntries(own.map((name) => [name, blanked(data[name])]));
}

/** A deliberation has markup around the insights that were taken from it, and speaks of them elsewhere. */
function blankTold(data: Data): Data {
  return {
    ...data,
    text: forgottenMark,
    ...(data.evidence === undefined ? {} : { evidence: forgottenMark }),
    findings: Array.isArray(data.findings)
      ? data.findings.map((finding: object) => ({ ...finding, text: forgottenMark }))
      : [],
  };
}

/** The same value with no text in it. */
function blanked(value: unknown): unknown {
  if (typeof value === "string") return forgottenMark;
  if (Array.isArray(value)) return value.map(blanked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, blanked(each)]));
}

/** As it was written, where nothing has changed. */
function written(event: RecordedEvent, data: Data): string {
  const text = JSON.stringify(data);
  return text === JSON.stringify(JSON.parse(event.data)) ? event.data : text;
}
