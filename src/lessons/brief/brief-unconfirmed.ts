import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { shortIds } from "../directive/rules/short-ids.js";
import { renderUnconfirmed, type UnconfirmedBlock } from "../unconfirmed/render-unconfirmed.js";
import { type DirectiveQuery, rankedDirectives } from "./brief-directives.js";

interface UnconfirmedQuery extends Omit<DirectiveQuery, "maxBytes"> {
  readonly maxBytes: number;
}

export interface BriefUnconfirmed extends Omit<UnconfirmedBlock, "shown"> {
  readonly shown: readonly { readonly lesson: string; readonly text: string; readonly shortId: string }[];
  /** How many were looked at. */
  readonly considered: number;
}

/** Half as many as directives in force: a person looks through the rest. */
const mostShown = 4;

/** Proposals for a role and its tools, quoted as data. */
export async function briefUnconfirmed(
  context: Context,
  reader: LedgerReader,
  { budgetTokens, maxBytes, ...query }: UnconfirmedQuery,
): Promise<BriefUnconfirmed> {
  const { rows, considered } = await rankedDirectives(context, reader, query, "proposed");
  const texts = rows.map(({ row: { lesson, text, origin } }) => ({ lesson, text, origin, note: "proposed" }));
  const { shown, ...block } = renderUnconfirmed(texts, { most: mostShown, budgetTokens, maxBytes });
  const ids = shortIds(shown.map(({ lesson }) => lesson));
  const withIds = shown.map((each) => ({ ...each, shortId: ids.get(each.lesson) ?? each.lesson }));
  return { ...block, shown: withIds, considered };
}
