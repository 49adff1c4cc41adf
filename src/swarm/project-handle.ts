import type { OpenOptions } from "../compose/open-options.js";
import { openWhetstone } from "../compose/open-whetstone.js";
import type { Whetstone } from "../compose/whetstone.js";

/** An open project, or how to open one. */
export type ProjectSource = Whetstone | OpenOptions;

export interface ProjectHandle {
  /** Opens it at the first call. */
  get(): Promise<Whetstone>;
  /** Closes what was opened here, and leaves alone what was given open. */
  close(): Promise<void>;
}

export function projectHandle(source: ProjectSource = {}): ProjectHandle {
  if (isOpen(source)) return { get: async () => source, close: async () => undefined };
  const held: { opening?: Promise<Whetstone> } = {};
  return {
    get: () => {
      held.opening ??= openWhetstone(source);
      return held.opening;
    },
    close: async () => (await held.opening)?.close(),
  };
}

function isOpen(source: ProjectSource): source is Whetstone {
  return "record" in source;
}
