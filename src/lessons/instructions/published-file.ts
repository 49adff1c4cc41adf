import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { readForeign } from "../../base/files/read-foreign.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import { InstructionFile, instructionMaxBytes } from "../kept/instruction-files.js";
import { outsideSection, readSection, type Section } from "./rules/published-section.js";

export const instructionFileInput = field(
  "The file, relative to the project.",
  z.string().check(z.minLength(1), z.maxLength(500)),
);

/** A file for agents as it is on the disk. */
export interface PublishedFile {
  /** Relative to the project, with forward slashes. */
  readonly name: string;
  /** Where it really is: a link stays one. */
  readonly path: string;
  readonly exists: boolean;
  readonly content: string;
  readonly section: Section | undefined;
  /** What the file says outside of the section. */
  readonly rest: InstructionFile;
}

/** Reads a file of the project that lessons are written into, or taken from. */
export function readPublishedFile({ places }: Context, given: string): PublishedFile {
  const { path, name } = locate(places.root, given);
  const read = readForeign(path, { maxBytes: instructionMaxBytes });
  if ("fault" in read)
    throw fileFault(name, read.fault, "name a text file of the project, such as AGENTS.md");
  const content = "bytes" in read ? utf8Text(read.bytes, name) : "";
  const found = readSection(content);
  if ("fault" in found) throw fileFault(name, found.fault, "mend the section by hand and call again");
  const { section } = found;
  const rest = section === undefined ? content : outsideSection(content, section);
  return {
    name,
    path,
    exists: "bytes" in read,
    content,
    section,
    rest: new InstructionFile(name, "", rest, undefined),
  };
}

function locate(root: string, given: string): { readonly path: string; readonly name: string } {
  const asked = resolve(root, given);
  const name = relative(root, asked).split(sep).join("/");
  const path = realPath(asked);
  const inside = relative(realPath(root), path);
  if (name === "" || [name, inside].some((each) => each.startsWith("..") || isAbsolute(each)))
    throw fileFault(given, "it is not inside the project", "name a file of the project, such as AGENTS.md");
  return { path, name };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is not there yet.
    return path;
  }
}

function utf8Text(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fileFault(name, "it is not UTF-8 text", "save it as UTF-8 and call again");
  }
}

/** A file that cannot be used, why, and what to do. */
export function fileFault(file: string, fault: string, next: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `${file}: ${fault}`, { field: "file", next, values: { file } });
}
