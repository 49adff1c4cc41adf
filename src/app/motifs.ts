import { motifMarkdown } from "../engines/reflection/motifs.js";
import { epochMs } from "../events/time.js";
import { type MotifRow, motifRows, recurringList } from "../projections/motifs.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";

export interface MotifsResult {
  readonly motifs: readonly {
    readonly signature: string;
    readonly tasks: number;
    readonly count: number;
    /** The proposal for a person. */
    readonly markdown: string;
  }[];
}

const mostListed = 50;

/** Failures that came back in several tasks, as proposals for a person. Nothing is enforced by them. */
export async function motifs({ ledger }: Context): Promise<MotifsResult> {
  const { motifTasks } = ledger.config.reflection;
  return ledger.read(async (reader) => {
    const found = await reader.rowsFrom(motifRows, { list: recurringList, limit: mostListed });
    const recurring = found.map(({ row }) => row).filter(({ tasks }) => tasks.length >= motifTasks);
    const proposals = [];
    for (const row of recurring) proposals.push(await proposalOf(reader, row));
    return { motifs: proposals };
  });
}

async function proposalOf(reader: LedgerReader, row: MotifRow): Promise<MotifsResult["motifs"][number]> {
  const { signature, tasks, count, firstAt, lastAt } = row;
  const evidence = [];
  for (const seq of row.events.toReversed()) {
    const [event] = await reader.eventsAfter(seq - 1, 1);
    if (event?.type !== "reflection-recorded" || event.data.result === "success") continue;
    const { text = "" } = event.data;
    evidence.push({ signature, task: event.task ?? "", run: event.run ?? "", at: epochMs(event.at), text });
  }
  const runs = new Set(evidence.map(({ run }) => run)).size;
  const motif = { signature, tasks, runs, count, firstAt: epochMs(firstAt), lastAt: epochMs(lastAt) };
  return {
    signature,
    tasks: tasks.length,
    count,
    markdown: motifMarkdown({ ...motif, evidence: evidence.slice(0, 10) }),
  };
}
