import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import type { Outcome } from "../outcomes/outcome.js";
import { blamedAdapter, countsAsEvidence } from "../reliability/attribution.js";
import {
  type Belief,
  type PredictionKey,
  predictionKeys,
  type RunContext,
  unknownBelief,
  updatedBeliefs,
} from "../reliability/prediction.js";

/** What is believed of one shelf: of all runs, of a family, or of a task, and of others together with it. */
export interface PredictionRow {
  readonly beliefs: Readonly<Record<string, Belief>>;
}

/** A shelf with more names than this forgets the one that came first. */
const namesKept = 100;

/** Beliefs about how runs end, by shelf. The shelves of one run learn from its outcome together. */
export const predictions: Projection<PredictionRow, null> = {
  ...views.predictions,
  on: {
    "outcome-recorded": {
      keys: (event) => (countsAsEvidence(event.data) ? shelvesOf(predictionKeys(contextOf(event))) : []),
      evolveTogether: (before, event, _settings, shelves) => {
        const keys = predictionKeys(contextOf(event));
        const beliefs = keys.map((key) => beliefOn(before[shelves.indexOf(key.shelf)], key));
        const after = updatedBeliefs(beliefs, event.data.result !== "success");
        return shelves.map((shelf, at) => withBeliefs(before[at], shelf, keys, after));
      },
    },
  },
};

/** The parts of a recorded run that predictions go by. */
export function contextOf({ actor, task, data }: RecordedRun): RunContext {
  return { capability: actor, family: blamedAdapter(data), task };
}

interface RecordedRun {
  readonly actor: string;
  readonly task?: string | undefined;
  readonly data: Pick<Outcome, "adaptersUsed" | "failedAdapter">;
}

export function shelvesOf(keys: readonly PredictionKey[]): readonly string[] {
  return [...new Set(keys.map(({ shelf }) => shelf))];
}

/** What the row of its shelf believes of a key. No name of a key is one that every object inherits. */
export function beliefOn(row: PredictionRow | undefined, key: PredictionKey): Belief {
  return row?.beliefs[key.name] ?? unknownBelief(key);
}

/** The row of a shelf with those of these beliefs that belong there. */
function withBeliefs(
  row: PredictionRow | undefined,
  shelf: string,
  keys: readonly PredictionKey[],
  after: readonly Belief[],
): PredictionRow {
  const beliefs: Record<string, Belief | undefined> = { ...row?.beliefs };
  for (const [at, key] of keys.entries()) if (key.shelf === shelf) beliefs[key.name] = after[at];
  return { beliefs: newestNames(beliefs as PredictionRow["beliefs"]) };
}

/** The shelf's own belief, and the names that came last. */
function newestNames(beliefs: PredictionRow["beliefs"]): PredictionRow["beliefs"] {
  if (Object.keys(beliefs).length <= namesKept) return beliefs;
  const entries = Object.entries(beliefs);
  const [own, ...others] = entries.sort(([a], [b]) => Number(a !== "") - Number(b !== ""));
  return Object.fromEntries([...(own === undefined ? [] : [own]), ...others.slice(-namesKept)]);
}
