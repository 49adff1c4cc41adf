import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { Style } from "../base/terminal/style.js";
import { oneLine } from "../base/text/one-line.js";
import { oneLesson } from "../lessons/lessons.js";
import { quoteAsData } from "../lessons/unconfirmed/quote-as-data.js";
import { textId } from "../log/events/envelope.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { sessionCounts, sessionKey } from "../runs/fold/session-counts.js";
import { trails } from "../runs/fold/trails.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";
import { wholeName } from "./overview/name-session.js";
import {
  type ListedSession,
  listedSessionOutput,
  quotedSession,
  withNames,
} from "./overview/sessions-listed.js";

import { momentOutput, type TimelineMoment, timelineOf } from "./overview/timeline.js";

const output = z.strictObject({
  name: z.string(),
  kind: z.enum(["session", "run"]),
  runs: field("The other runs of a session, such as those of its sub-agents.", z.array(z.string())),
  session: field(
    "The session in a few numbers; null for a run, and where nothing counted happened in it.",
    z.nullable(listedSessionOutput),
  ),
  moments: field("What happened, in the order of the log.", z.array(momentOutput)),
  lessons: field(
    "The lessons that the moments name, each with its text; those that are gone are left out.",
    z.array(z.strictObject({ id: z.string(), text: z.string() })),
  ),
});

export const verb = defineVerb({
  name: "timeline",
  group: "Look",
  summary: "Show a session from start to end: what it was shown, what failed, what was learned",
  description: `Shows in the order of time what a session or a run was shown, which lessons were held out of \
it, which of its calls failed, were blocked, stopped or fixed, what it answered, what kept it open, how it \
ended, and what was learned from it. 'whetstone shown' prints the texts alone.`,
  examples: [{ run: "whetstone timeline bd-14", about: "How did it go?" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({ name: field("The id of a session, a task or a run, or its beginning.", textId) }),
  output,
  cli: { arguments: ["name"], render },
  asData: ({ moments, lessons, session, ...rest }) => ({
    ...rest,
    session: session && quotedSession(session),
    lessons: lessons.map((each) => ({ ...each, text: quoteAsData(each.text) })),
    moments: moments.map((each) => ({ ...each, text: quoteAsData(each.text), parts: [] })),
  }),
  run: (context, { name: given }) =>
    context.ledger.read(async (reader) => {
      const name = await wholeName(reader, given);
      const trail = await reader.row(trails, name);
      const counted = await reader.row(sessionCounts, sessionKey(name));
      const [session = null] = counted?.kind === "session" ? await withNames(context, reader, [counted]) : [];
      if (trail === undefined) return noTrail(session, name);
      const kind = trail.isSession ? ("session" as const) : ("run" as const);
      const moments = await timelineOf(reader, trail);
      const lessons = await shownTextsOf(context, reader, moments);
      return { name, kind, runs: [...trail.runs], session, moments, lessons };
    }),
});

async function shownTextsOf(context: Context, reader: LedgerReader, moments: readonly TimelineMoment[]) {
  const found: { readonly id: string; readonly text: string }[] = [];
  for (const id of new Set(moments.flatMap(({ lessons }) => lessons))) {
    const lesson = await oneLesson(context, reader, id);
    if (lesson !== undefined) found.push({ id, text: lesson.text });
  }
  return found;
}

/** A session in which nothing was shown and nothing failed is counted, but has no moments. */
function noTrail(session: ListedSession | null, name: string) {
  if (session === null) throw unknownName(name);
  return { name, kind: "session" as const, runs: [], session, moments: [], lessons: [] };
}

function unknownName(name: string): WhetstoneError {
  return new WhetstoneError("not_found", `nothing is known of '${name}'`, {
    field: "name",
    next: "'whetstone sessions' lists the sessions",
    values: { name },
  });
}

const textChars = 100;

/** Moments that are about a rule and do not say which. */
const aboutRules: ReadonlySet<string> = new Set(["blocked", "asked", "answered", "kept open"]);

async function render(
  { moments, lessons }: Immutable<z.output<typeof output>>,
  style: Style,
): Promise<string> {
  if (moments.length === 0) return "Nothing is known of what happened in it.";
  const { table } = await import("../base/terminal/table.js");
  const texts = new Map(lessons.map(({ id, text }) => [id, text]));
  const rows = moments.map(({ at, kind, text, lessons: about }) => {
    const rules = aboutRules.has(kind) ? about : [];
    const named = rules.map((id) => `  "${oneLine(texts.get(id) ?? id, textChars)}"`).join("");
    return [
      style.dim(at.slice(0, 19).replace("T", " ")),
      style.bold(kind),
      `${oneLine(text, textChars)}${named}`,
    ];
  });
  return table(rows);
}
