import * as z from "zod/mini";
import { type FailureRow, failures, recurringList } from "../lessons/failure/fold/failures.js";
import { motifMarkdown, motifTasks } from "../lessons/failure/rules/reflection/motifs.js";
import { epochMs } from "../log/events/time.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

const proposal = z.strictObject({
  signature: field("The family of failures that it is.", z.string()),
  tasks: field("In how many tasks.", z.int()),
  count: field("How often.", z.int()),
  markdown: field("The proposal for a person.", z.string()),
});

const mostListed = 50;

export const verb = defineVerb({
  name: "lessons motifs",
  group: "Lessons",
  summary: "Show failures that occurred in several tasks",
  description: `Prints, as Markdown, a proposal for each failure that occurred in several tasks, with its \
evidence:
you can write a rule that would have prevented it. A proposal enforces nothing.`,
  examples: [{ run: "whetstone lessons motifs > proposals.md", about: "For a review:" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({}),
  output: z.strictObject({
    motifs: field("Failures that occurred in several tasks, the newest first.", z.array(proposal)),
  }),
  cli: {
    render: ({ motifs }) =>
      motifs.length === 0
        ? "Nothing has failed in the same way in several tasks."
        : motifs.map(({ markdown }) => markdown.trimEnd()).join("\n\n"),
  },
  run: async ({ ledger }) => {
    return ledger.read(async (reader) => {
      const found = await reader.rowsFrom(failures, { list: recurringList, limit: mostListed });
      const recurring = found.map(({ row }) => row).filter(({ sessionCount }) => sessionCount >= motifTasks);
      const motifs = [];
      for (const row of recurring) motifs.push(await proposalOf(reader, row));
      return { motifs };
    });
  },
});

async function proposalOf(reader: LedgerReader, row: FailureRow): Promise<z.output<typeof proposal>> {
  const { text: what, signature, sessions: tasks, sessionCount, count, firstAt, lastAt } = row;
  const evidence = [];
  for (const seq of row.events.toReversed()) {
    const [event] = await reader.eventsAfter(seq - 1, 1);
    if (event?.type !== "reflection-recorded") continue;
    const { text = "" } = event.data;
    evidence.push({ task: event.task ?? "", run: event.run ?? "", at: epochMs(event.at), text });
  }
  const runs = new Set(evidence.map(({ run }) => run)).size;
  const motif = { text: what, tasks, runs, count, firstAt: epochMs(firstAt), lastAt: epochMs(lastAt) };
  return {
    signature,
    tasks: sessionCount,
    count,
    markdown: motifMarkdown({ ...motif, evidence: evidence.slice(0, 10) }),
  };
}
