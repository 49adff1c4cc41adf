import { failureId } from "../engines/failures/signature.js";
import type { EventOf } from "../events/catalog.js";
import { moveToEnd } from "./bounded-list.js";
import type { Projection } from "./projection.js";
import { views } from "./views.js";

/** The same failure, wherever it happened. */
export interface MotifRow {
  readonly signature: string;
  /** The newest wording. */
  readonly text: string;
  readonly tool: string;
  readonly count: number;
  /** Tasks it happened in, the newest of them. */
  readonly tasks: readonly string[];
  readonly firstAt: string;
  readonly lastAt: string;
  /** What undid it, each with the tasks in which it did, the newest last. */
  readonly remedies: readonly SeenRemedy[];
  /** What may have undone it in a task: it did once the failed call works. */
  readonly tried: { readonly task: string; readonly advice: string } | null;
  readonly events: readonly number[];
}

interface SeenRemedy {
  readonly advice: string;
  readonly tasks: readonly string[];
}

const tasksKept = 50;
const eventsKept = 20;
const remediesKept = 5;

type Reflected = EventOf<"reflection-recorded">;

/** Motifs by the id of their failure. */
export const motifRows: Projection<MotifRow, null> = {
  ...views.motifs,
  places: ({ tasks, count }) => [
    recurringList + String(1e9 - tasks.length * 1e4 - Math.min(count, 9_999)).padStart(12, "0"),
  ],
  on: {
    "reflection-recorded": {
      keys: ({ data }) => (data.signature === undefined ? [] : [failureId(data.signature)]),
      evolve: (row, event) => (event.data.result === "success" ? undone(row, event) : failed(row, event)),
    },
  },
};

/** Those of most tasks first. */
export const recurringList = "recurring\u001e";

function failed(row: MotifRow | undefined, { data, task, at, seq }: Reflected): MotifRow {
  const { signature = "", text = "", tool } = data;
  return {
    signature,
    text,
    tool,
    count: (row?.count ?? 0) + 1,
    tasks: task === undefined ? (row?.tasks ?? []) : moveToEnd(row?.tasks ?? [], task, tasksKept),
    firstAt: row === undefined || at < row.firstAt ? at : row.firstAt,
    lastAt: row === undefined || at > row.lastAt ? at : row.lastAt,
    remedies: row?.remedies ?? [],
    tried: row?.tried ?? null,
    events: [...(row?.events ?? []), seq].slice(-eventsKept),
  };
}

/** A later call that worked: the remedy, something that may be it, or the proof of that. */
function undone(row: MotifRow | undefined, { data, task = "", seq }: Reflected): MotifRow | undefined {
  if (row === undefined) return undefined;
  const events = [...row.events, seq].slice(-eventsKept);
  const { relation = "instead", advice = data.fixedBy === undefined ? "" : `use ${data.fixedBy}` } = data;
  if (relation === "helps") return { ...row, tried: { task, advice }, events };
  if (relation === "instead") return { ...row, remedies: withRemedy(row.remedies, advice, task), events };
  if (row.tried?.task !== task) return { ...row, events };
  return { ...row, remedies: withRemedy(row.remedies, row.tried.advice, task), tried: null, events };
}

function withRemedy(remedies: readonly SeenRemedy[], advice: string, task: string): readonly SeenRemedy[] {
  const known = remedies.find((each) => each.advice === advice);
  const tasks = moveToEnd(known?.tasks ?? [], task, tasksKept);
  return [...remedies.filter((each) => each !== known), { advice, tasks }].slice(-remediesKept);
}
