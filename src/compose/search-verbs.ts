import type { Context } from "../app/context.js";
import type { NearestAnswer, NearestInput } from "../app/find-similar.js";
import type { SearchInput, SearchResult } from "../app/search.js";
import type { SearchHealth } from "../app/search-health.js";
import type { Progress } from "../store/store.js";
import { once } from "./once.js";

/** Finding what was learned. */
export interface SearchVerbs {
  /** Finds lessons of every kind by words and meaning, each with why. */
  search(input: SearchInput, onProgress?: Progress): Promise<SearchResult>;
  /** What finds lessons, for those who ask for texts that are alike and nothing else. */
  readonly index: {
    nearest(input: NearestInput): Promise<NearestAnswer>;
    /** Writes a probe into the index, finds it and removes it. */
    health(): Promise<SearchHealth>;
    /** Takes in what the index lacks; for a time when nobody waits. */
    catchUp(): Promise<void>;
  };
}

const loaded = {
  catchUpIndex: once(() => import("../app/catch-up-index.js")),
  nearestLessons: once(() => import("../app/find-similar.js")),
  search: once(() => import("../app/search.js")),
  searchHealth: once(() => import("../app/search-health.js")),
};

export function searchVerbs(context: Context): SearchVerbs {
  return {
    search: async (input, onProgress) => (await loaded.search()).search(context, input, onProgress),
    index: {
      nearest: async (input) => (await loaded.nearestLessons()).nearestLessons(context, input),
      health: async () => (await loaded.searchHealth()).searchHealth(context),
      catchUp: async () => (await loaded.catchUpIndex()).catchUpIndex(context),
    },
  };
}
