import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const place = { root: "" };

function write(path, text) {
  mkdirSync(dirname(join(place.root, path)), { recursive: true });
  writeFileSync(join(place.root, path), text);
}

const lockOf = (version) =>
  JSON.stringify({ packages: { "": {}, "node_modules/@photostructure/sqlite": { version } } });
const sqlite = "exports.DatabaseSync = class { close() {} };";

/** Stands in for npm: notes its arguments, then does what `onRun` says. */
function fakeNpm(onRun) {
  write(
    "fake/npm-cli.js",
    `const { mkdirSync, writeFileSync } = require("node:fs");
     writeFileSync("npm-ran.json", JSON.stringify({ args: process.argv.slice(2) }));
     ${onRun}`,
  );
}

function setUp() {
  const env = { ...process.env, npm_execpath: join(place.root, "fake/npm-cli.js") };
  const { status, stdout, stderr } = spawnSync("node", ["scripts/setup.mjs"], {
    cwd: place.root,
    env,
    encoding: "utf8",
  });
  const ran = join(place.root, "npm-ran.json");
  return {
    status,
    output: stdout + stderr,
    npm: existsSync(ran) ? JSON.parse(readFileSync(ran, "utf8")) : undefined,
  };
}

describe("scripts/setup.mjs", () => {
  beforeEach(() => {
    place.root = mkdtempSync(join(tmpdir(), "whetstone-setup-"));
    for (const file of ["setup.mjs", "npm.mjs"])
      cpSync(join(import.meta.dirname, file), join(place.root, "scripts", file));
    write("package.json", JSON.stringify({ engines: { node: ">=20.19" } }));
    write("package-lock.json", lockOf("2.0.0"));
    write("node_modules/.package-lock.json", lockOf("2.0.0"));
    write("node_modules/@photostructure/sqlite/index.js", sqlite);
    fakeNpm("");
  });

  afterEach(() => rmSync(place.root, { recursive: true, force: true }));

  it("says and does nothing when everything fits", () => {
    expect(setUp()).toEqual({ status: 0, output: "", npm: undefined });
  });

  it("installs when nothing is there", () => {
    rmSync(join(place.root, "node_modules"), { recursive: true });
    fakeNpm(`mkdirSync("node_modules/@photostructure/sqlite", { recursive: true });
      writeFileSync("node_modules/@photostructure/sqlite/index.js", ${JSON.stringify(sqlite)});`);
    const { status, output, npm } = setUp();
    expect({ status, args: npm.args }).toEqual({ status: 0, args: ["ci"] });
    expect(output).toContain("nothing is installed yet");
  });

  it("installs when the lock file moved on", () => {
    write("node_modules/.package-lock.json", lockOf("1.0.0"));
    const { output, npm } = setUp();
    expect(npm.args).toEqual(["ci"]);
    expect(output).toContain("node_modules/@photostructure/sqlite is not the version of package-lock.json");
  });

  it("installs when the native module does not load, and says what to do if it still does not", () => {
    write("node_modules/@photostructure/sqlite/index.js", "throw new Error('other ABI')");
    const { status, output, npm } = setUp();
    expect({ status, args: npm.args }).toEqual({ status: 1, args: ["ci"] });
    expect(output).toContain("was installed but does not load");
    expect(output).toContain("no binary");
  });

  it("fails with the next step when npm fails", () => {
    write("node_modules/.package-lock.json", lockOf("1.0.0"));
    fakeNpm("process.exit(7);");
    const { status, output } = setUp();
    expect(status).toBe(1);
    expect(output).toContain("no network");
  });
});
