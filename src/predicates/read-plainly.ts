import { closeSync, constants, createReadStream, openSync, readFileSync } from "node:fs";

/**
 * Opens without following a link or waiting for a pipe, should one have taken the place of a file. Windows
 * knows neither.
 */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function openPlainly(file: string): number {
  return openSync(file, flags);
}

export function readPlainly(file: string): Buffer {
  const handle = openPlainly(file);
  try {
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function streamPlainly(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { fd: openPlainly(file) });
}
