import { nearest } from "../text/nearest.js";
import { settingPaths, settings } from "./settings.js";

const groups = Object.keys(settings);

/** The known path that a wrong one was probably meant to be: a typo, or the right name in the wrong group. */
export function suggestPath(path: string): string | undefined {
  return nearest(path, settingPaths) ?? sameName(path);
}

/** As `suggestPath`, for a wrong key at the top level of the file. */
export function suggestTopLevel(key: string): string | undefined {
  if (settingPaths.includes(key)) return `{ "${key.replace(".", '": { "')}": … } }`;
  return nearest(key, ["project", ...groups]) ?? suggestPath(key);
}

function sameName(path: string): string | undefined {
  const name = lastPart(path);
  const named = settingPaths.filter((known) => lastPart(known).toLowerCase() === name.toLowerCase());
  return named.length === 1 ? named[0] : undefined;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
