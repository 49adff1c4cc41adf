import type { EventOf } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { runs } from "../../runs/fold/runs.js";
import { trails } from "../../runs/fold/trails.js";
import { quoteAsData } from "../unconfirmed/quote-as-data.js";
import type { ExplainResult } from "./explain-result.js";
import { answersOf, endingsOf, eventsIn } from "./trail-events.js";

/** Who was shown a lesson, when and in which words, how that was answered, and how the run ended. */
export async function explainExposure(
  reader: LedgerReader,
  event: EventOf<"lesson-exposed">,
): Promise<ExplainResult> {
  const { lesson, moment, role, phase, brief, text, position, probability } = event.data;
  const run = event.run === undefined ? undefined : await reader.row(runs, event.run);
  const name = event.run ?? event.task;
  const trail = name === undefined ? undefined : await reader.row(trails, name);
  const answers = trail === undefined ? [] : await answersOf(reader, trail);
  const mine = answers.flatMap(({ receipts }) => receipts).filter(({ data }) => data.lesson === lesson);
  const outcomes = trail === undefined ? [] : await eventsIn(reader, trail.outcomes.seqs);
  const where = [
    ...(event.task === undefined ? [] : [`session ${event.task}`]),
    ...(event.run === undefined ? [] : [`run ${event.run}`]),
    ...(role === undefined ? [] : [`role ${role}`]),
    ...(phase === undefined || phase === event.task ? [] : [`phase ${phase}`]),
  ];
  return {
    id: event.id,
    kind: "exposure",
    answer: [
      `${lesson} was shown at the moment '${moment}'${where.length === 0 ? "" : ` to ${where.join(", ")}`}.`,
      `The line in the prompt was: ${quoteAsData(text)}`,
      ...mine.map(({ data: { kind, source }, at }) => `Answered at ${at}: ${kind}, by the ${source}.`),
      ...(mine.length === 0 ? ["Nothing in the log answers for it in this run."] : []),
      ...endingsOf(outcomes),
      ...(run?.scored?.lessons.includes(lesson)
        ? [`It counts as shown in work that ${run.scored.result}.`]
        : []),
      ...(brief === undefined ? [] : [`It stood in the brief ${brief}.`]),
    ],
    numbers: { ...(position === undefined ? {} : { position }), probability },
    rule: "what is shown is on record before anybody reads it; 'whetstone shown' prints the whole text",
    events: [event, ...mine, ...outcomes].map(({ seq, id, type, at }) => ({ seq, id, type, at })),
  };
}
