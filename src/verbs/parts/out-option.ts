import { dirname, resolve } from "node:path";
import { WhetstoneError } from "../../base/errors.js";
import { isFolder } from "../../base/files/make-folder.js";
import type { Io } from "../../base/terminal/io.js";
import type { OptionSpecs, Value } from "../../base/terminal/option-spec.js";

export const outOption = {
  out: { type: "string", value: "FILE", about: "Write to a file instead of standard output." },
} as const satisfies OptionSpecs;

/**
 * The file that `--out` names; undefined without one. Refuses a path at which no file can be, before there is
 * anything to write.
 */
export function outFile(given: Value, io: Pick<Io, "cwd">): string | undefined {
  if (typeof given !== "string") return undefined;
  const file = resolve(io.cwd, given);
  const folder = dirname(file);
  if (!isFolder(folder)) throw badPath(given, `there is no folder ${folder}`, "make the folder first");
  if (given === "" || isFolder(file)) throw badPath(given, `${file} is a folder`, "name a file in it");
  return file;
}

function badPath(given: string, reason: string, next: string): WhetstoneError {
  return new WhetstoneError("invalid_usage", `option '--out': '${given}' cannot be written: ${reason}`, {
    field: "--out",
    next: `${next}, or choose another path`,
    values: { file: given },
  });
}
