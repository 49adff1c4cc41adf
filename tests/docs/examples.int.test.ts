import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { patience } from "../support/patience.js";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "examples");
const examples = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".ts")) : [];

describe("examples", () => {
  const place = { sandbox: "" };

  beforeEach(() => {
    place.sandbox = mkdtempSync(join(tmpdir(), "whetstone-example-"));
    for (const name of ["home", "project", "node_modules"]) mkdirSync(join(place.sandbox, name));
    symlinkSync(root, join(place.sandbox, "node_modules/whetstone"), "junction");
    for (const name of ["ai", "@ai-sdk", "zod"])
      symlinkSync(join(root, "node_modules", name), join(place.sandbox, "node_modules", name), "junction");
  });

  afterEach(() => rmSync(place.sandbox, { recursive: true, force: true }));

  it("there are examples from which the README takes its code", () => {
    expect(examples.length > 0 || !existsSync(join(root, "README.md"))).toBe(true);
  });

  it.each(examples)(
    "%s runs against the built package in an empty project with an empty home",
    async (name) => {
      const outfile = join(place.sandbox, "example.mjs");
      await build({
        entryPoints: [join(folder, name)],
        outfile,
        bundle: true,
        format: "esm",
        platform: "node",
        packages: "external",
      });
      const home = join(place.sandbox, "home");
      const ours = Object.entries(process.env).filter(([variable]) => !/^(WHETSTONE_|XDG_)/.test(variable));
      const env = { ...Object.fromEntries(ours), HOME: home, USERPROFILE: home, ...patience };
      execFileSync(process.execPath, [outfile], {
        cwd: join(place.sandbox, "project"),
        env,
        encoding: "utf8",
      });
    },
  );
});
