import { existsSync } from "node:fs";
import type { InstalledAgent } from "../../base/project/installed.js";
import type { NamedSetup, PlannedFile, SetupPlace, SetupProblem, SetupUser } from "./agent-setup.js";
import { readSettings } from "./plan-setup.js";

export interface SetupFinding extends SetupProblem {
  readonly agent: string;
}

/** What is wrong with the settings of the agents that were set up here. Reads files and changes none. */
export function examineSetup(
  setups: readonly NamedSetup[],
  place: SetupPlace,
  installed: readonly InstalledAgent[],
  user: SetupUser,
): readonly SetupFinding[] {
  return setups.flatMap((setup) => {
    const isInstalled = installed.some(({ agent }) => agent === setup.name);
    const inFiles = setup.files(place).flatMap((file) => problemIn(setup, file, isInstalled));
    const isInOrder = isInstalled && inFiles.length === 0;
    const problems = isInOrder ? (setup.examine?.(place, user) ?? []) : inFiles;
    return problems.map((problem) => ({ agent: setup.name, ...problem }));
  });
}

function problemIn(
  { name, title }: NamedSetup,
  file: PlannedFile,
  isInstalled: boolean,
): readonly SetupProblem[] {
  const again = `run 'whetstone init --${name}' again`;
  const text = readable(file.path, file.holdsOurs);
  if (typeof text === "object" && text !== null)
    return isInstalled ? [{ detail: text.fault, next: `correct the file, then ${again}` }] : [];
  if (text === null || !file.holdsOurs(text))
    return isInstalled ? [{ detail: `${file.path} no longer holds a Whetstone hook`, next: again }] : [];
  const gone = [...new Set(file.programs?.(text))].filter((program) => !existsSync(program));
  const detail = `${file.path} makes ${title} call ${gone.join(", ")}, which does not exist`;
  return gone.length === 0 ? [] : [{ detail, next: `${again}: it writes where the program is now` }];
}

/** The text; null without a file; or why `check` failed on it, naming the file. */
export function readable(
  path: string,
  check: (text: string) => unknown,
): string | null | { readonly fault: string } {
  try {
    const text = readSettings(path);
    if (text !== null) check(text);
    return text;
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
