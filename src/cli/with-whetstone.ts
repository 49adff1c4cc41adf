import type { OpenOptions } from "../compose/open-options.js";
import { openWhetstone } from "../compose/open-whetstone.js";
import type { Whetstone } from "../compose/whetstone.js";
import { environmentFrom } from "../config/environment.js";
import type { CommandContext } from "./command.js";

type Given = Pick<OpenOptions, "project" | "onDownload" | "origin">;

/** Opens the project around the start folder. The caller closes it. */
export function openProject(
  { start, globals, io, printer }: CommandContext<unknown, unknown>,
  given: Given = {},
): Promise<Whetstone> {
  let noted = false;
  const warned = new Set<string>();
  return openWhetstone({
    root: start,
    set: globals.set,
    ...given,
    env: io.env,
    origin: environmentFrom(io.env).origin ?? given.origin ?? "tool:cli",
    onWarning: (warning) => {
      if (!warned.has(warning)) printer.note(`Warning: ${warning}.`);
      warned.add(warning);
    },
    onRebuild: (_done, total) => {
      if (!noted) printer.note(`The program or a setting changed: folding ${total} events again.`);
      noted = true;
    },
  });
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
