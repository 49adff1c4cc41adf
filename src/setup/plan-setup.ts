import { WhetstoneError } from "../errors.js";
import { readIfThere } from "../files/read-if-there.js";
import type { AgentSetup, SetupPlace } from "./agent-setup.js";
import { claudeCodeSetup } from "./claude-code.js";
import { codexSetup } from "./codex.js";
import { cursorSetup } from "./cursor.js";
import { geminiSetup } from "./gemini.js";
import { opencodeSetup } from "./opencode.js";
import { plannedFiles } from "./planned-files.js";

/** Every agent that `init` can set up. */
export const agentSetups: readonly AgentSetup[] = [
  claudeCodeSetup,
  codexSetup,
  opencodeSetup,
  geminiSetup,
  cursorSetup,
];

/** One file that would be written, or deleted when `after` is null. */
export interface FileChange {
  readonly agent: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Folders that were made for the file and go with it, the innermost first. */
  readonly folders?: readonly string[];
  /** Nobody else may read it, if it is a new one. */
  readonly isPrivate?: boolean;
}

/** What `init` would change for these agents; empty when everything is as it should be. Writes nothing. */
export function planSetup(setups: readonly AgentSetup[], place: SetupPlace): readonly FileChange[] {
  return setups.flatMap((setup) =>
    plannedFiles(setup, place).flatMap(({ path, after: wanted, left, isPrivate = false }) => {
      const before = textOf(path);
      const after = wanted(before);
      return after === before || (before === null && left?.(before) !== undefined)
        ? []
        : [{ agent: setup.name, path, before, after, isPrivate }];
    }),
  );
}

/** The files that stay without what is ours, and why. */
export function filesLeft(
  setups: readonly AgentSetup[],
  place: SetupPlace,
): readonly { readonly agent: string; readonly path: string; readonly why: string }[] {
  return setups.flatMap((setup) =>
    plannedFiles(setup, place).flatMap(({ path, left }) => {
      const why = left?.(textOf(path));
      return why === undefined ? [] : [{ agent: setup.name, path, why }];
    }),
  );
}

/** Null when there is no file. What is no text is refused: it would not come back as it was. */
export function textOf(path: string): string | null {
  const bytes = readIfThere(path);
  if (bytes === undefined) return null;
  const text = bytes.toString("utf8");
  if (Buffer.from(text, "utf8").equals(bytes)) return text;
  throw new WhetstoneError("invalid_input", `${path} is no text in UTF-8, so nothing was changed in it`, {
    field: path,
    next: "correct the file, or leave this agent out",
  });
}
