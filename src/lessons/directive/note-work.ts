import type { EventData } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { repositoryNamed, surroundingsOf } from "./call-surroundings.js";
import type { Before, Check } from "./check/check.js";
import { checkedCall, type GivenCall } from "./check/checked-call.js";
import { notesOfStop, workWatch } from "./check/work.js";
import type { RuleInForce } from "./fold/rules.js";
import { isNewEdit, isNewRun, placeIn, workStates } from "./fold/work-states.js";
import type { ReadCall } from "./rules/forbidden/read-call.js";
import { type RequiredCommand, runsRequired } from "./rules/required-command.js";

/** A call that ended, as a hook saw it. */
export interface SeenCall extends GivenCall {
  /** Where it ran. */
  readonly folder: string;
  readonly ended: "passed" | "failed" | "unknown";
}

/** What rules in force want to be noted. */
export interface Asked {
  /** By directives. */
  readonly commands: readonly RequiredCommand[];
  /** By rules of instruction files. */
  readonly checks: readonly Before[];
}

type Note = Pick<EventData<"work-noted">, "noted" | "repository" | "what" | "ended">;

/** The checks of rules in force that ask for something before something else. */
export async function stepsAsked(context: Context, rows: readonly RuleInForce[]): Promise<readonly Before[]> {
  const prepared = await context.rules();
  return rows.map((row): Check => prepared.of(row.check).check).filter((check) => "before" in check);
}

/** What a call says about the work, in the order in which it happened. */
export async function notesOf(
  context: Context,
  { folder, ended, ...use }: SeenCall,
  { commands, checks }: Asked,
): Promise<readonly Note[]> {
  const { matchers } = await context.rules();
  const required = commands.map((each) => ({
    what: each.text,
    runsIn: (read: ReadCall) => runsRequired(each, read),
  }));
  const watch = workWatch(checks, matchers, required);
  const call = checkedCall(use, folder, surroundingsOf(context, folder));
  return watch(call, ended, (place) => repositoryNamed(place, context.places.root));
}

/** What the end of a turn says: nothing where nothing was edited since the last. */
export async function notesOfEnd(reader: LedgerReader, session: string): Promise<readonly Note[]> {
  const state = await reader.row(workStates, session);
  return notesOfStop({ state, repositoryOf: () => undefined });
}

/** Whether a note changes what is known of a session. */
export async function isNews(
  reader: LedgerReader,
  session: string,
  run: string,
  note: Note,
): Promise<boolean> {
  const state = await reader.row(workStates, session);
  if (note.noted === "began") return state === undefined;
  if (note.noted === "unseen") return true;
  const place = placeIn(state, note.repository ?? "");
  if (note.noted === "edited") return isNewEdit(place, run, note.what);
  return isNewRun(place, note.what ?? "", note.ended ?? "unknown");
}
