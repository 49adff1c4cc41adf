import * as z from "zod/mini";
import { counted, percentage } from "../../base/text/counted.js";
import { sharedProjectOf } from "../../hub/exchange/exchange.js";
import { type Freshness, freshnessOf } from "../../lessons/directive/citations.js";
import { citingList, heardList } from "../../lessons/directive/fold/directive-lists.js";
import { type DirectiveRow, sessionsIn } from "../../lessons/directive/fold/directive-row.js";
import { denialsInARow, rules } from "../../lessons/directive/fold/rules.js";
import { missingWords } from "../../lessons/directive/missing-words.js";
import { isCorroborated } from "../../lessons/directive/rules/trust.js";
import type { FailureRow } from "../../lessons/failure/fold/failures.js";
import { failureText } from "../../lessons/failure/rules/text.js";
import { proposerName } from "../../lessons/proposer-name.js";
import type { TrialRow } from "../../lessons/trial/fold/trials.js";
import { oddSigns, oddSignsOf } from "../../lessons/unconfirmed/odd-signs.js";
import { questionAbout, unsolvedFailures } from "../../lessons/unsolved.js";
import { gateReasonWords } from "../../log/events/gate.js";
import { isoTime } from "../../log/events/time.js";
import { overlayList, stateList } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { ViewOf } from "../../log/view.js";
import { views } from "../../log/views.js";
import type { AdapterRow } from "../../runs/fold/adapters.js";
import { refusedCredentials } from "../../runs/policy/failing-adapters.js";
import type { Context } from "../call/context.js";
import { field } from "../call/field.js";
import type { Immutable } from "../call/immutable.js";
import { openGates } from "./open-gates.js";

/** What does harm or stands in the way comes first, then what agents cannot know, then what may wait. */
const needKinds = [
  "harms",
  "rule",
  "refused",
  "gate",
  "credential",
  "unsolved",
  "correction",
  "proposal",
  "quarantined",
  "relaxation",
  "stale",
] as const;

/** Something that only a person may decide. */
export const needOutput = z.strictObject({
  kind: z.enum(needKinds),
  id: field(
    "The lesson, the adapter, the phase, the rule or the refused event that it is about.",
    z.string(),
  ),
  text: field("What it is about, in its own words.", z.string()),
  why: field("Why it waits.", z.string()),
  files: field(
    "The files that a lesson cites and that have changed; empty for the rest.",
    z.array(z.string()),
  ),
  signs: field(
    "What makes the text of a proposal unusual: read it whole before you accept it.",
    z.array(z.enum(oddSigns)),
  ),
});

type Need = Immutable<z.output<typeof needOutput>>;

/** Of what is no proposal in somebody's words. */
const plain = { files: [], signs: [] } as const;

/** Of each kind; a person who has decided these sees the next. */
const mostOfAKind = 5;
/** Reading a file that a lesson cites takes time: more are looked at when these are settled. */
const mostCiting = 50;

/** What waits for a person, the most dangerous first. */
export async function needsOfPerson(
  context: Context,
  reader: LedgerReader,
): Promise<{ readonly needs: readonly Need[]; readonly waiting: number }> {
  const heard = await listedRows<DirectiveRow>(reader, views.directives, heardList);
  const proposed = await listedRows<DirectiveRow>(
    reader,
    views.directives,
    stateList("proposed"),
    mostOfAKind * 2,
  );
  const quarantined = await listedRows<DirectiveRow>(reader, views.directives, stateList("quarantined"));
  const known = new Set(heard.map(({ lesson }) => lesson));
  const needs = [
    ...heard.map((row) => correction(context, row)),
    ...proposed
      .filter(({ lesson }) => !known.has(lesson))
      .slice(0, mostOfAKind)
      .map(proposal),
    ...(await harming(reader)),
    ...(await unsolved(reader)),
    ...(await refusing(context, reader)),
    ...(await overstrict(reader)),
    ...quarantined.map(quarantine),
    ...(await stale(context, reader)),
    ...(await blocked(context, reader)),
    ...(await tried(context, reader)),
  ];
  return { needs, waiting: Math.max(needs.length, await countWaiting(reader)) };
}

