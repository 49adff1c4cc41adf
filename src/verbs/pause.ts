import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { isoTime } from "../log/events/time.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { sessionCounts, startedList } from "../runs/fold/session-counts.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { type Pause, pauseNow, pauseOutput, pausePlace, pauseText } from "./overview/pause.js";
import { byOption } from "./parts/person-input.js";

const minuteMs = 60_000;
const mostMinutes = 7 * 24 * 60;

export const verb = defineVerb({
  name: "pause",
  group: "Lessons",
  summary: "Stop telling agents lessons for a time, or for one session",
  description: `Until the pause is over, the agents of this project on your machine are shown no lessons, and \
you are not told that something waits. Sessions are recorded and learned from as before. What is enforced goes on: a \
rule that stops a call still stops it and says why, and so do the rules of your instruction files that you bound.

It lasts an hour, or as long as you say, or with --session until the newest session ends. 'whetstone resume' ends it \
at once; 'whetstone status' and 'whetstone doctor' show it.`,
  examples: [
    { run: "whetstone pause --for 2h", about: "Silence for the afternoon:" },
    { run: "whetstone pause --session", about: "Only the session that began last:" },
  ],
  words: ["quiet", "snooze"],
  caller: "person",
  hub: null,
  input: z.strictObject({
    minutes: field("How long; 60 if left out.", z.optional(z.int().check(z.positive(), z.lte(mostMinutes)))),
    session: field("Only in the newest session, until it ends.", z._default(z.boolean(), false)),
    reason: field("Why.", z.optional(z.string().check(z.minLength(1), z.maxLength(1_000)))),
    ...callerInput,
  }),
  output: z.strictObject({ pause: pauseOutput }),
  cli: {
    options: {
      minutes: {
        name: "for",
        value: "TIME",
        about: "How long, such as 30m, 2h or 1d; an hour if left out.",
        parse: minutesIn,
      },
    },
    own: byOption,
    render: ({ pause }) => `Lessons are paused ${pauseText(pause)}.`,
  },
  check: (_context, { minutes, session }) =>
    session && minutes !== undefined
      ? { field: "session", reason: "is given together with 'for'", next: "give one of the two" }
      : undefined,
  run: async (context, { minutes = 60, session: isSession, reason, ...caller }) => {
    const { actor = context.actor, origin = context.origin } = caller;
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      const scope = isSession
        ? { session: await newestSession(writer) }
        : { until: isoTime(context.clock() + minutes * minuteMs) };
      const data = { place: pausePlace(context), ...scope, reason };
      await writer.append({ type: "lessons-paused", data, actor, origin, run: context.run });
      return { pause: (await pauseNow(context, writer)) as Pause };
    });
  },
});

async function newestSession(reader: LedgerReader): Promise<string> {
  const [newest] = await reader.rowsFrom(sessionCounts, { list: startedList, limit: 1 });
  if (newest?.row.kind === "session") return newest.row.session;
  throw new WhetstoneError("not_found", "no session was recorded yet", {
    field: "session",
    next: "start one, or pause for a time: whetstone pause --for 1h",
  });
}

function minutesIn(text: string): number {
  const [, number = "", unit = ""] = /^(\d{1,5})\s*(m|min|h|d)?$/.exec(text.trim()) ?? [];
  if (number === "")
    throw new WhetstoneError("invalid_usage", `option '--for' is a time such as 30m or 2h, not '${text}'`, {
      field: "for",
      next: "for example: whetstone pause --for 1h",
    });
  return Number(number) * (unit === "d" ? 1_440 : unit === "h" ? 60 : 1);
}
