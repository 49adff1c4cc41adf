import { WhetstoneError } from "../../errors.js";
import { diskFull, fileError, notWritable } from "../../files/file-error.js";

/**
 * LanceDB's errors are texts from its native part; those of the disk are told by the system's words and
 * numbers in them.
 */
const full = /no space left|disk quota|os error (?:28|122)\b/i;
const forbidden = /permission denied|read-only file system|os error (?:1|13|30)\b/i;

/**
 * Puts an error of LanceDB or of the file system below it into our words. Our own errors pass, and so does
 * what is no error.
 */
export function lanceError(error: unknown, location: string): unknown {
  const known = fileError(error, location);
  if (known instanceof WhetstoneError || !(known instanceof Error) || known instanceof RangeError)
    return known;
  if (full.test(known.message)) return diskFull(location, known);
  if (forbidden.test(known.message)) return notWritable(location, known);
  return new WhetstoneError("internal", `LanceDB failed at ${location}: ${known.message.split("\n")[0]}`, {
    next: "call again; if it stays, delete the folder: it is filled again from the log",
    values: { location },
    cause: known,
  });
}
