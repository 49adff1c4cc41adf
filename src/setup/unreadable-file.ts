import { WhetstoneError } from "../errors.js";

/** A settings file that cannot be changed without losing something of it. */
export function unreadableFile(path: string, cause?: unknown): WhetstoneError {
  return new WhetstoneError("invalid_input", `${path} is no JSON object, so nothing was changed in it`, {
    field: path,
    next: "correct the file, or leave this agent out",
    cause,
  });
}
