import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import type { Context } from "../../../verbs/call/context.js";
import { briefFailures } from "../../brief/brief-failures.js";
import { leftOutOf } from "../../brief/left-out.js";
import { chooseLessons, heardBy } from "../../trial/show-lessons.js";

interface Planned {
  readonly text: string;
  readonly run: string | undefined;
  readonly task: string | undefined;
}

/** What is known to fail in this project: what came often, and what the task names. */
export async function failuresForPlan(
  context: Context,
  reader: LedgerReader,
  { text, run, task }: Planned,
): Promise<readonly { readonly lesson: string; readonly text: string }[]> {
  const { reflection, hosts } = context.ledger.config;
  const { shown } = await briefFailures(context, reader, {
    prompt: text,
    starts: true,
    session: task ?? run,
    heard: await heardBy(reader, run, "plan"),
    heldOut: [],
    leftOut: await leftOutOf(context, reader, { role: hosts.mainRole, host: undefined, work: {} }),
    budgetTokens: reflection.startTokens,
    settings: reflection,
    patterns: [],
  });
  const showing = { run, task, phase: undefined, moment: "plan", fresh: false } as const;
  return (await chooseLessons(context, reader, showing, shown)).shown;
}
