import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import { oneLine } from "../base/text/one-line.js";
import { quoteAsData } from "../lessons/unconfirmed/quote-as-data.js";
import { defineVerb } from "./frame/define-verb.js";
import { savedText } from "./overview/saved-work.js";
import { quotedSession } from "./overview/sessions-listed.js";
import { type Today, today, todayOutput } from "./overview/today.js";

export const verb = defineVerb({
  name: "today",
  group: "Look",
  summary: "Show what needs your decision, and how the last sessions went",
  description: `Shows in a few sentences whether lessons reach sessions, what they cost and whether they help, \
then what only a person may decide, the most dangerous first: lessons that harm, rules that stop agents again \
and again, what a hub refused, closed gates, failures that nobody solved, your own corrections, proposals, rules in \
quarantine, limits that could be relaxed, lessons whose files changed; and the newest sessions. \
'whetstone open' shows the same in the browser, where one click decides.`,
  examples: [{ run: "whetstone today", about: "In the morning:" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({}),
  output: todayOutput,
  cli: { render },
  asData: ({ needs, sessions, ...rest }) => ({
    ...rest,
    sessions: sessions.map(quotedSession),
    needs: needs.map((need) => ({ ...need, text: quoteAsData(need.text), why: quoteAsData(need.why) })),
  }),
  run: (context) => today(context),
});

const textChars = 100;
/** A session is found by the beginning of its id. */
const idChars = 8;
const nameChars = 50;
/** A question is asked to its end, with the command that answers it. */
const whyChars = 160;

function render(today: Today, style: Style): string {
  return today.events === 0 ? firstSteps(today, style) : renderDay(today, style);
}

function firstSteps({ hosts }: Today, style: Style): string {
  return [
    style.bold("Nothing was recorded in this project yet."),
    "",
    ...(hosts.length === 0 ? ["  whetstone init    sets up your coding agents"] : []),
    "  whetstone learn   learns from the sessions that your agents already had here",
  ].join("\n");
}

function renderDay(
  { reached, tokens, saved, blocked, evidence, needs, waiting, sessions }: Today,
  style: Style,
): string {
  const rest = waiting - needs.length;
  const savedIn = savedText(saved);
  return [
    reached.sessions === 0
      ? "No session was seen yet."
      : `Lessons reached ${reached.shown} of the last ${counted(reached.sessions, "session")}, ` +
        `with ${tokens} tokens per session.`,
    `Measured: ${evidence.helps} help, ${evidence.harms} harm, ${evidence.notKnownYet} not known yet.` +
      `${savedIn === undefined ? "" : ` ${savedIn}.`}`,
    ...(blocked === 0 ? [] : [`Blocked or stopped in these sessions: ${counted(blocked, "call")}.`]),
    "",
    style.bold(needs.length === 0 ? "Nothing waits for you." : "Needs you"),
    ...needs.flatMap(({ kind, id, text, why }) => [
      `  ${style.bold(id)}  ${oneLine(text, textChars)}`,
      style.dim(
        `    ${oneLine(why, whyChars)}${kind === "unsolved" ? " Answer with 'whetstone lessons review'." : ""}`,
      ),
    ]),
    ...(rest > 0 ? [style.dim(`  and ${rest} more`)] : []),
    ...(needs.length === 0
      ? []
      : [style.dim("  Decide with 'whetstone lessons review' or 'whetstone open'.")]),
    ...(sessions.length === 0 ? [] : ["", style.bold("The last sessions")]),
    ...sessions.map(
      ({ session, name, agent, failures, blocked, shown, result }) =>
        `  ${name === "" ? session : `${session.slice(0, idChars)}  ${oneLine(name, nameChars)}`}` +
        `  ${style.dim(agent ?? "")}  ${counted(failures, "failure")}, ` +
        `${blocked === 0 ? "" : `${blocked} blocked, `}${counted(shown, "text")} shown` +
        `${result === null ? "" : `, ${result}`}`,
    ),
  ].join("\n");
}
