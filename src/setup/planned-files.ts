import type { AgentSetup, PlannedFile, SetupPlace } from "./agent-setup.js";
import { mcpFiles } from "./mcp-files.js";

/** Every file of an agent, once: what goes into the same file from two parts of us is one change. */
export function plannedFiles(setup: AgentSetup, place: SetupPlace): readonly PlannedFile[] {
  const byPath = new Map<string, PlannedFile>();
  for (const file of [...setup.files(place), ...mcpFiles(setup.name, place)]) {
    const other = byPath.get(file.path);
    byPath.set(file.path, other === undefined ? file : both(other, file));
  }
  return [...byPath.values()];
}

/** The second works on what the first has written, and goes first when both are taken out. */
function both(first: PlannedFile, second: PlannedFile): PlannedFile {
  return {
    path: first.path,
    after: (before) => second.after(first.after(before)),
    holdsOurs: (text) => first.holdsOurs(text) || second.holdsOurs(text),
    without: (text, before) => {
      const rest = second.without(text, before);
      return rest === null ? null : first.without(rest, before);
    },
    programs: (text) => [...(first.programs?.(text) ?? []), ...(second.programs?.(text) ?? [])],
    isPrivate: first.isPrivate === true || second.isPrivate === true,
    left: (before) => first.left?.(before) ?? second.left?.(before),
  };
}
