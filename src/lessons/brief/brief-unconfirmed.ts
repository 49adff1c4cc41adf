import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { shortIds } from "../directive/rules/short-ids.js";
import { renderUnconfirmed } from "../unconfirmed/render-unconfirmed.js";
import { type DirectiveQuery, directiveLine, rankedDirectives } from "./brief-directives.js";
import type { BriefPart } from "./brief-part.js";

interface UnconfirmedQuery extends Omit<DirectiveQuery, "maxBytes"> {
  readonly maxBytes: number;
}

/** Half as many as directives in force: a person looks through the rest. */
const mostShown = 4;

/** Proposals for a role and its tools, quoted as data. */
export async function briefUnconfirmed(
  context: Context,
  reader: LedgerReader,
  { budgetTokens, maxBytes, ...query }: UnconfirmedQuery,
): Promise<BriefPart> {
  const { rows, considered } = await rankedDirectives(context, reader, query, "proposed");
  const texts = rows.map(({ row: { lesson, text, origin } }) => ({ lesson, text, origin, note: "proposed" }));
  const { shown, ...block } = renderUnconfirmed(texts, { most: mostShown, budgetTokens, maxBytes });
  const ids = shortIds(shown.map(({ lesson }) => lesson));
  const lines = shown.map((each) => directiveLine({ ...each, shortId: ids.get(each.lesson) ?? each.lesson }));
  return { ...block, shown: lines, considered };
}