/** The order in which a person looks at what waits. */
export function byDanger(one: Pick<Need, "kind">, other: Pick<Need, "kind">): number {
  return needKinds.indexOf(one.kind) - needKinds.indexOf(other.kind);
}

/** Proposals and quarantined rules may be many; of the rest all are listed. */
async function countWaiting(reader: LedgerReader): Promise<number> {
  const inState = (state: string) => reader.countPlaces(views.directives, { list: stateList(state) });
  return (await inState("proposed")) + (await inState("quarantined"));
}

async function listedRows<Row extends object>(
  reader: LedgerReader,
  view: ViewOf<Row>,
  list: string,
  limit = mostOfAKind,
): Promise<readonly Row[]> {
  return (await reader.rowsFrom<Row>(view, { list, limit })).map(({ row }) => row);
}

function correction(context: Context, { lesson, text, heard, wasRule }: DirectiveRow): Need {
  const isOfTeam = context.hub !== undefined || sharedProjectOf(context) !== undefined;
  const who = isOfTeam ? "A member" : "You";
  const said = `${who} said it in ${counted(sessionsIn(heard), "session")}.`;
  const why = wasRule ? `${said} ${noLongerRule}` : said;
  return { kind: "correction", id: lesson, text, why, ...plain };
}

const noLongerRule =
  "That made it a rule until now. A program can say it twice too, so it waits until you accept it.";

function proposal({ lesson, text, origin, actor, contradicts, corroboration }: DirectiveRow): Need {
  const judges = [...new Set(corroboration.map(({ origin: by }) => proposerName({ origin: by, actor: by })))];
  const isBacked = judges.length > 0 && isCorroborated(origin, { person: false, evidence: corroboration });
  const backed = isBacked ? ` Verified by ${judges.join(", ")}.` : "";
  const against = contradicts.length === 0 ? "" : ` It says the opposite of ${contradicts.join(", ")}.`;
  const why = `Proposed by ${proposerName({ origin, actor })}.${backed}${against}`;
  return { kind: "proposal", id: lesson, text, why, files: [], signs: oddSignsOf(text) };
}

function quarantine({ lesson, text, missing, contradicts }: DirectiveRow): Need {
  const lacking = missing.filter((each) => each !== "contradiction");
  const reasons = [
    ...(lacking.length === 0 ? [] : [missingWords(lacking)]),
    ...(contradicts.length === 0 ? [] : [`it says the opposite of ${contradicts.join(", ")}`]),
  ];
  const why = `In quarantine${reasons.length === 0 ? "" : `: ${reasons.join(", ")}`}.`;
  return { kind: "quarantined", id: lesson, text, why, files: [], signs: oddSignsOf(text) };
}

async function harming(reader: LedgerReader): Promise<readonly Need[]> {
  const tried = await listedRows<TrialRow>(reader, views.trials, stateList("harms"));
  const rows = await reader.rowsAt<FailureRow>(
    views.failures,
    tried.map(({ lesson }) => lesson),
  );
  const bets = new Map(tried.map(({ lesson, bets: { shown, heldOut } }) => [lesson, { shown, heldOut }]));
  return rows
    .filter(({ retired }) => retired === null)
    .map((row) => {
      const { shown, heldOut } = bets.get(row.lesson) ?? { shown: none, heldOut: none };
      const why =
        `It came back in ${percentage(shown.failures, shown.sessions)} of sessions that were shown it, ` +
        `and in ${percentage(heldOut.failures, heldOut.sessions)} of those that were not.`;
      return { kind: "harms", id: row.lesson, text: failureText(row), why, ...plain } as const;
    });
}

const none = { sessions: 0, failures: 0 };

async function unsolved(reader: LedgerReader): Promise<readonly Need[]> {
  return (await unsolvedFailures(reader)).map((each) => {
    return { kind: "unsolved", id: each.lesson, text: each.text, why: questionAbout(each), ...plain };
  });
}

async function refusing(context: Context, reader: LedgerReader): Promise<readonly Need[]> {
  const why = "No agent can renew what it signs in with.";
  const refused = await refusedCredentials(context, reader);
  return refused
    .slice(0, mostOfAKind)
    .map(({ adapter, text }) => ({ kind: "credential", id: adapter, text, why, ...plain }));
}

