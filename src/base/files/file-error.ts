import { WhetstoneError } from "../errors.js";

/** Turns an error of the file system into a `WhetstoneError`. Unknown errors are returned unchanged. */
export function fileError(error: unknown, file: string): unknown {
  if (error instanceof WhetstoneError || !(error instanceof Error)) return error;
  const { code = "", path = file } = error as NodeJS.ErrnoException;
  const facts = { values: { file: path }, cause: error };
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(path, error);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return notWritable(path, error);
  if (code === "EEXIST" || code === "ENOTDIR" || code === "EISDIR") {
    return new WhetstoneError("not_writable", `${path} is in the way`, {
      ...facts,
      next: "move it away and call again",
    });
  }
  if (code === "ENOENT") {
    return new WhetstoneError("not_writable", `${path} cannot be created: its folder does not exist`, {
      ...facts,
      next: "create the folder first, or name another one",
    });
  }
  return error;
}

export function diskFull(file: string, cause: unknown): WhetstoneError {
  return new WhetstoneError("disk_full", `the disk is full: ${file} cannot grow. Nothing was written.`, {
    next: "free some space and call again; everything acknowledged before is safe",
    values: { file },
    cause,
  });
}

export function notWritable(file: string, cause: Error): WhetstoneError {
  return new WhetstoneError("not_writable", `${file} cannot be written: ${cause.message}`, {
    next: "check the owner and permissions of the file and its folder, or choose another place",
    values: { file },
    cause,
  });
}
