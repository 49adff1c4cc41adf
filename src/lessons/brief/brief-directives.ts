import type { Config } from "../../base/config/settings.js";
import { oneLine } from "../../base/text/one-line.js";
import { escalatedList, totalsKey } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { totals } from "../../runs/fold/totals.js";
import { compareByWords } from "../../search/order/compare-by-words.js";
import { rankLessons } from "../../search/order/rank-lessons.js";
import type { Context } from "../../verbs/call/context.js";
import { freshnessOf } from "../directive/citations.js";
import { directiveFacts } from "../directive/directive-kind.js";
import { proposedIn, roleList, toolList } from "../directive/fold/directive-lists.js";
import { awaitsItsPerson, type DirectiveRow } from "../directive/fold/directive-row.js";
import { directives, isDirective } from "../directive/fold/directives.js";
import { type DirectiveBlock, renderDirectives } from "../directive/rules/render-directives.js";
import { anyName, appliesTo, type BriefScope } from "../directive/rules/scope.js";
import { publishedText } from "../instructions/rules/published-text.js";
import { isAlwaysShown } from "../muted-roles.js";
import { type BriefTopic, type Similarity, textOfTopic } from "../search/find-similar.js";
import type { BriefLine, BriefPart, RelevanceFloor } from "./brief-part.js";
import type { LeftOut } from "./left-out.js";

export interface DirectiveQuery {
  readonly topic: BriefTopic;
  readonly budgetTokens: number;
  readonly like: Similarity | undefined;
  /** Lessons that are left out. */
  readonly known: ReadonlySet<string>;
  /** Undefined where everything for the role is shown. */
  readonly floor: RelevanceFloor | undefined;
  readonly leftOut: LeftOut;
  /** Room for all blocks of the brief. */
  readonly maxBytes: number | undefined;
}

/** The directives for a role and its tools, the critical ones first, within the brief's budget. */
export async function briefDirectives(
  context: Context,
  reader: LedgerReader,
  { budgetTokens, maxBytes, ...query }: DirectiveQuery,
): Promise<BriefPart> {
  const settings = settingsWithin(context.ledger.config.directives, maxBytes);
  const { rows, considered } = await rankedDirectives(context, reader, query, "active");
  const entries = rows.map(({ row, stale }) => ({ directive: row, stale }));
  const shown = entries.slice(0, settings.briefMax);
  const block = withinBudget(shown, settings, budgetTokens);
  return {
    ...block,
    shown: block.shown.map(directiveLine),
    dropped: [...block.dropped, ...entries.slice(shown.length).map(({ directive }) => directive.lesson)],
    considered,
    tokens: estimateTokens(block.block),
  };
}

export function directiveLine(shown: Pick<BriefLine, "lesson" | "text" | "shortId">): BriefLine {
  return { ...shown, kind: "directive", score: null };
}

/** The directives of a state for a role and its tools, the best for the task first. */
export async function rankedDirectives(
  context: Context,
  reader: LedgerReader,
  { topic, like, known, floor, leftOut }: Omit<DirectiveQuery, "budgetTokens" | "maxBytes">,
  status: "active" | "proposed",
): Promise<{ readonly rows: readonly FreshRow[]; readonly considered: number }> {
  const phases = (await reader.row(totals, totalsKey))?.phases ?? 0;
  const found = (await scoped(reader, topic, like, status)).filter(
    (row) => !known.has(row.lesson) && !isLeftOut(row, leftOut),
  );
  const meant = floor === undefined ? found : found.filter((row) => floor(wordsOfDirective(row)));
  // The cited file is gone: a person should look at the directive before an agent sees it. What is enforced
  // is shown all the same: an agent is never stopped by a rule that it was not told.
  const rows = meant.flatMap((row) => {
    const freshness = freshnessOf(context.places.root, row.citations);
    const isHidden = freshness === "gone" && row.enforcement !== "enforce";
    return isHidden ? [] : [{ row, stale: freshness !== "fresh" }];
  });
  const byId = new Map(rows.map((each) => [each.row.lesson, each]));
  const order = ranked(context, topic, rows, phases, like);
  return { rows: order.flatMap(({ id }) => byId.get(id) ?? []), considered: found.length };
}

interface FreshRow {
  readonly row: DirectiveRow;
  readonly stale: boolean;
}