async function overstrict(reader: LedgerReader): Promise<readonly Need[]> {
  const limit = mostOfAKind * 4;
  const rows = await listedRows<AdapterRow>(reader, views.adapters, overlayList, limit);
  return rows
    .filter(({ relaxationSuggested }) => relaxationSuggested)
    .slice(0, mostOfAKind)
    .map(({ adapter }) => {
      const why = "It has done well under its learned limits.";
      return { kind: "relaxation", id: adapter, text: `Relax ${adapter}?`, why, ...plain } as const;
    });
}

/** What the hub did not take of this machine, until the person says that it was seen. */
export async function refusedByHub(context: Context): Promise<readonly Need[]> {
  const refusals = (await sharedProjectOf(context)?.refusals()) ?? [];
  return refusals.slice(0, mostOfAKind).map(({ id, type, reason, next }) => ({
    kind: "refused",
    id,
    text: `The hub refused this: ${type.replaceAll("-", " ")}`,
    why: `${reason}: ${next}.`,
    ...plain,
  }));
}

async function stale({ places, hub }: Context, reader: LedgerReader): Promise<readonly Need[]> {
  // A hub has no files to compare with.
  if (hub !== undefined) return [];
  const rows = await listedRows<DirectiveRow>(reader, views.directives, citingList, mostCiting);
  return rows
    .flatMap(({ lesson, text, citations }) => {
      const filesThatAre = (state: Freshness) =>
        citations
          .filter((citation) => freshnessOf(places.root, [citation]) === state)
          .map(({ file }) => file);
      const [gone, changed] = [filesThatAre("gone"), filesThatAre("changed")];
      const why = [
        ...(gone.length === 0 ? [] : [`${gone.join(", ")} ${gone.length === 1 ? "is" : "are"} gone.`]),
        ...(changed.length === 0 ? [] : [`${changed.join(", ")} changed since.`]),
      ].join(" ");
      const files = [...gone, ...changed];
      return files.length === 0 ? [] : [{ kind: "stale", id: lesson, text, why, files, signs: [] } as const];
    })
    .slice(0, mostOfAKind);
}

async function blocked(context: Context, reader: LedgerReader): Promise<readonly Need[]> {
  const { newest, newestLeft } = await openGates(reader, context.clock());
  const gate = async ({ phase, denials, missing }: (typeof newest)[number], state: string): Promise<Need> => {
    const rows = await reader.rowsAt<DirectiveRow>(
      views.directives,
      missing.map(({ lesson }) => lesson),
    );
    const words = new Map(rows.map(({ lesson, text }) => [lesson, `"${text}"`]));
    const open = missing.map(({ lesson, reason }) => {
      const why: string = gateReasonWords[reason as keyof typeof gateReasonWords] ?? reason;
      return `${words.get(lesson) ?? lesson} (${why})`;
    });
    const why = `Asked ${counted(denials, "time")}: ${open.join(", ")}.`;
    return { kind: "gate", id: phase, text: `The gate of ${phase} ${state}`, why, ...plain };
  };
  const needs: Need[] = [];
  for (const each of newestLeft) needs.push(await gate(each, "was closed when the session ended"));
  for (const each of newest.filter(({ denials }) => denials > 0)) needs.push(await gate(each, "is closed"));
  return needs;
}

/** What a session tried again and again some time ago is over. */
const triedMs = 7 * 86_400_000;

/** Rules that an agent ran into again and again: it was told to stop trying, and to tell its person. */
async function tried({ clock }: Context, reader: LedgerReader): Promise<readonly Need[]> {
  const rows = await reader.rows(rules);
  const since = isoTime(clock() - triedMs);
  return rows
    .filter(({ standing, lastBroken }) => standing === "bound" && (lastBroken?.at ?? "") > since)
    .filter(({ denials }) => denials.some(({ seqs }) => seqs.length >= denialsInARow))
    .slice(0, mostOfAKind)
    .map(({ rule, file, line, text, lastBroken }) => {
      const why = `${file}:${line} stopped an agent ${denialsInARow} times in one session. The last call: ${lastBroken?.call ?? ""}`;
      return { kind: "rule", id: rule, text, why, ...plain } as const;
    });
}
