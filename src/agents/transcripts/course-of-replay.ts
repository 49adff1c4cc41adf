import { failureId, isFailure } from "../../lessons/failure/rules/identity.js";
import {
  type Course,
  type GivenLesson,
  isCounted,
  type MetFailure,
  type WayOut,
} from "../../lessons/trial/rules/coverage.js";
import { type ReflectedCall, WaysFound } from "../../lessons/trial/rules/way-out.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import type { Replayed, ReplayedEvent, ReplayedStep } from "./replay-sessions.js";

/** What somebody who read the sessions says of a failed call. */
export interface FailureLabel {
  /** 0: a person refused it, or it was cancelled because another call failed. */
  readonly genuine: number;
  readonly sig: string;
  /** 1: an earlier session had the same. */
  readonly rep: number;
}

/** Calls that were stopped, and how many of them failed when they ran all the same. */
export interface Stops {
  readonly stops: number;
  readonly rightStops: number;
}

/** What the sessions of a replay ran into, were shown and found out; by labels too, where there are any. */
export function courseOf(
  { steps, events }: Pick<Replayed, "steps" | "events">,
  labels: ReadonlyMap<string, FailureLabel> = new Map(),
): Course & Stops {
  const caused = causedAt(events);
  const failures = failedSteps(steps, caused, labels);
  return {
    sessions: new Set(steps.map(({ session }) => session)),
    failures,
    given: givenLessons(steps, caused),
    waysOut: waysOutOf(steps, caused),
    ...stopsOf(steps, new Set(failures.map(({ call }) => call))),
  };
}

type Caused = ReadonlyMap<number, readonly ReplayedEvent[]>;

function causedAt(events: readonly ReplayedEvent[]): Caused {
  const groups = new Map<number, ReplayedEvent[]>();
  for (const event of events) {
    const at = Date.parse(event.at);
    const group = groups.get(at) ?? [];
    groups.set(at, group);
    group.push(event);
  }
  return groups;
}

const moments: Readonly<Record<string, string>> = {
  SessionStart: "start",
  SubagentStart: "start",
  UserPromptSubmit: "prompt",
  PreToolUse: "call",
  PostToolUse: "success",
  PostToolUseFailure: "failure",
  PostToolBatch: "failure",
};

/** Lessons from failures only: people's rules have a budget of their own. */
function givenLessons(steps: readonly ReplayedStep[], caused: Caused): readonly GivenLesson[] {
  return steps.flatMap(({ at, session, event }, place) =>
    (caused.get(at) ?? [])
      .filter(({ type, data }) => type === "lesson-exposed" && isFailure(String(data.lesson)))
      .map(({ data }) => ({
        session,
        place,
        lesson: String(data.lesson),
        moment: moments[event] ?? event,
        tokens: estimateTokens(String(data.text)),
      })),
  );
}

function failedSteps(
  steps: readonly ReplayedStep[],
  caused: Caused,
  labels: ReadonlyMap<string, FailureLabel>,
): readonly (MetFailure & { readonly call: string })[] {
  return steps.flatMap(({ at, session, event, entry }, place) => {
    if (entry.kind !== "call" || moments[event] !== "failure") return [];
    const told = caused.get(at)?.find(({ type }) => type === "reflection-recorded")?.data;
    const label = labels.get(entry.id);
    const isLooked = labels.size === 0 ? isCounted(told?.kind as string | undefined) : label?.genuine === 1;
    if (!isLooked) return [];
    const { signature, kind = "call" } = told ?? {};
    const lesson = signature === undefined ? undefined : failureId(String(signature));
    const known = label === undefined ? {} : { label: label.sig, repeated: label.rep === 1 };
    return [{ session, place, kind: String(kind), lesson, call: entry.id, ...known }];
  });
}

function waysOutOf(steps: readonly ReplayedStep[], caused: Caused): readonly WayOut[] {
  const found = new WaysFound();
  for (const [place, { at, session }] of steps.entries())
    for (const { type, data } of caused.get(at) ?? [])
      if (type === "reflection-recorded")
        found.noteFailure({ ...data, lesson: failureId(String(data.signature)) } as ReflectedCall, {
          session,
          place,
        });
      else if (type === "failure-undone") found.noteUndone(data as { lesson: string }, { session, place });
  return found.ways;
}

function stopsOf(steps: readonly ReplayedStep[], failed: ReadonlySet<string>): Stops {
  const stopped = steps.filter(({ event, reply }) => event === "PreToolUse" && isDenied(reply));
  const right = stopped.filter(({ entry }) => entry.kind === "call" && failed.has(entry.id));
  return { stops: stopped.length, rightStops: right.length };
}

function isDenied(reply: object | undefined): boolean {
  const { hookSpecificOutput } = Object(reply) as { readonly hookSpecificOutput?: object };
  return (
    (Object(hookSpecificOutput) as { readonly permissionDecision?: string }).permissionDecision === "deny"
  );
}
