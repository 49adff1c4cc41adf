import type { Variables } from "../../base/config/environment.js";

/** A command that another process passes on, with all that it would have taken from its own process. */
export interface CommandCall {
  readonly argv: readonly string[];
  readonly env: Variables;
  readonly cwd: string;
  /** What the folder's name stands for in the caller's process: in a container it may be another folder. */
  readonly cwdIs: string;
}

/** What the command wrote, in its order, and how it ended. */
export interface CommandAnswer {
  readonly code: number;
  readonly written: readonly (readonly [to: 1 | 2, text: string])[];
}

/** Nothing was done: the command is one that its caller has to run itself, for this reason. */
export interface NotHere {
  readonly notHere: string;
}

export type RunCommand = (call: CommandCall) => Promise<CommandAnswer | NotHere>;

/**
 * Variables that Node reads for itself, when it starts or at any time: they cannot be given to one command in
 * a process that serves others.
 */
export function nodeVariables(env: Variables): string {
  const names = Object.keys(env).filter((name) => nodes.test(name) && env[name] !== undefined);
  return JSON.stringify(names.sort().map((name) => [name, env[name]]));
}

const nodes = /^(?:NODE_|SSL_CERT_|OPENSSL_)/;
