import { masked } from "../../base/text/masked.js";
import { oneLine } from "../../base/text/one-line.js";
import { totalsKey } from "../../log/list-keys.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { totals } from "../../runs/fold/totals.js";
import type { Context } from "../../verbs/call/context.js";
import type { NearLessons } from "../search/near-lessons.js";
import type { DirectiveRow } from "./fold/directive-row.js";
import { freeId, plainDirective } from "./propose-directive.js";
import { checkText } from "./rules/directive-text.js";
import { type StatedRule, statedRules } from "./rules/heard/plain-forms.js";
import { similarDirective } from "./similar-directive.js";

/** The rules in a person's words that may become a proposal. */
export function rulesHeard(text: string): readonly StatedRule[] {
  return statedRules(text).filter((each) => checkText(each.text).ok);
}

/** Where a person said something. */
export interface Hearing {
  readonly host: string;
  readonly session: string;
  /** It is the reason for which a call was refused. */
  readonly isRefusal: boolean;
  /** A person typed it, as far as the host shows. */
  readonly interactive: boolean;
  /** The tool call it was about. */
  readonly call: string | undefined;
}

/**
 * What became of a person's words: a new proposal, the same one heard again, the rule that they repeat, or
 * nothing because the person rejected them before.
 */
export type HeardAs = "proposed" | "again" | "known" | "rejected";

const callChars = 300;

/** Keeps a person's words as a proposal of that person, or adds a hearing to the one that says the same. */
export async function hearCorrection(
  context: Context,
  writer: LedgerWriter,
  { text, because }: StatedRule,
  { host, session, isRefusal, interactive, call }: Hearing,
  near: NearLessons | undefined,
): Promise<{ readonly as: HeardAs; readonly lesson: string }> {
  const fields = plainDirective(text);
  const about = { actor: host, origin: `prompt:${host}`, run: session };
  const { allSame, opposites } = await similarDirective(writer, fields.text, near);
  const known = allSame.find((row) => row.status === "active" || row.origin === "human");
  if (known !== undefined) {
    const data = { lesson: known.lesson, text: fields.text };
    await writer.append({ type: "lesson-confirmed", data, ...about });
    return { as: "known", lesson: known.lesson };
  }
  const heard = allSame.find((row) => row.heard.length > 0);
  if (heard?.status === "archived") return { as: "rejected", lesson: heard.lesson };
  const lesson = heard?.lesson ?? (await proposed(writer, fields, opposites, about));
  const shown = call === undefined ? {} : { call: oneLine(masked(call, context.places.root), callChars) };
  const kind = isRefusal ? ("refusal" as const) : ("rule" as const);
  const data = { lesson, kind, text: fields.text, because, session, interactive, ...shown };
  await writer.append({ type: "correction-heard", data, ...about });
  return { as: heard === undefined ? "proposed" : "again", lesson };
}

async function proposed(
  writer: LedgerWriter,
  fields: ReturnType<typeof plainDirective>,
  opposites: readonly DirectiveRow[],
  about: { readonly actor: string; readonly origin: string; readonly run: string },
): Promise<string> {
  const lesson = await freeId(writer, fields.text);
  const bornAtPhase = (await writer.row(totals, totalsKey))?.phases ?? 0;
  const data = { ...fields, citations: [], lesson, kind: "directive" as const, bornAtPhase };
  await writer.append({ type: "lesson-proposed", data: { ...data, witness: "host" }, ...about });
  const standing = opposites.find(({ origin, status }) => origin === "human" || status === "active");
  if (standing !== undefined)
    await writer.append({
      type: "contradiction-found",
      data: { lesson, other: standing.lesson },
      ...about,
    });
  return lesson;
}
