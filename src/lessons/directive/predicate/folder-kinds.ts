import { lstatSync } from "node:fs";
import { join } from "node:path";

export type FolderKind = "folder" | "absent" | "link";

/**
 * Tells which folders of a tree are reached without a link, asking the disk once for each. A list of files
 * that git remembers may lead through a folder that has become a link since.
 */
export class FolderKinds {
  readonly #root: string;
  readonly #known = new Map<string, FolderKind>([["", "folder"]]);

  /** `root` must be a real path. */
  constructor(root: string) {
    this.#root = root;
  }

  /** `folder` is relative, with slashes; the root is the empty text. */
  of(folder: string): FolderKind {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const above = this.of(parentOf(folder));
    const kind = above === "folder" ? this.#ask(folder) : above;
    this.#known.set(folder, kind);
    return kind;
  }

  /** Of the folder that a file lies in. */
  around(file: string): FolderKind {
    return this.of(parentOf(file));
  }

  #ask(folder: string): FolderKind {
    const entry = lstatSync(join(this.#root, folder), { throwIfNoEntry: false });
    if (entry?.isSymbolicLink()) return "link";
    return entry?.isDirectory() ? "folder" : "absent";
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
