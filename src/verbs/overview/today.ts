import * as z from "zod/mini";
import type { Headline } from "../../lessons/trial/headline-output.js";
import { dayMs, epochMs, isoTime, isoWeek } from "../../log/events/time.js";
import type { Context } from "../call/context.js";
import { field } from "../call/field.js";
import type { Immutable } from "../call/immutable.js";
import { byDanger, needOutput, needsOfPerson, refusedByHub } from "./needs-person.js";
import { savedWork } from "./saved-work.js";
import { listedSessionOutput, newestSessions } from "./sessions-listed.js";
import { status } from "./status.js";

const sessionsShown = 10;
const weekMs = 7 * dayMs;

const weekOutput = z.strictObject({
  week: field("The ISO week, by UTC.", z.string()),
  sessions: z.int(),
  repeats: z.int(),
});

export const todayOutput = z.strictObject({
  at: z.string(),
  events: field("How many events were recorded; 0 before anything was.", z.int()),
  hosts: field("The coding agents that are set up or have called.", z.array(z.string())),
  lessons: field("How many lessons there are, of all kinds.", z.int()),
  reached: field(
    "How many of the newest sessions were shown something.",
    z.strictObject({ sessions: z.int(), shown: z.int() }),
  ),
  tokens: field("What these sessions were shown, in tokens per session.", z.int()),
  blocked: field("How many calls of these sessions were denied, stopped once or put to a person.", z.int()),
  saved: field(
    "What lessons that help have spared the sessions of their trials, compared with sessions that they were held " +
      "out of: failed calls, and the minutes until something worked.",
    z.strictObject({ failures: z.int(), minutes: z.int() }),
  ),
  evidence: field(
    "How many lessons help, harm or make no difference, and of how many it is not known yet.",
    z.strictObject({ helps: z.int(), harms: z.int(), noDifference: z.int(), notKnownYet: z.int() }),
  ),
  repeats: field(
    "Failures of earlier sessions that came back, in the sessions of this week and of the one before.",
    z.strictObject({ thisWeek: weekOutput, lastWeek: weekOutput }),
  ),
  needs: field("What waits for the person, the most dangerous first.", z.array(needOutput)),
  waiting: field("How many there are, listed or not.", z.int()),
  sessions: field("The newest sessions, the newest first.", z.array(listedSessionOutput)),
});

export type Today = Immutable<z.output<typeof todayOutput>>;

/** What a person wants to know in the morning. What it costs does not grow with the log. */
export async function today(context: Context): Promise<Today> {
  const { at, log, lessons, headline, hosts } = await status(context, { config: false });
  const { strategies, antiPatterns, insights, directives, failures } = lessons;
  const total = strategies + antiPatterns + insights + directives + failures;
  // In a transaction of its own, before the other one begins.
  const refused = (context.team?.hub ?? null) === null ? [] : await refusedByHub(context);
  return context.ledger.read(async (reader) => {
    const { needs, waiting } = await needsOfPerson(context, reader);
    const { sessions, shown } = await newestSessions(context, reader);
    const tokens = sessions.reduce((sum, each) => sum + each.tokens, 0);
    return {
      at,
      events: log.events,
      hosts: hosts.map(({ host }) => host),
      lessons: total,
      reached: { sessions: sessions.length, shown },
      tokens: sessions.length === 0 ? 0 : Math.round(tokens / sessions.length),
      blocked: sessions.reduce((sum, each) => sum + each.blocked, 0),
      saved: await savedWork(reader),
      evidence: headline.lessons,
      repeats: {
        thisWeek: repeatsIn(headline, at),
        lastWeek: repeatsIn(headline, isoTime(epochMs(at) - weekMs)),
      },
      needs: [...needs, ...refused].sort(byDanger),
      waiting: waiting + refused.length,
      sessions: sessions.slice(0, sessionsShown),
    };
  });
}

function repeatsIn({ weeks }: Immutable<Headline>, at: string): Today["repeats"]["thisWeek"] {
  const week = isoWeek(at);
  const { sessions = 0, repeats = 0 } = weeks.find((each) => each.week === week) ?? {};
  return { week, sessions, repeats };
}
