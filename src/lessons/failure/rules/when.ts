import type { Config } from "../../../base/config/settings.js";
import { isLook, isSure } from "./call.js";
import type { ChosenPair } from "./pairs.js";

/** What is known of calls of one form, at the moment before one. */
export interface CallRecord {
  /** Other sessions in which the very call failed. */
  readonly sessions: number;
  /** Whether it has worked since it last failed. */
  readonly worked: boolean;
  /** Whether something that it names is not as it was when it last failed. */
  readonly changed: boolean;
  /** Days since it last really failed. */
  readonly days: number;
  readonly pair: ChosenPair | undefined;
  /** Whether a person said what to do. */
  readonly accepted: boolean;
}

const daysOfStop = 30;
const sessionsToAgree = 2;

/**
 * Whether a command line is one that is ever stopped: one that only looks harms nobody, and of one whose exit status
 * a pipe hides nobody learns that it fails.
 */
export function mayBeStopped(text: string): boolean {
  return !isLook(text) && isSure(text);
}

/** Whether to stop a call, once, before it fails again. */
export function shouldStop(record: CallRecord, sessionsToStop: number): boolean {
  const { sessions, worked, changed, days, pair, accepted } = record;
  if (worked || changed || sessions < sessionsToStop || days > daysOfStop) return false;
  return accepted || (pair !== undefined && pair.sessions >= sessionsToAgree);
}

/** A family at the start of a session. */
export interface StartRecord {
  /** The sessions in which it failed. */
  readonly failed: ReadonlySet<string>;
  /** The sessions at whose start it was shown, the oldest first. */
  readonly shown: readonly string[];
  readonly pair: ChosenPair | undefined;
  readonly accepted: boolean;
}

/** How often a failure has to come to be worth its place at the start of a session. */
type StartRule = Pick<
  Config["reflection"],
  "startShare" | "recentSessions" | "startFailures" | "startLessons"
>;

/** A family that was shown so often and never came is shown no more. */
const shownInVain = 8;

/** The families to say at the start of a session, those that failed in most of the last sessions first. */
export function startPairs<Family extends StartRecord>(
  families: readonly Family[],
  sessions: readonly string[],
  { startShare, recentSessions, startFailures, startLessons }: StartRule,
): readonly Family[] {
  const recent = sessions.slice(-recentSessions);
  const failures = ({ failed }: Family) => recent.filter((session) => failed.has(session)).length;
  return families
    .filter((family) => failures(family) >= Math.max(startFailures, startShare * recent.length))
    .filter((family) => !isShownInVain(family) && isAgreed(family))
    .sort((one, other) => failures(other) - failures(one) || agreed(other) - agreed(one))
    .slice(0, startLessons);
}

function isShownInVain({ failed, shown }: StartRecord): boolean {
  const last = shown.slice(-shownInVain);
  return last.length === shownInVain && !last.some((session) => failed.has(session));
}

function isAgreed({ pair, accepted }: StartRecord): boolean {
  return accepted || (pair !== undefined && pair.sessions >= sessionsToAgree);
}

function agreed({ pair }: StartRecord): number {
  return pair?.sessions ?? 0;
}

/** A family at a failure, as far as nothing is known that undoes it. */
export interface OpenRecord {
  /** Other sessions in which it failed. */
  readonly sessions: number;
  /** Whether it failed in this session before. */
  readonly again: boolean;
  /** Failures of other sessions, and those of them after which nothing alike worked. */
  readonly failures: number;
  readonly open: number;
  /** Whether any pair is known, sayable or not. */
  readonly hasPair: boolean;
}

const sessionsToGiveUp = 5;
const sessionsToGiveUpAgain = 3;

/** Whether nothing ever undid a failure that keeps coming. */
export function isUnsolved({ sessions, again, failures, open, hasPair }: OpenRecord): boolean {
  if (hasPair || failures === 0 || open < failures / 2) return false;
  return sessions >= sessionsToGiveUp || (again && sessions >= sessionsToGiveUpAgain);
}

/** A shorter call, such as `ls`, stands in prompts that have nothing to do with it. */
const leastCallChars = 8;

/** Whether a prompt names a failing call. */
export function isNamedInPrompt(examples: readonly string[], prompt: string): boolean {
  const plain = (text: string) =>
    ` ${text
      .toLowerCase()
      // A mark that ends a sentence is no part of its last word; a dot of its own is, as in `git add .`.
      .replace(/(\w)[.!?:]+(?=["'`)\]}\s]|$)/g, "$1")
      .replace(/["'`()[\]{},;\s]+/g, " ")
      .trim()} `;
  const text = plain(prompt);
  return examples.some((example) => {
    const call = plain(example);
    return call.length >= leastCallChars && call.trim().includes(" ") && text.includes(call);
  });
}
