import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Registry, startRegistry } from "../support/npm-registry.js";

const root = resolve(import.meta.dirname, "../..");
const { version } = readJson<{ version: string }>("package.json");
const sandbox = mkdtempSync(join(tmpdir(), "whetstone-tarball-"));
const consumer = join(sandbox, "consumer");
const home = join(sandbox, "home");
const programs = join(sandbox, "programs");
const compiled = join(sandbox, "compiled.log");
const printed = { scripts: "" };
const whetstoneTarball = join(sandbox, `whetstone-${version}.tgz`);

interface LockEntry {
  readonly dev?: boolean;
  readonly optional?: boolean;
}

interface Packed {
  readonly filename: string;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as T;
}

/**
 * A home that holds no npm settings, no cache and no data of ours, none of the caller's npm variables, and on
 * the path nothing but Node, npm, a shell, and compilers that note that they were called and fail.
 */
function bareMachine(): NodeJS.ProcessEnv {
  const npmFree = Object.entries(process.env).filter(([name]) => !/^(npm_|WHETSTONE_|XDG_)/i.test(name));
  return {
    ...Object.fromEntries(npmFree),
    PATH: programs,
    HOME: home,
    USERPROFILE: home,
    npm_config_update_notifier: "false",
  };
}

function placePrograms(): void {
  mkdirSync(programs);
  symlinkSync(process.execPath, join(programs, "node"));
  for (const name of ["npm", "npx", "sh"]) symlinkSync(onPath(name), join(programs, name));
  for (const name of ["cc", "c++", "gcc", "g++", "clang", "clang++", "make", "python", "python3"]) {
    writeFileSync(join(programs, name), `#!/bin/sh\necho ${name} >> '${compiled}'\nexit 1\n`);
    chmodSync(join(programs, name), 0o755);
  }
}

function onPath(name: string): string {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? "").split(":")];
  const folder = folders.find((each) => existsSync(join(each, name)));
  if (folder === undefined) throw new Error(`there is no ${name} on the path`);
  return realpathSync(join(folder, name));
}

function call(program: string, args: readonly string[], cwd = consumer): string {
  const options = { cwd, env: bareMachine(), encoding: "utf8" } as const;
  return execFileSync(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
}

/** Every package that a user of ours installs, as its registry would give it. */
function packDependencies() {
  const { packages } = readJson<{ packages: Readonly<Record<string, LockEntry>> }>("package-lock.json");
  const folders = Object.entries(packages)
    .filter(([path, entry]) => path !== "" && !entry.dev && !entry.optional)
    .map(([path]) => join(root, path));
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", sandbox, ...folders];
  const packed = JSON.parse(call("npm", args, sandbox)) as readonly Packed[];
  return folders.map((folder, index) => ({
    folder,
    tarball: join(sandbox, packed[index]?.filename ?? ""),
  }));
}

/**
 * Installs the tarball into an empty project, and prints how long that took: it is not a promise. Returns what
 * the install scripts printed.
 */
async function install(folder: string, registry: Registry, ...flags: readonly string[]): Promise<string> {
  mkdirSync(folder, { recursive: true });
  // The install script of the driver may run: it must find that it has nothing to do.
  const manifest = { name: "consumer", private: true, type: "module" };
  const allowScripts = { "@photostructure/sqlite": true };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, allowScripts }));
  const started = performance.now();
  const args = ["install", "--registry", registry.url, "--no-audit", "--no-fund", ...flags, whetstoneTarball];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: folder, env: bareMachine() });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.info(`npm install ${[...flags, "whetstone"].join(" ")}, nothing cached: ${seconds} s`);
  return stdout;
}

/** The name behind a static import at the beginning of a line, or in a dynamic one. */
const importedName = /(?:^(?:import|export)\b[^"\n]*|^\} from |\bimport\()"([@\w][\w./@-]*)"/gm;

describe("the packed tarball in an empty project on a machine without a compiler", () => {
  beforeAll(async () => {
    mkdirSync(home);
    placePrograms();
    call("npm", ["pack", "--ignore-scripts", "--pack-destination", sandbox], root);
    const registry = await startRegistry(packDependencies());
    try {
      await install(join(sandbox, "no-scripts"), registry, "--ignore-scripts");
      rmSync(join(home, ".npm"), { recursive: true, force: true });
      printed.scripts = await install(consumer, registry, "--foreground-scripts");
    } finally {
      registry.close();
    }
  });

  afterAll(() => rmSync(sandbox, { recursive: true, force: true }));

  it("the install script of the driver runs and calls neither a compiler nor Python", () => {
    expect(printed.scripts).toContain("@photostructure/sqlite");
    expect(existsSync(compiled) ? readFileSync(compiled, "utf8") : "").toBe("");
  });

  it.each(["consumer", "no-scripts"])("the store opens, writes and reads in the folder '%s'", (folder) => {
    const outcome = ["--result", "success", "--duration", "5ms", "--errors", "0", "--retries", "0"];
    const cwd = join(sandbox, folder);
    const before = JSON.parse(call("npx", ["--offline", "whetstone", "status", "--json"], cwd));
    call("npx", ["--offline", "whetstone", "record", ...outcome], cwd);
    const after = JSON.parse(call("npx", ["--offline", "whetstone", "status", "--json"], cwd));
    expect([before.log.events, after.log.events]).toEqual([0, 1]);
    expect(existsSync(after.store.location)).toBe(true);
    const program = `
      import { openWhetstone } from "whetstone";
      const whetstone = await openWhetstone({ root: "." });
      console.log((await whetstone.status()).log.events);
      await whetstone.close();`;
    expect(call("node", ["--input-type=module", "-e", program], cwd).trim()).toBe("1");
  });

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

  it("the installed program serves MCP, whose SDK comes with it", () => {
    const hello = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "c", version: "1" },
    };
    const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`;
    const options = { cwd: consumer, env: bareMachine(), encoding: "utf8", input } as const;
    const [answer = ""] = execFileSync("npx", ["--offline", "whetstone", "mcp"], options).split("\n");
    expect(JSON.parse(answer).result.serverInfo.name).toBe("whetstone");
  });

  it("whatever the library imports is installed with it, or optional", () => {
    const dist = join(consumer, "node_modules/whetstone/dist");
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
    const imported = files
      .filter((file) => file.endsWith(".js") && !file.startsWith("pages"))
      .flatMap((file) => [...readFileSync(join(dist, file), "utf8").matchAll(importedName)])
      .map(([, name = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
      .filter((name) => !name.startsWith("node:"));
    const { dependencies, peerDependencies } =
      readJson<Record<string, Record<string, string>>>("package.json");
    const listed = Object.keys({ ...dependencies, ...peerDependencies });
    expect(new Set(imported)).toContain("zod");
    expect([...new Set(imported)].filter((name) => !listed.includes(name))).toEqual([]);
  });

  it("the package is at most 6 MB, and 55 MB with all that it needs", () => {
    expect(statSync(whetstoneTarball).size).toBeLessThanOrEqual(6_000_000);
    const folder = join(consumer, "node_modules");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const bytes = files.map((file) => lstatSync(join(folder, file))).filter((each) => each.isFile());
    const total = bytes.reduce((sum, { size }) => sum + size, 0);
    console.info(`installed: ${(total / 1e6).toFixed(1)} MB`);
    expect(total).toBeLessThanOrEqual(55_000_000);
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
