import { existsSync } from "node:fs";
import { join } from "node:path";
import { readInside } from "../../base/files/read-inside.js";
import { findProgram, trustedPath } from "../../base/process/find-program.js";
import { digest } from "../../base/text/digest.js";
import type { Context } from "../../verbs/call/context.js";
import { type QuotedCall, withoutFolder } from "./rules/call.js";

/** Files at the root in which projects define what their programs run and need. */
const manifests = [
  "package.json",
  "deno.json",
  "composer.json",
  "pyproject.toml",
  "requirements.txt",
  "setup.py",
  "Cargo.toml",
  "go.mod",
  "Gemfile",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "CMakeLists.txt",
  "Makefile",
  "makefile",
  "justfile",
  "Justfile",
  "mise.toml",
  ".mise.toml",
  "Taskfile.yml",
  "Rakefile",
];
const longestFile = 1_048_576;
const mostFiles = 20;

/**
 * What a call depends on, as it is now, in a digest: the manifests of the project, the files that the call and
 * its causing line name, and whether its program is there. Where it is another one than when the call failed,
 * nobody knows that it still fails.
 */
export function stateOfCall({ places, env }: Context, call: QuotedCall, cause: string): string {
  const named = `${call.text}\n${cause}`.match(/[\w@./-]*[./][\w@./-]+/g) ?? [];
  const files = [...manifests, ...[...new Set(named)].slice(0, mostFiles)];
  const contents = files.map((file) => contentOf(places.root, file));
  return digest(JSON.stringify([contents, isProgramThere(call, places.root, env.PATH)]));
}

/** A folder is the same whatever lies in it, and so is a file that is too large to be read. */
function contentOf(root: string, file: string): string {
  const read = readInside(root, file, longestFile);
  if (typeof read !== "string") return digest(read.toString("utf8"));
  return existsSync(join(root, file)) ? "there" : "";
}

function isProgramThere(call: QuotedCall, root: string, path: string | undefined): boolean {
  if (call.sort !== "shell") return true;
  const program = withoutFolder(call.text).split(" ")[0] ?? "";
  return /^[\w.-]+$/.test(program) && findProgram(program, trustedPath(path, root), root) !== undefined;
}
