import { counted } from "../../base/text/counted.js";
import type { Context } from "../../verbs/call/context.js";
import { type Freshness, freshnessOf } from "../directive/citations.js";
import { awaitsItsPerson, type DirectiveRow, isTrusted } from "../directive/fold/directive-row.js";
import { missingWords } from "../directive/missing-words.js";
import { alsoForbidden, readForbiddenAction } from "../directive/rules/forbidden-action.js";
import { isCorroborated } from "../directive/rules/trust.js";
import type { Explanation } from "../kind.js";
import { quoteAsData } from "../unconfirmed/quote-as-data.js";

/** Where a directive stands, what became of it, and why it may or may not block. */
export function explainDirective(
  row: DirectiveRow,
  { ledger: { config, project }, places }: Context,
  /** The one that a person put in these words. */
  before: DirectiveRow | undefined,
): Explanation {
  const { escalateAfterViolations, escalateWithinDays } = config.directives;
  const { receipts } = row;
  const copied = row.from === null || row.from.project === project ? "" : `, copied from ${row.from.project}`;
  return {
    answer: [
      `${shownDirective(row)}: from ${row.origin} at ${row.firstSeenAt}${copied}, for ${scopeText(row)}.`,
      ...heardSentences([...(before?.heard ?? []), ...row.heard]),
      statusSentence(row, freshnessOf(places.root, row.citations)),
      weightSentence(row),
      ...row.forbiddenActions.map(forbiddenSentence),
      shownSentence(row),
      ...blockedSentence(row),
      ...checkSentence(row),
      ...row.contradicts.map((other) => `It says the opposite of ${other}; a person has to decide.`),
    ],
    numbers: {
      ...receipts,
      exposures: row.exposures,
      blocked: row.blocked,
      confirmations: row.confirmations,
    },
    rule:
      "a person's is active at once, another's once a person accepts it; what a person said to an agent " +
      "waits for that person too; " +
      "critical and enforced after violations in " +
      `${escalateAfterViolations} runs within ${escalateWithinDays} days; ` +
      "only what a person brought in or vouched for can be critical or enforced, or what another role " +
      "verified where a host knows both its author and that role",
  };
}

/** What became of it, without what never happened. */
function shownSentence({ exposures, receipts }: DirectiveRow): string {
  if (exposures === 0) return "It was not shown yet.";
  const answers = [
    `applied ${receipts.applied}`,
    `ignored ${receipts.ignored}`,
    `not applicable ${receipts.n_a}`,
    `violated ${receipts.violated}`,
    `verified ${receipts.verified}`,
    `without an answer ${receipts.unacknowledged}`,
  ].filter((each) => !each.endsWith(" 0"));
  return `It was shown ${counted(exposures, "time")}${answers.length === 0 ? "" : `: ${answers.join(", ")}`}.`;
}

const heardAs = { correction: "corrected an agent", rule: "said", refusal: "refused a call" } as const;

type Heard = DirectiveRow["heard"][number];

/** Where a person's words were heard, one sentence for the same words. The call is an agent's. */
function heardSentences(heard: readonly Heard[]): readonly string[] {
  return [...new Set(heard.map(({ text }) => text))].map((text) => {
    const same = heard.filter((each) => each.text === text);
    const { kind, call } = same.at(-1) as Heard;
    const where = same.map(({ session, at }) => `session ${session} at ${at}`).join(", ");
    const typed = same.some(({ interactive }) => interactive)
      ? ""
      : " (nothing shows that a person typed it)";
    const about = call === null ? "" : ` The call before was ${quoteAsData(call)}.`;
    return `A person ${heardAs[kind]}: ${quoteAsData(text)}. Heard in ${where}${typed}.${about}`;
  });
}

function forbiddenSentence(action: string): string {
  if (readForbiddenAction(action) === undefined)
    return `It forbids "${action}", which is prose: a program cannot recognise it.`;
  const also = alsoForbidden(action);
  return `It forbids ${action}${also.length === 0 ? "" : `; also: ${also.join(", ")}`}.`;
}

function blockedSentence({ blocked, lastBlocked }: DirectiveRow): string[] {
  if (lastBlocked === null) return [];
  const { at, tool, call } = lastBlocked;
  const what = call === "" ? tool : `${tool} ${quoteAsData(call)}`;
  return [`It blocked ${counted(blocked, "call")}, the last at ${at}: ${what}.`];
}

/** The check, and how it ended the last time that this changed. */
function checkSentence({ verificationPredicate: predicate, lastCheck }: DirectiveRow): string[] {
  if (predicate === undefined) return [];
  if (lastCheck === null) return [`Its check is ${predicate}; it has not been run yet.`];
  const { passed, at, detail } = lastCheck;
  return [`Its check is ${predicate}; it ${passed ? "passed" : "failed"} at ${at}: ${detail}.`];
}

/** What nobody stands behind is quoted as data, wherever an agent may read it. */
function shownDirective({ text, status }: DirectiveRow): string {
  return status === "active" ? `"${text}"` : quoteAsData(text);
}

function scopeText({ appliesToAgents, appliesToTools }: DirectiveRow): string {
  const names = [...appliesToAgents, ...appliesToTools.map((tool) => `users of ${tool}`)];
  return names.length === 0 ? "everyone" : names.join(", ");
}

function statusSentence(row: DirectiveRow, freshness: Freshness): string {
  const { status, enforcement, missing, retired, wasRule } = row;
  if (status === "active" && freshness === "gone" && enforcement === "enforce")
    return (
      "It is active, but a file that it cites is gone: it is shown as possibly stale and stays in force until " +
      "a person decides."
    );
  if (status === "active" && freshness === "gone")
    return (
      "It is active, but a file that it cites is gone: it is not shown, and waits for a person " +
      "once the phase ends."
    );
  if (status === "active" && freshness === "changed")
    return "It is active; a file that it cites has changed: it is shown as possibly stale and ranked lower.";
  if (status === "active") return "It is in force.";
  if (status === "quarantined") return `It is in quarantine and not shown: ${missingWords(missing)}.`;
  if (status === "archived") return `It was retired${retired === null ? "" : `: ${retired}`}.`;
  if (awaitsItsPerson(row))
    return wasRule
      ? "It was a rule by being said in two sessions. That is no longer enough: no agent is shown it until a " +
          "person accepts it."
      : "It is proposed: no agent is shown it until a person accepts it.";
  return "It is proposed: it is shown as unconfirmed, quoted and without weight, until a person accepts it.";
}

function weightSentence(row: DirectiveRow): string {
  const last = row.escalationHistory.at(-1);
  const does = row.enforcement === "enforce" ? "blocks what breaks it" : "only warns";
  const weight = `It has ${row.priority} priority and ${does}`;
  if (last !== undefined)
    return last.by === "person"
      ? `${weight}, as a person set it at ${last.at}.`
      : `${weight}, since it was violated again and again (${last.at}); a person can set it back.`;
  if (isTrusted(row)) return `${weight}.`;
  return `${weight}: it cannot do more while ${backersOf(row)}.`;
}

function backersOf({ origin, accepted, vouched: person, corroboration: evidence }: DirectiveRow): string {
  if (isCorroborated(origin, { person, evidence })) return "only agents stand behind it";
  return accepted ? "no person has vouched for it" : "only its author stands behind it";
}
