import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import * as z from "zod/mini";
import type { Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { identityOf } from "./ask-command.js";
import type { ServerEnv } from "./call-host.js";
import { type CommandCall, nodeVariables, type RunCommand } from "./command-call.js";
import { objectBody, readBody } from "./request-body.js";

export interface CommandOptions {
  /** Undefined for a server that is not part of the command line. */
  readonly commands: RunCommand | undefined;
  /** The environment that this process was started with. */
  readonly ownEnv: Variables;
  readonly bodyMaxBytes: number;
}

const shape = z.strictObject({
  argv: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  cwd: z.string(),
  cwdIs: z.string(),
});

/**
 * Runs a command that another process passes on. What is refused was not begun. Before it begins it says so,
 * and goes on when that has left this process: a caller that hears nothing of it runs the command itself.
 */
export async function callCommand(c: Context<ServerEnv>, options: CommandOptions): Promise<Response> {
  const { commands, bodyMaxBytes, ownEnv } = options;
  if (commands === undefined) throw notHere("this server runs no commands");
  const read = shape.safeParse(
    objectBody(await readBody(c.env.incoming, bodyMaxBytes, "server.bodyMaxBytes")),
  );
  if (!read.success) throw notHere("the call is not one of this version");
  const call: CommandCall = read.data;
  if (nodeVariables(call.env) !== nodeVariables(ownEnv))
    throw notHere("variables that Node reads are not those of the server");
  if (!isCallersFolder(call)) throw notHere("the folder is another one here");
  await sayBegun(c.env.outgoing);
  return c.json(await commands(call));
}

function isCallersFolder({ cwd, cwdIs }: CommandCall): boolean {
  try {
    return identityOf(cwd) === cwdIs;
  } catch {
    // A folder that this process does not see is another one: the caller runs its command itself.
    return false;
  }
}

/** Fails when the caller has gone: then nobody asked for it any more. */
function sayBegun(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(notHere("the caller has gone"));
    if (outgoing.destroyed) return gone();
    outgoing.once("close", gone);
    outgoing.writeProcessing(() => {
      outgoing.off("close", gone);
      resolve();
    });
  });
}

function notHere(message: string): WhetstoneError {
  return new WhetstoneError("not_allowed", message, { next: "run the command in a process of its own" });
}
