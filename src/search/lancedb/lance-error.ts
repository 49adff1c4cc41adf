import { firstLineOf, WhetstoneError } from "../../base/errors.js";
import { diskFull, fileError, notWritable } from "../../base/files/file-error.js";

/**
 * LanceDB's errors are texts from its native part. Disk errors are recognised by the words and numbers of the
 * operating system in them.
 */
const diskFullPattern = /no space left|disk quota|os error (?:28|122)\b/i;
const notWritablePattern = /permission denied|read-only file system|os error (?:1|13|30)\b/i;

/**
 * Turns an error of LanceDB or of the file system into a `WhetstoneError`. A `WhetstoneError` and a value
 * that is not an error are returned unchanged.
 */
export function lanceError(error: unknown, location: string): unknown {
  const known = fileError(error, location);
  if (known instanceof WhetstoneError || !(known instanceof Error) || known instanceof RangeError)
    return known;
  if (diskFullPattern.test(known.message)) return diskFull(location, known);
  if (notWritablePattern.test(known.message)) return notWritable(location, known);
  return new WhetstoneError("internal", `LanceDB failed at ${location}: ${firstLineOf(known)}`, {
    next: "call again; if it fails again, delete the folder: it will be filled again from the log",
    values: { location },
    cause: known,
  });
}
