import type { Values } from "../../base/terminal/option-spec.js";
import type { OpenOptions } from "../../verbs/open/open-options.js";
import { openProject as openFor } from "../../verbs/open/open-whetstone.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { CommandContext } from "./command.js";
import { ignoredName, speakerAt } from "./speaker-at.js";

interface Given extends Pick<OpenOptions, "project" | "onDownload" | "byLastSettings"> {
  /** False for a command that needs no person's name. Looking at a terminal would load Node's streams. */
  readonly signed?: boolean;
}

/** Opens the project around the start folder, for the present speaker. The caller closes it. */
export async function openProject(
  { start, globals, io, printer, values }: CommandContext<unknown, unknown>,
  { signed = true, ...given }: Given = {},
): Promise<Whetstone> {
  let noted = false;
  const warned = new Set<string>();
  const ignored = ignoredName(io, values as Values);
  if (ignored !== undefined) printer.note(ignored);
  const project = openFor({
    root: start,
    set: globals.set,
    ...given,
    env: io.env,
    onWarning: (warning) => {
      if (!warned.has(warning)) printer.note(`Warning: ${warning}.`);
      warned.add(warning);
    },
    onRebuild: (_done, total) => {
      if (!noted) printer.note(`The program or a setting changed: folding ${total} events again.`);
      noted = true;
    },
  });
  const atTerminal = signed && io.atTerminal;
  return project.handle(speakerAt({ env: io.env, atTerminal }, values as Values));
}

/** Opens the project for one command, and closes it however the command ends. */
export async function withWhetstone<T>(
  context: CommandContext<unknown, unknown>,
  work: (ws: Whetstone) => Promise<T>,
  given: Given = {},
): Promise<T> {
  const ws = await openProject(context, given);
  try {
    return await work(ws);
  } finally {
    await ws.close();
  }
}
