import { existsSync } from "node:fs";
import { join } from "node:path";
import type { InstalledAgent } from "../project/installed.js";
import type { AgentSetup, PlannedFile, SetupPlace } from "./agent-setup.js";
import { codexEvents, codexSetup } from "./codex.js";
import { type CodexApprovals, codexApprovals } from "./codex-approvals.js";
import { textOf } from "./plan-setup.js";

/** Something that keeps a coding agent from calling us. */
export interface SetupFinding {
  readonly agent: string;
  readonly detail: string;
  readonly next: string;
}

/**
 * What is wrong with the settings of the coding agents that were set up here. Reads files and changes none.
 */
export function examineSetup(
  setups: readonly AgentSetup[],
  place: SetupPlace,
  installed: readonly InstalledAgent[],
  codexHome: string,
): readonly SetupFinding[] {
  return setups.flatMap((setup) => {
    const noted = installed.some(({ agent }) => agent === setup.name);
    const found = setup.files(place).flatMap((file) => findingIn(setup, file, noted));
    return found.length === 0 && setup.name === codexSetup.name
      ? notApproved(setup, place, noted, codexHome)
      : found;
  });
}

function findingIn({ name, title }: AgentSetup, file: PlannedFile, noted: boolean): readonly SetupFinding[] {
  const again = `run 'whetstone init --${name}' again`;
  const text = readable(file.path, file.holdsOurs);
  if (typeof text === "object" && text !== null)
    return noted ? [{ agent: name, detail: text.fault, next: `correct the file, then ${again}` }] : [];
  if (text === null || !file.holdsOurs(text))
    return noted ? [{ agent: name, detail: `${file.path} holds no hook of ours any more`, next: again }] : [];
  const gone = [...new Set(file.programs?.(text))].filter((program) => !existsSync(program));
  const detail = `${file.path} makes ${title} call ${gone.join(", ")}, which is not there`;
  return gone.length === 0
    ? []
    : [{ agent: name, detail, next: `${again}: it writes where the program is now` }];
}

/** The text; null without a file; or why it cannot be read or looked into, which names the file. */
function readable(path: string, look: (text: string) => unknown): string | null | { readonly fault: string } {
  try {
    const text = textOf(path);
    if (text !== null) look(text);
    return text;
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

function notApproved(
  { name, files }: AgentSetup,
  place: SetupPlace,
  noted: boolean,
  codexHome: string,
): readonly SetupFinding[] {
  const [file] = files(place);
  if (!noted || file === undefined) return [];
  const path = join(codexHome, "config.toml");
  const look = (text: string) =>
    codexApprovals(text, { root: place.root, file: file.path, events: codexEvents });
  const config = readable(path, look) ?? "";
  if (typeof config === "object")
    return [
      { agent: name, detail: config.fault, next: "correct the file: it says whether Codex runs our hooks" },
    ];
  const why = reasonOf(look(config));
  if (why === undefined) return [];
  const next = "start Codex in this project, trust the folder, and approve the hooks with /hooks";
  return [{ agent: name, detail: `${why}, says ${path}`, next }];
}

function reasonOf({ projectTrusted, approved, skipped }: CodexApprovals): string | undefined {
  if (!projectTrusted) return "Codex does not trust this project, so it loads no hooks of it";
  if (approved.length === 0) return "nobody has approved our hooks in Codex, so it skips them without a word";
  return skipped.length === 0
    ? undefined
    : `in Codex nobody has approved, or somebody has switched off, our hooks for ${skipped.join(", ")}`;
}
