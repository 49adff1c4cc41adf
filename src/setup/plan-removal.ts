import type { InstalledAgent } from "../project/installed.js";
import type { AgentSetup, SetupPlace } from "./agent-setup.js";
import { type FileChange, textOf } from "./plan-setup.js";
import { plannedFiles } from "./planned-files.js";

/**
 * What `uninstall` would change. A file that is still as `init` left it becomes what it was before, byte for
 * byte; from one that somebody has changed since, only what is ours is taken out.
 */
export function planRemoval(
  setups: readonly AgentSetup[],
  place: SetupPlace,
  installed: readonly InstalledAgent[],
): readonly FileChange[] {
  return setups.flatMap((setup) => {
    const known = installed.find(({ agent }) => agent === setup.name)?.files ?? [];
    return plannedFiles(setup, place).flatMap(({ path, without }) => {
      const before = textOf(path);
      if (before === null) return [];
      const noted = known.find((file) => file.path === path);
      const after = noted?.after === before ? noted.before : without(before, noted?.before);
      const folders = noted?.folders ?? [];
      return after === before ? [] : [{ agent: setup.name, path, before, after, folders }];
    });
  });
}