/** All of them are meant for this role, so all are listed; those that had no room stand at the end. */
function ranked(
  { ledger }: Context,
  topic: BriefTopic,
  rows: readonly FreshRow[],
  phases: number,
  like: Similarity | undefined,
): readonly { readonly id: string }[] {
  const { retrieval: settings, directives: limits } = ledger.config;
  const query = textOfTopic(topic);
  const byWords =
    like === undefined
      ? compareByWords(
          query,
          rows.map(({ row }) => ({ ...wordsOfDirective(row), id: row.lesson, triggers: row.triggers })),
        )
      : like.of;
  const nothing = {
    words: 0,
    meaning: like?.model === undefined ? undefined : 0,
    trigger: false,
    synonyms: 0,
  };
  const candidates = rows.map(({ row: { lesson: id } }) => byWords.get(id) ?? { id, ...nothing });
  const facts = new Map(rows.map(({ row, stale }) => [row.lesson, directiveFacts(row, phases, stale)]));
  const ranking = { query, candidates, facts, settings, scoped: true };
  const best = rankLessons({ ...ranking, cap: limits.briefMax, alike: like?.alike });
  const shown = new Set(best.map(({ id }) => id));
  const rest = rankLessons({ ...ranking, cap: rows.length, off: new Set(["diversity"]) });
  return [...best, ...rest.filter(({ id }) => !shown.has(id))];
}

/** A line of a file that says less than the directive does not take its place. */
function isLeftOut(row: DirectiveRow, leftOut: LeftOut): boolean {
  return !isAlwaysShown(row) && leftOut(row.lesson, () => publishedText(row)) !== undefined;
}

function wordsOfDirective({ lesson, text, tags, triggers, requiredActions, forbiddenActions }: DirectiveRow) {
  const words = [text, ...tags, ...triggers, ...requiredActions, ...forbiddenActions].join("\n");
  return { lesson, text: words };
}

/** Three quarters of the room: the rest is for what the role keeps noticing. */
const directiveShare = 0.75;

function settingsWithin(settings: Config["directives"], maxBytes: number | undefined): Config["directives"] {
  if (maxBytes === undefined) return settings;
  return {
    ...settings,
    briefMaxBytes: Math.min(settings.briefMaxBytes, Math.floor(maxBytes * directiveShare)),
  };
}

/** Of a longer list the weightiest are looked at, and whatever is like the task wherever it stands. */
const mostOfAList = 300;

async function scoped(
  reader: LedgerReader,
  { role, tools }: BriefScope,
  like: Similarity | undefined,
  status: "active" | "proposed",
): Promise<readonly DirectiveRow[]> {
  const inForce = [
    roleList(role),
    roleList(anyName),
    ...tools.map(toolList),
    ...(tools.length > 0 ? [toolList(anyName)] : []),
  ];
  const lists = status === "active" ? inForce : inForce.map(proposedIn);
  const found = new Map<string, DirectiveRow>();
  for (const list of lists) {
    for (const { row } of await reader.rowsFrom(directives, { list, limit: mostOfAList }))
      found.set(row.lesson, row);
  }
  for (const lesson of like?.of.keys() ?? []) {
    if (found.has(lesson) || !isDirective(lesson)) continue;
    const row = await reader.row(directives, lesson);
    if (row?.status !== status || awaitsItsPerson(row)) continue;
    if (appliesTo(row, { role, tools })) found.set(lesson, row);
  }
  return [...found.values()];
}

type Entries = Parameters<typeof renderDirectives>[0];

/** Drops the last ones until the block fits; a critical one stays, whatever it costs. */
function withinBudget(
  entries: Entries,
  settings: Parameters<typeof renderDirectives>[1],
  budgetTokens: number,
): DirectiveBlock {
  const block = renderDirectives(entries, settings);
  const last = entries.at(-1);
  if (
    estimateTokens(block.block) <= budgetTokens ||
    last === undefined ||
    last.directive.priority === "critical"
  )
    return block;
  const smaller = withinBudget(entries.slice(0, -1), settings, budgetTokens);
  return { ...smaller, dropped: [...smaller.dropped, last.directive.lesson] };
}

const escalationsShown = 5;
const textChars = 160;

/** The newest directives that became critical, for the role that answers for the plan; else empty. */
export async function escalationBlock(reader: LedgerReader, role: string): Promise<string> {
  if (role !== "architect") return "";
  const placed = await reader.rowsFrom(directives, { list: escalatedList, limit: escalationsShown });
  if (placed.length === 0) return "";
  const lines = placed.map(({ row }) => {
    const at = row.escalationHistory.at(-1)?.at.slice(0, 10) ?? "";
    return `- ${oneLine(row.text, textChars)} [${row.lesson}, ${at}, violated ${row.receipts.violated}x]`;
  });
  return ["=== RECENT ESCALATIONS ===", ...lines, "=== END RECENT ESCALATIONS ==="].join("\n");
}
