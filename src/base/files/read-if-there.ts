import { WhetstoneError } from "../errors.js";
import { type ForeignLimits, readForeign } from "./read-foreign.js";

/**
 * The bytes of a file; undefined when it does not exist. A file that exists and cannot be read is an error.
 */
export function readIfThere(file: string, limits: ForeignLimits): Buffer | undefined {
  const read = readForeign(file, limits);
  if ("bytes" in read) return read.bytes;
  if ("absent" in read) return undefined;
  throw new WhetstoneError("invalid_input", `${file} cannot be read: ${read.fault}`, {
    field: file,
    next: "check its owner and permissions, or move it away, and call again",
    values: { file },
    cause: read.cause,
  });
}
