import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jsonLines } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";

const root = join(import.meta.dirname, "../..");

/**
 * A small file system of our own in a mount namespace: nothing of the machine is touched, and it is gone with
 * the process.
 */
function inSmallDisk(folder: string, script: string) {
  const mount = `mount -t tmpfs -o size=1m tmpfs "${folder}" && ${script}`;
  return spawnSync("unshare", ["--map-root-user", "--mount", "sh", "-c", mount], {
    cwd: root,
    encoding: "utf8",
  });
}

const possible = inSmallDisk(root, "true").status === 0;

// Skipped where the kernel lets nobody make a mount namespace: there is no other harmless way to fill a disk.
it.skipIf(!possible)(
  "a full disk gives disk_full, keeps what was acknowledged, and works again when there is room",
  async () => {
    const folder = tempFolder();
    const writer = `${process.execPath} tests/storage/full-disk-writer.mjs "${folder}"`;
    const { status, stdout, stderr } = inSmallDisk(folder, writer);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const [result] = jsonLines(stdout);
    expect(result).toMatchObject({
      code: "disk_full",
      headAfter: result?.acknowledged,
      problems: [],
      worksAgain: true,
    });
    expect(result?.next).toContain("free some space");
  },
);
