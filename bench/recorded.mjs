import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Recorded data is not ours to publish, so whoever runs a bench says where it is. */
export class NoData extends Error {}

/**
 * @param {string | undefined} folder the value of `--data`
 * @param {string} path what the bench reads in it
 * @returns {string} the full path, which exists
 */
export function recorded(folder, path) {
  const next = `Name the folder that holds ${path} with --data FOLDER.`;
  if (folder === undefined) throw new NoData(`--data is missing. ${next}`);
  const place = resolve(folder, path);
  if (!existsSync(place)) throw new NoData(`--data: there is no ${place}. ${next}`);
  return place;
}

/** For a bench that is run by itself. */
export async function orSayNoData(run) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof NoData)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
