import { readFileSync } from "node:fs";
import { WhetstoneError } from "../errors.js";

/**
 * The bytes of a file; undefined when it does not exist. A file that exists and cannot be read is an error.
 */
export function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new WhetstoneError("invalid_input", `${file} cannot be read: ${cause.message}`, {
      field: file,
      next: "check its owner and permissions, or move it away, and call again",
      values: { file },
      cause,
    });
  }
}
