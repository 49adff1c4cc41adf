import { homedir } from "node:os";
import { join } from "node:path";
import { environmentFrom } from "../../base/config/environment.js";
import { findRoot } from "../../base/project/find-root.js";
import type { CommandContext } from "./command.js";

/** The project around the start folder, for commands that open no store. */
export function projectPlaces({ start, io }: CommandContext<unknown, unknown>): {
  readonly root: string;
  /** `.whetstone/` */
  readonly folder: string;
} {
  const { root } = findRoot(start, environmentFrom(io.env).home ?? homedir());
  return { root, folder: join(root, ".whetstone") };
}
