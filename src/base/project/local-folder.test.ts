import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeLocalFolder } from "./local-folder.js";
import { placesForProject } from "./places.js";

describe("writeLocalFolder", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "local-folder-"));
  });
  afterEach(() => {
    chmodSync(root, 0o700);
    rmSync(root, { recursive: true, force: true });
  });

  const places = (key = "billing") =>
    placesForProject({ key, root, env: {}, platform: "linux", home: "/home/user" });

  it("writeLocalFolder makes a folder that git ignores, with a link to the data", () => {
    writeLocalFolder(places(), "billing");
    expect(readdirSync(places().folder).sort()).toEqual([".gitignore", "link.json"]);
    expect(readFileSync(join(places().folder, ".gitignore"), "utf8")).toBe("*\n");
    expect(JSON.parse(readFileSync(places().link, "utf8"))).toEqual({
      project: "billing",
      data: places().data,
    });
  });

  it("writeLocalFolder keeps a correct link and a .gitignore that a person changed", () => {
    writeLocalFolder(places(), "billing");
    const before = statSync(places().link).ino;
    writeFileSync(join(places().folder, ".gitignore"), "*\n!reports\n");
    writeLocalFolder(places(), "billing");
    expect(statSync(places().link).ino).toBe(before);
    expect(readFileSync(join(places().folder, ".gitignore"), "utf8")).toBe("*\n!reports\n");
  });

  it("writeLocalFolder replaces a link that is damaged or names another project", () => {
    writeLocalFolder(places(), "billing");
    writeFileSync(places().link, '{"proj');
    writeLocalFolder(places("shop"), "shop");
    expect(JSON.parse(readFileSync(places().link, "utf8"))).toMatchObject({ project: "shop" });
    expect(readdirSync(places().folder).sort()).toEqual([".gitignore", "link.json"]);
  });

  it("writeLocalFolder replaces a link that leads to another file, and reports a folder in its place", () => {
    writeLocalFolder(places(), "billing");
    rmSync(places().link);
    writeFileSync(join(root, "other"), "kept");
    symlinkSync(join(root, "other"), places().link);
    writeLocalFolder(places(), "billing");
    expect(readFileSync(join(root, "other"), "utf8")).toBe("kept");
    expect(JSON.parse(readFileSync(places().link, "utf8"))).toMatchObject({ project: "billing" });
    rmSync(places().link);
    mkdirSync(places().link);
    expect(() => writeLocalFolder(places(), "billing")).toThrow(
      expect.objectContaining({ code: "not_writable" }),
    );
  });

  it("writeLocalFolder names the path when the project is read-only", () => {
    chmodSync(root, 0o500);
    asOrdinaryUser(() =>
      expect(() => writeLocalFolder(places(), "billing")).toThrow(
        expect.objectContaining({ code: "not_writable", values: { file: places().folder } }),
      ),
    );
  });

  it.runIf(existsSync("/dev/full"))(
    "writeLocalFolder reports a full disk and keeps the old link, without temporary files",
    () => {
      writeLocalFolder(places(), "billing");
      symlinkSync("/dev/full", `${places().link}.${process.pid}.part`);
      expect(() => writeLocalFolder(places("shop"), "shop")).toThrow(
        expect.objectContaining({ code: "disk_full" }),
      );
      expect(JSON.parse(readFileSync(places().link, "utf8"))).toMatchObject({ project: "billing" });
      expect(readdirSync(places().folder).sort()).toEqual([".gitignore", "link.json"]);
    },
  );

  it("writeLocalFolder refuses a file in the place of the folder", () => {
    writeFileSync(places().folder, "");
    expect(() => writeLocalFolder(places(), "billing")).toThrow(
      expect.objectContaining({ code: "not_writable" }),
    );
    expect(existsSync(places().link)).toBe(false);
  });
});

/** Permissions do not bind the superuser. */
function asOrdinaryUser(act: () => void): void {
  const superuser = process.getuid?.() === 0;
  if (superuser) process.seteuid?.(65534);
  try {
    act();
  } finally {
    if (superuser) process.seteuid?.(0);
  }
}
