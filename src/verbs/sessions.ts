import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { Style } from "../base/terminal/style.js";
import { oneLine } from "../base/text/one-line.js";
import { shortIds } from "../base/text/short-id.js";

import { givenTime, textId } from "../log/events/envelope.js";
import { epochMs, isoTime, weekSpan } from "../log/events/time.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { sessionCounts, sessionKey } from "../runs/fold/session-counts.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";
import {
  listedSessionOutput,
  quotedSession,
  type SessionQuery,
  sessionsListed,
} from "./overview/sessions-listed.js";

const output = z.strictObject({
  at: field("When the sessions were read.", z.string()),
  sessions: field("The sessions, the newest first.", z.array(listedSessionOutput)),
  next: field("Give it as 'before' to go on; absent when there are no more.", z.optional(z.string())),
});

const usualLimit = 50;

const input = z.strictObject({
  week: field(
    "Only sessions that began in this ISO week, by UTC, such as 2026-W46.",
    z.optional(z.string().check(z.regex(/^\d{4}-W\d\d$/, "must be an ISO week, such as 2026-W46"))),
  ),
  since: field("Only sessions that began at this time or later.", z.optional(givenTime)),
  until: field("Only sessions that began before this time.", z.optional(givenTime)),
  repeats: field("Only sessions that met a failure of an earlier one.", z._default(z.boolean(), false)),
  before: field("Only sessions that come after this one in the list.", z.optional(textId)),
  limit: field(
    `List at most this many; ${usualLimit} if left out.`,
    z._default(z.int().check(z.positive(), z.lte(1_000)), usualLimit),
  ),
});

export const verb = defineVerb({
  name: "sessions",
  group: "Look",
  summary: "List the sessions, with their calls, failures and repeats",
  description: `Lists the sessions of the project, the newest first, by what you typed first: minutes, tool calls \
that failed, how many of these an earlier session had seen before (AGAIN), and the result. A wide terminal adds the agent, \
all calls, those that were blocked, and the tokens that lessons added. With hosts.sessionNames=false no prompt is kept or \
shown. These are the sessions behind the weekly numbers of 'whetstone status' and 'whetstone report'. 'whetstone shown' prints what one of them \
was shown, 'whetstone explain' what happened in it.`,
  examples: [
    { run: "whetstone sessions --week 2026-W46 --repeats", about: "Which sessions met a repeat that week:" },
    { run: "whetstone sessions --since 2026-11-01 --json | jq '.sessions[].tokens'", about: "For a script:" },
  ],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input,
  output,
  cli: {
    options: { week: { value: "WEEK" }, before: { value: "SESSION" } },
    render,
  },
  asData: ({ sessions, ...rest }) => ({
    ...rest,
    sessions: sessions.map(quotedSession),
  }),
  check: (_context, { week }) =>
    week === undefined || weekSpan(week) !== undefined
      ? undefined
      : { field: "week", reason: `there is no week ${week}; give one such as 2026-W46` },
  run: (context, { before, ...wish }) =>
    context.ledger.read(async (reader) => {
      const after = before === undefined ? undefined : await knownSession(reader, before);
      const found = await sessionsListed(context, reader, { ...wish, ...timeSpan(wish), after });
      return { at: isoTime(context.clock()), ...found };
    }),
});

/** The time between all limits that were given, from the first to before the second. */
function timeSpan({
  week,
  since,
  until,
}: Pick<z.output<typeof input>, "week" | "since" | "until">): Pick<SessionQuery, "from" | "to"> {
  const span = week === undefined ? undefined : weekSpan(week);
  const later = [since === undefined ? undefined : epochMs(since), span?.from];
  const earlier = [until === undefined ? undefined : epochMs(until), span?.to];
  return {
    from: Math.max(0, ...later.filter((each) => each !== undefined)),
    to: Math.min(Number.POSITIVE_INFINITY, ...earlier.filter((each) => each !== undefined)),
  };
}

async function knownSession(reader: LedgerReader, name: string) {
  const row = await reader.row(sessionCounts, sessionKey(name));
  if (row?.kind === "session") return row;
  throw new WhetstoneError("not_found", `there is no session '${name}'`, {
    field: "before",
    next: "give the 'next' of an earlier answer, or a session that 'whetstone sessions' lists",
    values: { before: name },
  });
}

/** Below this many columns the first prompt needs the room of what is rarely asked. */
const wideColumns = 110;
const branchChars = 20;

async function render({ sessions, next }: Immutable<z.output<typeof output>>, style: Style): Promise<string> {
  if (sessions.length === 0) return "No sessions to list.";
  const { table } = await import("../base/terminal/table.js");
  const short = shortIds(sessions.map(({ session }) => session));
  const isWide = style.columns >= wideColumns;
  const wide = (...cells: string[]) => (isWide ? cells : []);
  const head = [
    ...["SESSION", "STARTED", ...wide("AGENT", "BRANCH"), "MIN", ...wide("CALLS"), "FAILED", "AGAIN"],
    ...[...wide("BLOCKED", "TOKENS"), "RESULT", "FIRST PROMPT"],
  ];
  const rows = sessions.map((each) => [
    style.bold(short.get(each.session) ?? each.session),
    each.startedAt.slice(5, 16).replace("T", " "),
    ...wide(each.agent, oneLine(each.branch, branchChars)),
    minutesOf(each),
    ...wide(each.calls === null ? "-" : String(each.calls)),
    String(each.failures),
    each.repeats > 0 ? style.red(String(each.repeats)) : "0",
    ...wide(String(each.blocked), String(each.tokens)),
    each.result ?? "-",
    each.name || style.dim("not known"),
  ]);
  const right = ["MIN", "CALLS", "FAILED", "AGAIN", "BLOCKED", "TOKENS"].map((name) => head.indexOf(name));
  const listed = table([head.map(style.dim), ...rows], { right, width: style.columns });
  return next === undefined ? listed : `${listed}\n${style.dim(`and more: see --before ${next}`)}`;
}

function minutesOf({ startedAt, lastAt }: { readonly startedAt: string; readonly lastAt: string }): string {
  return String(Math.round((epochMs(lastAt) - epochMs(startedAt)) / 60_000));
}
