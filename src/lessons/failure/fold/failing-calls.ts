import { moveToEnd, pushBounded } from "../../../log/bounded-list.js";
import { forgottenMark } from "../../../log/events/blank-text.js";
import type { EventOf } from "../../../log/events/catalog.js";
import { sessionOf } from "../../../log/events/session-of.js";
import { laterOf } from "../../../log/events/time.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";
import { sortOf } from "../rules/call.js";
import { failureId } from "../rules/identity.js";
import { isTestimony } from "../rules/state.js";
import { callKey } from "../rules/words.js";

/** What failed with one very call. */
export interface FailingCallRow {
  readonly failures: readonly FailingCall[];
}

interface FailingCall {
  readonly lesson: string;
  /** The newest sessions in which the call failed so since it last worked. */
  readonly sessions: readonly string[];
  readonly lastAt: string;
  /** What the call depended on when it last failed so: a digest. */
  readonly state: string | null;
}

const failuresKept = 20;
const sessionsKept = 20;

/** What failed, by the call: before a call and after it this is all that is looked up. */
export const failingCalls: Projection<FailingCallRow, null> = {
  ...views.failingCalls,
  on: {
    "reflection-recorded": {
      keys: ({ origin, data: { kind, signature = forgottenMark, tool, input = forgottenMark } }) =>
        kind !== "call" || signature === forgottenMark || input === forgottenMark || isTestimony({ origin })
          ? []
          : [callKey({ tool, sort: sortOf(tool), text: input })],
      evolve: withFailure,
    },
    "call-worked": {
      keys: ({ origin, data: { call } }) => (call === undefined || isTestimony({ origin }) ? [] : [call]),
      evolve: (row, { data: { lesson } }) =>
        row && {
          failures: row.failures.map((each) => (each.lesson === lesson ? { ...each, sessions: [] } : each)),
        },
    },
  },
};

function withFailure(row: FailingCallRow | undefined, event: EventOf<"reflection-recorded">): FailingCallRow {
  const before = row?.failures ?? [];
  const lesson = failureId(event.data.signature ?? "");
  const known = before.find((each) => each.lesson === lesson);
  const entry = {
    lesson,
    sessions: moveToEnd(known?.sessions ?? [], sessionOf(event) ?? "", sessionsKept),
    lastAt: laterOf(known?.lastAt ?? "", event.at),
    state: event.data.state ?? null,
  };
  const others = before.filter((each) => each !== known);
  return { failures: pushBounded(others, entry, failuresKept) };
}
