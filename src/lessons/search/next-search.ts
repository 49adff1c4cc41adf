import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { counted } from "../../base/text/counted.js";
import { readSavedPlace, savedIndexFile } from "../../search/saved-place.js";
import { type AnsweringPath, searchPath } from "../../search/search-path.js";
import type { Context } from "../../verbs/call/context.js";

/** The index takes in at most this many events while a prompt waits. */
export const eventsAtMost = 2_000;

/**
 * What the next program that starts will find lessons by, and why not by meaning. It opens neither the model
 * nor the index.
 */
export async function nextSearchPath(context: Context, head: number): Promise<AnsweringPath> {
  const { ledger, places } = context;
  const { retrieval } = ledger.config;
  const path = searchPath(retrieval, { models: context.modelsFolder(), downloaded: places.models });
  if (path.by === "words" || ledger.store.location === undefined) return path;
  const behind = head - (await savedPosition(context));
  return behind <= eventsAtMost ? path : { by: "words", model: null, note: behindNote(behind) };
}

/** Why words alone answered, and what to do. */
export function behindNote(behind: number): string {
  const most = `whoever waits for a prompt takes in ${eventsAtMost} of them at a time`;
  return `${counted(behind, "event")} are not in the index yet, and ${most}: run 'whetstone search' once`;
}

async function savedPosition({ ledger, places }: Context): Promise<number> {
  const folder = dirname(places.vectors);
  const file = savedIndexFile(folder, ledger.project);
  const place = readSavedPlace(file);
  if (place !== undefined || !existsSync(file)) return place?.position ?? 0;
  const { readSavedIndex } = await import("../../search/saved-index.js");
  return readSavedIndex(folder, ledger.project, ledger.config.retrieval)?.position ?? 0;
}
