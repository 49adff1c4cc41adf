import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readInside } from "../../base/files/read-inside.js";

const longestFile = 262_144;
const mostFiles = 200;

/** Whether a name stands in the files at the root of a project or in the addresses of its git remotes. */
export function isNamedInProject(root: string): (name: string) => boolean {
  let text: string | undefined;
  return (name) => {
    text ??= textsOf(root);
    return text.includes(name);
  };
}

/** A folder that cannot be read names nothing. */
function textsOf(root: string): string {
  try {
    const files = [...readdirSync(root).slice(0, mostFiles), join(".git", "config")];
    return files.map((file) => textOf(root, file)).join("\n");
  } catch {
    return "";
  }
}

function textOf(root: string, file: string): string {
  const read = readInside(root, file, longestFile);
  return typeof read === "string" ? "" : read.toString("utf8");
}
