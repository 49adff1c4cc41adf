import * as z from "zod/mini";
import type { Context } from "./context.js";
import { field } from "./field.js";
import type { Immutable } from "./immutable.js";
import { needOutput, needsOfPerson } from "./needs-person.js";
import { newestSessions, recentSessionOutput } from "./recent-sessions.js";
import { status } from "./status.js";

const sessionsCounted = 20;
const sessionsShown = 10;

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
  evidence: field(
    "How many lessons help, harm or make no difference, and of how many it is not known yet.",
    z.strictObject({ helps: z.int(), harms: z.int(), noDifference: z.int(), notKnownYet: z.int() }),
  ),
  needs: field("What waits for the person, the most important first.", z.array(needOutput)),
  waiting: field("How many there are, listed or not.", z.int()),
  sessions: field("The newest sessions, the newest first.", z.array(recentSessionOutput)),
});

export type Today = Immutable<z.output<typeof todayOutput>>;

/** What a person wants to know in the morning. What it costs does not grow with the log. */
export async function today(context: Context): Promise<Today> {
  const { at, log, lessons, evidence, hosts } = await status(context, { config: false });
  const { strategies, antiPatterns, insights, directives, failures } = lessons;
  const total = strategies + antiPatterns + insights + directives + failures;
  return context.ledger.read(async (reader) => {
    const sessions = await newestSessions(reader, sessionsCounted);
    const shown = sessions.filter((each) => each.shown > 0);
    const tokens = sessions.reduce((sum, each) => sum + each.tokens, 0);
    return {
      at,
      events: log.events,
      hosts: hosts.map(({ host }) => host),
      lessons: total,
      reached: { sessions: sessions.length, shown: shown.length },
      tokens: sessions.length === 0 ? 0 : Math.round(tokens / sessions.length),
      evidence,
      ...(await needsOfPerson(context, reader)),
      sessions: sessions.slice(0, sessionsShown),
    };
  });
}
