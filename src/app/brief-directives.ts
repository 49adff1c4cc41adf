import type { Config } from "../config/settings.js";
import { type FoundBy, relevanceOf, topicOf } from "../engines/directives/relevance.js";
import { type DirectiveBlock, renderDirectives } from "../engines/directives/render-directives.js";
import { anyName, appliesTo, type BriefScope, rankForBrief } from "../engines/directives/scope.js";
import { escalatedList } from "../projections/census.js";
import { roleList, toolList } from "../projections/directive-lists.js";
import { type DirectiveRow, directives, isDirective } from "../projections/directives.js";
import { totals } from "../projections/totals.js";
import { totalsKey } from "../projections/totals-key.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { oneLine } from "../text/one-line.js";
import { estimateTokens } from "../text/token-count.js";
import { freshnessOf } from "./citations.js";
import type { Context } from "./context.js";
import { type Likeness, relevanceIn } from "./likeness.js";

export interface DirectiveQuery {
  readonly role: string;
  readonly tools: readonly string[];
  readonly task: string;
  readonly hints: readonly string[];
  readonly budgetTokens: number;
  readonly like: Likeness | undefined;
  /** Lessons that are left out. */
  readonly known: ReadonlySet<string>;
  /** Room for all blocks of the brief. */
  readonly maxBytes: number | undefined;
}

export interface BriefDirectives extends DirectiveBlock {
  /** How many were looked at. */
  readonly considered: number;
  readonly tokens: number;
}

/** The directives for a role and its tools, the critical ones first, within the brief's budget. */
export async function briefDirectives(
  context: Context,
  reader: LedgerReader,
  { role, tools, task, hints, budgetTokens, like, known, maxBytes }: DirectiveQuery,
): Promise<BriefDirectives> {
  const { retrieval } = context.ledger.config;
  const settings = settingsWithin(context.ledger.config.directives, maxBytes);
  const phases = (await reader.row(totals, totalsKey))?.phases ?? 0;
  const topic = topicOf(task, hints);
  const rows = (await scoped(reader, { role, tools }, like)).filter(({ lesson }) => !known.has(lesson));
  const candidates = rows.flatMap((row) => {
    const freshness = freshnessOf(context.places.root, row.citations);
    // What it speaks of is gone: a person should look at it before anyone else does.
    if (freshness === "gone") return [];
    const { applied, ignored, violated } = row.receipts;
    const stale = freshness === "changed";
    const record = { applied, ignored, violated, phasesSinceBorn: phases - row.bornAtPhase, stale };
    return [
      {
        directive: row,
        stale,
        relevance: relevanceOf(row, topic, record, retrieval, foundBy(like, row.lesson, retrieval)).sum,
      },
    ];
  });
  const { shown, dropped } = rankForBrief(candidates, { role, tools }, settings);
  const staleOf = new Map(candidates.map(({ directive, stale }) => [directive.lesson, stale]));
  const entries = shown.map((directive) => ({ directive, stale: staleOf.get(directive.lesson) ?? false }));
  const block = withinBudget(entries, settings, budgetTokens);
  return {
    ...block,
    dropped: [...block.dropped, ...dropped.map(({ lesson }) => lesson)],
    considered: rows.length,
    tokens: estimateTokens(block.block),
  };
}

function foundBy(like: Likeness | undefined, lesson: string, settings: Config["retrieval"]): FoundBy | undefined {
  if (like === undefined) return undefined;
  return { likeness: relevanceIn(like, lesson, settings), synonyms: like.of.get(lesson)?.synonyms ?? 0 };
}

/** Three quarters of the room: the rest is for what the role keeps noticing. */
const directiveShare = 0.75;

function settingsWithin(settings: Config["directives"], maxBytes: number | undefined): Config["directives"] {
  if (maxBytes === undefined) return settings;
  return { ...settings, briefMaxBytes: Math.min(settings.briefMaxBytes, Math.floor(maxBytes * directiveShare)) };
}

/** Of a longer list the weightiest are looked at, and whatever is like the task wherever it stands. */
const mostOfAList = 300;

async function scoped(
  reader: LedgerReader,
  { role, tools }: BriefScope,
  like: Likeness | undefined,
): Promise<readonly DirectiveRow[]> {
  const lists = [
    roleList(role),
    roleList(anyName),
    ...tools.map(toolList),
    ...(tools.length > 0 ? [toolList(anyName)] : []),
  ];
  const found = new Map<string, DirectiveRow>();
  for (const list of lists) {
    for (const { row } of await reader.rowsFrom(directives, { list, limit: mostOfAList })) found.set(row.lesson, row);
  }
  for (const lesson of like?.of.keys() ?? []) {
    if (found.has(lesson) || !isDirective(lesson)) continue;
    const row = await reader.row(directives, lesson);
    if (row?.status === "active" && appliesTo(row, { role, tools })) found.set(lesson, row);
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
  if (estimateTokens(block.block) <= budgetTokens || last === undefined || last.directive.priority === "critical")
    return block;
  const smaller = withinBudget(entries.slice(0, -1), settings, budgetTokens);
  return { ...smaller, dropped: [...smaller.dropped, last.directive.lesson] };
}

const escalationsShown = 5;
const textChars = 160;

/** What became critical of late, for the role that answers for the plan. Empty for others, and when there is nothing. */
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
