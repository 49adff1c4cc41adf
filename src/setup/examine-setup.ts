import { existsSync, readFileSync } from "node:fs";
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

/** What is wrong with the settings of the coding agents that were set up here. Reads files and changes none. */
export function examineSetup(
  setups: readonly AgentSetup[],
  place: SetupPlace,
  installed: readonly InstalledAgent[],
  codexHome: string,
): readonly SetupFinding[] {
  return setups.flatMap((setup) => {
    const noted = installed.some(({ agent }) => agent === setup.name);
    const found = setup.files(place).flatMap((file) => findingIn(setup, file, noted));
    return found.length === 0 && setup.name === codexSetup.name ? notApproved(setup, place, noted, codexHome) : found;
  });
}

function findingIn({ name, title }: AgentSetup, file: PlannedFile, noted: boolean): readonly SetupFinding[] {
  const again = `run 'whetstone init --${name}' again`;
  const text = readable(file);
  if (typeof text === "object" && text !== null)
    return noted
      ? [{ agent: name, detail: `${file.path} cannot be read: ${text.fault}`, next: `correct the file, then ${again}` }]
      : [];
  if (text === null || !file.holdsOurs(text))
    return noted ? [{ agent: name, detail: `${file.path} holds no hook of ours any more`, next: again }] : [];
  const gone = [...new Set(file.programs?.(text))].filter((program) => !existsSync(program));
  const detail = `${file.path} makes ${title} call ${gone.join(", ")}, which is not there`;
  return gone.length === 0 ? [] : [{ agent: name, detail, next: `${again}: it writes where the program is now` }];
}

/** The text; null without a file; why it is no settings file. */
function readable(file: PlannedFile): string | null | { readonly fault: string } {
  try {
    const text = textOf(file.path);
    if (text !== null) file.holdsOurs(text);
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
  const { root } = place;
  const known = codexApprovals(configIn(codexHome), { root, file: file.path, events: codexEvents });
  const why = reasonOf(known);
  if (why === undefined) return [];
  const next = "start Codex in this project, trust the folder, and approve the hooks with /hooks";
  return [{ agent: name, detail: `${why}, says ${join(codexHome, "config.toml")}`, next }];
}

function reasonOf({ projectTrusted, approved, skipped }: CodexApprovals): string | undefined {
  if (!projectTrusted) return "Codex does not trust this project, so it loads no hooks of it";
  if (approved.length === 0) return "nobody has approved our hooks in Codex, so it skips them without a word";
  return skipped.length === 0
    ? undefined
    : `in Codex nobody has approved, or somebody has switched off, our hooks for ${skipped.join(", ")}`;
}

function configIn(codexHome: string): string {
  try {
    return readFileSync(join(codexHome, "config.toml"), "utf8");
  } catch {
    return "";
  }
}
