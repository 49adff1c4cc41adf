import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const { version } = readJson<{ version: string }>("package.json");
const sandbox = mkdtempSync(join(tmpdir(), "whetstone-tarball-"));
const consumer = join(sandbox, "consumer");
const home = join(sandbox, "home");

interface LockEntry {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as T;
}

/**
 * With a home that holds no npm settings, no cache and no data of ours, and none of the caller's npm
 * variables.
 */
function call(program: string, args: readonly string[], cwd = consumer): string {
  const npmFree = Object.entries(process.env).filter(([name]) => !/^(npm_|WHETSTONE_|XDG_)/i.test(name));
  const env = {
    ...Object.fromEntries(npmFree),
    HOME: home,
    USERPROFILE: home,
    npm_config_update_notifier: "false",
  };
  return execFileSync(program, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * Our dependencies are copied from this repository instead of fetched, because compiling better-sqlite3 takes
 * more than a minute. npm finds them in place, takes them as installed, and installs our own tarball for
 * real.
 */
function placeDependencies(): void {
  const { packages } = readJson<{ packages: Readonly<Record<string, LockEntry>> }>("package-lock.json");
  for (const [path, entry] of Object.entries(packages)) {
    if (path === "" || entry.dev || entry.optional) continue;
    cpSync(join(root, path), join(consumer, path), { recursive: true });
    for (const name of Object.keys(entry.bin ?? {})) {
      cpSync(join(root, "node_modules/.bin", name), join(consumer, "node_modules/.bin", name), {
        verbatimSymlinks: true,
      });
    }
  }
}

describe("the packed tarball in an empty project", () => {
  beforeAll(() => {
    mkdirSync(home);
    mkdirSync(join(consumer, "node_modules/.bin"), { recursive: true });
    writeFileSync(
      join(consumer, "package.json"),
      JSON.stringify({ name: "consumer", private: true, type: "module" }),
    );
    placeDependencies();
    call("npm", ["pack", "--ignore-scripts", "--pack-destination", sandbox], root);
    call("npm", ["install", "--offline", "--no-audit", "--no-fund", `../whetstone-${version}.tgz`]);
  });

  afterAll(() => rmSync(sandbox, { recursive: true, force: true }));

  it("the package can be imported by its names, without the AI SDK", () => {
    const program = `
      import { openWhetstone } from "whetstone";
      import { scoreImplicitFeedback } from "whetstone/engines";
      import { duringRun } from "whetstone/ai-sdk";
      console.log(typeof openWhetstone, typeof scoreImplicitFeedback, typeof duringRun);`;
    expect(call("node", ["--input-type=module", "-e", program]).trim()).toBe("function function function");
  });

  it("the package exports the schema of whetstone.json", () => {
    const program = `
      import { createRequire } from "node:module";
      console.log(createRequire(process.cwd() + "/x.js")("whetstone/schema.json").title);`;
    expect(call("node", ["--input-type=module", "-e", program]).trim()).toBe("whetstone.json");
  });

  it("a strict consumer type-checks without our compiler settings", () => {
    writeFileSync(
      join(consumer, "consumer.ts"),
      `import { openWhetstone, WhetstoneError } from "whetstone";
       import { scoreImplicitFeedback } from "whetstone/engines";
       export const opened: Promise<unknown> = openWhetstone({ root: "." });
       export const score: typeof scoreImplicitFeedback = scoreImplicitFeedback;
       export const code: string = new WhetstoneError("internal", "x").code;
       // @ts-expect-error a root is text
       void openWhetstone({ root: 1 });`,
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
    const strict = [
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--exactOptionalPropertyTypes",
    ];
    expect(call("node", [tsc, ...strict, ...types, "consumer.ts"])).toBe("");
  });

  it("the program answers as whetstone and as wst", () => {
    expect(call("npx", ["--offline", "whetstone", "--version"])).toContain(version);
    expect(JSON.parse(call("npx", ["--offline", "wst", "status", "--json"]))).toBeTypeOf("object");
  });

  it("the package holds no source, test or stamp of the build", () => {
    const [packed] = JSON.parse(call("npm", ["pack", "--ignore-scripts", "--dry-run", "--json"], root)) as [
      { files: { path: string }[] },
    ];
    const paths = packed.files.map((file) => file.path);
    expect(paths).toContain("dist/index.d.ts");
    expect(
      paths.filter(
        (path) =>
          !/^(dist|schema|models|plugins|\.claude-plugin)\/|^(README|CHANGELOG|LICENSE)|^package\.json$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(paths.filter((path) => /\.(test|contract)\.|\.build-hash/.test(path))).toEqual([]);
  });
});
