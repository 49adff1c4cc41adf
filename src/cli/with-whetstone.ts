import type { OpenOptions } from "../compose/open-options.js";
import { openWhetstone } from "../compose/open-whetstone.js";
import type { Whetstone } from "../compose/whetstone.js";
import { environmentFrom } from "../config/environment.js";
import type { CommandContext } from "./command.js";

/** Opens the project around the start folder for one command, and closes it however the command ends. */
export async function withWhetstone<T>(
  { start, globals, io, printer }: CommandContext<unknown, unknown>,
  work: (ws: Whetstone) => Promise<T>,
  given: Pick<OpenOptions, "project" | "onDownload"> = {},
): Promise<T> {
  let told = false;
  const warned = new Set<string>();
  const ws = await openWhetstone({
    root: start,
    set: globals.set,
    ...given,
    env: io.env,
    origin: environmentFrom(io.env).origin ?? "tool:cli",
    onWarning: (warning) => {
      if (!warned.has(warning)) printer.note(`Warning: ${warning}.`);
      warned.add(warning);
    },
    onRebuild: (_done, total) => {
      if (!told) printer.note(`The program or a setting changed: folding ${total} events again.`);
      told = true;
    },
  });
  try {
    return await work(ws);
  } finally {
    await ws.close();
  }
}
