import { onTestFinished } from "vitest";
import type { Input, OpenOptions, Whetstone } from "../../src/index.js";
import { type OpenedProject, openProject } from "../../src/verbs/open/open-whetstone.js";
import { movingClock } from "./ledger.js";
import { patience } from "./patience.js";
import { tempFolder } from "./temp-folder.js";

/** A person's handle; `as` makes one for somebody else, over the same store. */
export type OpenedInTemp = Whetstone & { readonly folder: string; readonly as: OpenedProject["handle"] };

/** A Whetstone on a real store in a folder of its own, with an empty home, closed when the test ends. */
export async function openInTemp(changes: OpenOptions = {}): Promise<OpenedInTemp> {
  const folder = changes.root ?? tempFolder();
  const project = openProject({
    root: folder,
    env: { HOME: folder, WHETSTONE_STORE_SYNCHRONOUS: "normal", ...patience },
    clock: movingClock().read,
    actor: "tester",
    origin: "human",
    checkResults: true,
    ...changes,
  });
  onTestFinished(() => project.close());
  return { ...project.handle(), folder, as: project.handle };
}

/** An outcome with everything a caller must say. */
export function outcome(changes: Partial<Input<"record">> = {}): Input<"record"> {
  return { result: "success", durationMs: 60_000, errorCount: 0, retryCount: 0, ...changes };
}

/** An outcome with its line in a file, or what made the line unreadable. */
export type OutcomeLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

/** The lines of a file as `recordMany` takes them. */
export function manyOf(lines: readonly OutcomeLine[]): Input<"record-many"> {
  const read = lines.flatMap((line) => ("value" in line ? [line] : []));
  return {
    outcomes: read.map(({ value }) => value),
    lines: read.map(({ line }) => line),
    unreadable: lines.flatMap((line) => ("problem" in line ? [line] : [])),
  };
}

export async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
