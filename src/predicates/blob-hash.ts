import { createHash } from "node:crypto";
import type { Deadline } from "./deadline.js";
import { streamPlainly } from "./read-plainly.js";

/** How git names a content. The length of `like`, another such name, tells which hash the repository uses. */
export function blobHash(content: Buffer, like: string): string {
  return blobHasher(content.length, like).update(content).digest("hex");
}

/** The same of a file of any size. A file that changes meanwhile gets a name that nothing has. */
export async function fileBlobHash(
  file: string,
  size: number,
  like: string,
  deadline: Deadline,
): Promise<string> {
  const hasher = blobHasher(size, like);
  for await (const chunk of streamPlainly(file)) {
    deadline.check();
    hasher.update(chunk);
  }
  return hasher.digest("hex");
}

function blobHasher(size: number, like: string) {
  return createHash(like.length === sha256Digits ? "sha256" : "sha1").update(`blob ${size}\0`);
}

const sha256Digits = 64;
