import { headCommit } from "../../../base/project/head-commit.js";
import type { WaitOptions } from "../../../log/store/ledger.js";
import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import type { Draft, LedgerWriter } from "../../../log/store/ledger-writer.js";
import type { Context } from "../../../verbs/call/context.js";
import { phases } from "../fold/phases.js";
import { openDirectives } from "./gate-items.js";
import { directivesShownIn } from "./shown-in-phase.js";

type About = Pick<Draft<"phase-begun">, "actor" | "origin" | "run" | "task">;

/** Events hold no longer list; a brief shows at most a hundred directives. */
const mostCarried = 200;

/** Begins a phase. Returns what was open in an earlier one of this name that did not end: it stays open. */
export async function beginPhase(
  writer: LedgerWriter,
  { phase, baseCommit }: { readonly phase: string; readonly baseCommit: string | undefined },
  about: About,
): Promise<string[]> {
  const carried = openDirectives(await directivesShownIn(writer, phase)).slice(0, mostCarried);
  await writer.append({ type: "phase-begun", data: { phase, baseCommit, carried }, ...about });
  return carried;
}

/**
 * Begins a phase that a brief names, unless it is under way: earlier answers do not count for new work. It is
 * a write of its own, so that a brief that is given up leaves a phase that the gate knows.
 */
export async function ensurePhase(
  context: Context,
  phase: string,
  about: About,
  options: WaitOptions,
): Promise<void> {
  const { ledger, places } = context;
  if (await ledger.read((reader) => isUnderWay(reader, phase), options)) return;
  context.beforeWriting();
  await ledger.write(async (writer) => {
    if (await isUnderWay(writer, phase)) return;
    await beginPhase(writer, { phase, baseCommit: headCommit(places.root) }, about);
  }, options);
}

/** Whether a phase, as a session is one, has begun and not ended. */
export async function isUnderWay(reader: LedgerReader, phase: string): Promise<boolean> {
  const row = await reader.row(phases, phase);
  return row !== undefined && row.begunAt !== null && !row.ended;
}
