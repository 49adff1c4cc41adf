import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startScript } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";

/** Every file and folder below a folder, with the rights of its group and of others. */
function rightsOfOthers(folder: string): Readonly<Record<string, number>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(names.map((name) => [name, lstatSync(join(folder, name)).mode & 0o077]));
}

it.skipIf(process.platform === "win32")(
  "nothing of a store can be read by other users, whatever the umask says",
  async () => {
    const home = tempFolder();
    const { ended } = startScript("tests/storage/everything-writer.mjs", [home]);
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
    const rights = rightsOfOthers(join(home, "data"));
    const names = Object.keys(rights).join("\n");
    for (const part of ["store.db", "store.db-wal", "backups/", "lost/"]) expect(names).toContain(part);
    expect(Object.entries(rights).filter(([, mode]) => mode !== 0)).toEqual([]);
  },
);
