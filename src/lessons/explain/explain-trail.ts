import { counted } from "../../base/text/counted.js";
import type { WhetstoneEvent } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { errors } from "../../runs/fold/errors.js";
import { runs } from "../../runs/fold/runs.js";
import type { TrailRow } from "../../runs/fold/trails.js";
import { type HeldOutLesson, heldOutLessons } from "../trial/held-out-lessons.js";
import { type ShownText, shownTextOf } from "../trial/shown-texts.js";
import { nameOrQuote, quoteAsData } from "../unconfirmed/quote-as-data.js";
import type { ExplainResult } from "./explain-result.js";
import { answersOf, endingsOf, eventsIn, type ReadAnswer } from "./trail-events.js";

/** What is known of a session or a run: what it was shown, what failed, how it answered, how it ended. */
export async function explainTrail(reader: LedgerReader, trail: TrailRow): Promise<ExplainResult> {
  const { name, isSession, failures } = trail;
  const shownEvents = await eventsIn(reader, trail.shown.seqs);
  const texts = [];
  for (const event of shownEvents) texts.push(await shownTextOf(reader, event));
  const shown = texts.filter((text) => text !== undefined);
  const heldOut = await heldOutLessons(reader, trail);
  const withheld = await eventsIn(reader, trail.heldOut.seqs);
  const failed = await eventsIn(reader, failures.seqs);
  const guarded = await eventsIn(reader, trail.guarded.seqs);
  const answers = await answersOf(reader, trail);
  const outcomes = await eventsIn(reader, trail.outcomes.seqs);
  const open = (await reader.row(errors, name))?.unresolved ?? 0;
  return {
    id: name,
    kind: isSession ? "session" : "run",
    answer: [
      ...(trail.runs.length === 0
        ? []
        : [`Its runs are ${trail.runs.map((run) => nameOrQuote(run)).join(", ")}.`]),
      ...shownSentences(trail, shown),
      ...heldOutSentences(heldOut),
      ...failureSentences(trail, failed),
      ...guardSentences(trail, guarded),
      ...(open === 0 ? [] : [`${counted(open, "recorded error")} not resolved.`]),
      ...answerSentences(answers),
      ...(outcomes.length === 0 ? ["Nothing in the log says how it ended."] : endingsOf(outcomes)),
      ...(await creditSentences(reader, trail)),
    ],
    numbers: {
      texts: trail.shown.count,
      tokens: shown.reduce((sum, { tokens }) => sum + tokens, 0),
      lessons: new Set(shown.flatMap(({ lessons }) => lessons.map(({ lesson }) => lesson))).size,
      dropped: shown.reduce((sum, { dropped }) => sum + dropped, 0),
      heldOut: heldOut.length,
      failures: failures.count,
      blocked: trail.guarded.count,
      outcomes: trail.outcomes.count,
    },
    rule: "counted from the log by session and by run; the newest 300 events of each kind are read",
    events: [
      ...shownEvents,
      ...withheld,
      ...failed,
      ...guarded,
      ...answers.map(({ output }) => output),
      ...outcomes,
    ]
      .sort((a, b) => a.seq - b.seq)
      .map(({ seq, id, type, at }) => ({ seq, id, type, at })),
  };
}

function shownSentences({ name, shown }: TrailRow, texts: readonly ShownText[]): readonly string[] {
  if (shown.count === 0) return ["It was shown nothing."];
  const moments = new Map<string, number>();
  for (const { moment } of texts) moments.set(moment, (moments.get(moment) ?? 0) + 1);
  const each = [...moments].map(([moment, count]) => `${moment} ${count}`).join(", ");
  return [`It was shown ${counted(shown.count, "text")} (${each}); 'whetstone shown ${name}' prints them.`];
}

function heldOutSentences(heldOut: readonly HeldOutLesson[]): readonly string[] {
  return heldOut.map(({ lesson, moment, probability, cameBack }) => {
    const why =
      probability === 0 ? "because it was found to harm" : `(shown with probability ${probability})`;
    return `${lesson} was held out at the ${moment} ${why}: the failure ${cameBack ? "came back" : "did not come back"}.`;
  });
}

/** The newest ones: more would bury the rest. */
const failuresNamed = 3;

function failureSentences({ failures }: TrailRow, failed: readonly WhetstoneEvent[]): readonly string[] {
  if (failures.count === 0) return [];
  const newest = failed.slice(-failuresNamed).flatMap((event) => {
    if (event.type !== "reflection-recorded") return [];
    const { tool, text, cause, because } = event.data;
    return [`${nameOrQuote(tool)} failed at ${event.at}: ${quoteAsData(text ?? cause ?? because)}`];
  });
  return [`${counted(failures.count, "call")} failed.`, ...newest];
}

function guardSentences({ guarded }: TrailRow, events: readonly WhetstoneEvent[]): readonly string[] {
  if (guarded.count === 0) return [];
  const newest = events.slice(-failuresNamed).flatMap((event) => {
    if (event.type !== "call-guarded") return [];
    const { decision, tool, call = "", lessons, adapter, elsewhere } = event.data;
    const others = elsewhere === true ? ["the project that it would have run in"] : [];
    const because = [...lessons, ...(adapter === undefined ? [] : [adapter]), ...others].join(", ");
    const what = `${nameOrQuote(tool)}${call === "" ? "" : ` ${quoteAsData(call)}`}`;
    return [`${what} was ${decision} at ${event.at}${because === "" ? "" : `, by ${because}`}.`];
  });
  return [`${counted(guarded.count, "call")} blocked, stopped or put to a person.`, ...newest];
}

function answerSentences(answers: readonly ReadAnswer[]): readonly string[] {
  return answers.flatMap(({ output, receipts }) => [
    ...receipts.map(
      ({ data: { lesson, kind, source, detail }, at }) =>
        `${lesson}: ${kind} by the ${source} at ${at}${detail === undefined ? "" : `: ${quoteAsData(detail)}`}.`,
    ),
    ...output.data.spoofed.map(
      (id) => `An acknowledgement of ${quoteAsData(id)} at ${output.at} does not count: it was never shown.`,
    ),
  ]);
}

/** How the end counts for what was shown, in each run of it. */
async function creditSentences(
  reader: LedgerReader,
  { name, runs: names }: TrailRow,
): Promise<readonly string[]> {
  const rows = await reader.rowsAt(runs, [name, ...names]);
  return rows.flatMap(({ run, scored }) =>
    scored === null
      ? []
      : [
          `Run ${nameOrQuote(run)} counts as work that ${scored.result} for ${counted(scored.lessons.length, "insight")}.`,
        ],
  );
}
