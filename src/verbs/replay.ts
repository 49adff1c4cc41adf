import * as z from "zod/mini";
import { changedConfig } from "../base/config/load.js";
import { replayLog } from "../lessons/replay/replay-log.js";
import {
  changedLessons,
  effectSaid,
  type ReplayResult,
  replayedSide,
  replayOutput,
  withoutEffect,
} from "../lessons/replay/replay-result.js";
import { kindOf } from "../lessons/replay/replay-side.js";
import { isoTime } from "../log/events/time.js";
import type { Progress } from "../log/store/store.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

const input = z.strictObject({
  set: field(
    "The settings to try, such as reflection.startShare=0.2.",
    z.array(z.string().check(z.minLength(1), z.maxLength(2_000))).check(z.minLength(1), z.maxLength(100)),
  ),
  since: field(
    "Only moments from this time on; earlier events still count as known.",
    z.optional(z.string().check(z.maxLength(40))),
  ),
});

/**
 * It takes as long as the log is, and may be asked for from a page: its work is done in the process that answers,
 * in pieces of a few events, so that hooks are answered in between (`replayLog`). A process of its own would have
 * to open the store once more and load all rules.
 */
export const verb = defineVerb({
  name: "replay",
  group: "Lessons",
  summary: "Show what other settings would have shown, stopped and asked",
  description: `Folds the log once and asks at each of its moments (briefs, plans, failures, stops, runs) what \
other settings would have shown, held out, stopped or asked: lessons in and out, tokens, how many repeated \
failures were met and announced, how much of what was shown mattered. Where chance held lessons out, it also \
estimates how often failures would have come back. Nothing is written.

The command of this name can also replay a file of recorded sessions, with every tool call.`,
  examples: [
    {
      run: "whetstone replay --set reflection.startShare=0.2",
      about: "Would a higher bar at the start be better?",
    },
  ],
  caller: "anyone",
  hub: null,
  input,
  output: replayOutput,
  check: (_context, { since }) =>
    since === undefined || !Number.isNaN(Date.parse(since))
      ? undefined
      : { field: "since", reason: `'${since}' is not a date`, next: "give a day such as 2026-01-31" },
  run: (context, { set, since }, { onProgress }) => replay(context, set, since, onProgress),
});

async function replay(
  context: Context,
  set: readonly string[],
  since: string | undefined,
  onProgress: Progress | undefined,
): Promise<ReplayResult> {
  const from = since === undefined ? undefined : isoTime(Date.parse(since));
  const changed = changedConfig(context.ledger.config, set);
  const found = await replayLog(context, changed, { since: from, onProgress });
  const sessionsOf = (sessions: ReadonlyMap<string, ReadonlySet<string>>) =>
    new Map([...sessions].map(([lesson, some]) => [lesson, some.size]));
  const { today, changed: other } = found.sides;
  return {
    over: "log",
    set: [...set],
    withoutEffect: withoutEffect(set),
    since: from ?? null,
    events: found.events,
    recorded: replayedSide(found.recorded),
    today: replayedSide(found.today),
    changed: replayedSide(found.changed),
    ...changedLessons(sessionsOf(today.sessions), sessionsOf(other.sessions), kindOf),
    effect: effectSaid(found.effect),
  };
}
