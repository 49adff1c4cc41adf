import type { EventOf } from "../../../log/events/catalog.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";
import type { FailureWords } from "../rules/words.js";

/** A failure by what it was: the family that it was taken into when it was first seen. */
export interface FailureKeyRow {
  readonly key: string;
  readonly signature: string;
  /** Its place among all keys. */
  readonly order: number;
  readonly words: FailureWords;
}

/** The first event of a key decides: its family never changes. */
export const failureKeys: Projection<FailureKeyRow, null> = {
  ...views.failureKeys,
  on: {
    "reflection-recorded": {
      keys: ({ data: { key, words } }) => (key === undefined || words === undefined ? [] : [key]),
      evolve: (row, event) => row ?? firstSeen(event),
    },
  },
};

function firstSeen({ data, seq }: EventOf<"reflection-recorded">): FailureKeyRow {
  const { key = "", signature = key, words = { call: [], cause: [] } } = data;
  return { key, signature, order: seq, words };
}

/** A word of calls or of causing lines, with the keys that have it. */
export interface FailureWordRow {
  /** As its row is called. */
  readonly word: string;
  readonly count: number;
  /** The oldest of them. */
  readonly keys: readonly string[];
}

const keysKept = 200;

export function wordKey(kind: keyof FailureWords, word: string): string {
  return `${kind} ${word}`;
}

/** The row that counts all keys. */
export const allKeys = "all";

export const failureWords: Projection<FailureWordRow, null> = {
  ...views.failureWords,
  on: {
    "reflection-recorded": {
      keys: ({ data: { key, words } }) =>
        key === undefined || words === undefined
          ? []
          : [
              allKeys,
              ...words.call.map((word) => wordKey("call", word)),
              ...words.cause.map((word) => wordKey("cause", word)),
            ],
      evolve: (before, { data: { key = "" } }, _settings, word) => {
        const row = before ?? { word, count: 0, keys: [] };
        // Two machines may meet the same failure before they hear of each other.
        if (row.keys.includes(key)) return row;
        const isKept = word !== allKeys && row.keys.length < keysKept;
        return { word, count: row.count + 1, keys: isKept ? [...row.keys, key] : row.keys };
      },
    },
  },
};
