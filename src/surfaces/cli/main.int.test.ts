import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, openSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

describe("the program", () => {
  let folder = "";
  let main = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "main-"));
    main = join(folder, "main.mjs");
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
    await build({
      entryPoints: [join(import.meta.dirname, "main.ts")],
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      packages: "external",
      define: { __VERSION__: '"0.0.0-test"' },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const call = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });

  it("the program prints on stdout and ends with 0", () => {
    expect(call("--version")).toMatchObject({ status: 0, stdout: "0.0.0-test\n", stderr: "" });
  });

  it("the program reports on stderr and ends with 2", () => {
    const { status, stdout, stderr } = call("statsu");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("Did you mean 'status'?");
  });

  it("the program completes a verb in a real bash from its own script", () => {
    const ask = `${call("completion", "bash").stdout}\nCOMP_WORDS=(whetstone stat); COMP_CWORD=1; _whetstone; echo "\${COMPREPLY[@]}"`;
    expect(spawnSync("bash", ["--norc", "-c", ask], { encoding: "utf8" }).stdout).toBe(
      "status-line status\n",
    );
  });

  it("the program ends quietly when the reader closes the pipe", async () => {
    const child = spawn(process.execPath, [main, "completion", "zsh"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it.runIf(existsSync("/dev/full"))(
    "the program does not claim success when stdout cannot be written",
    () => {
      const stdio: ["ignore", number, "pipe"] = ["ignore", openSync("/dev/full", "w"), "pipe"];
      const { status, stderr } = spawnSync(process.execPath, [main, "--help"], { stdio, encoding: "utf8" });
      expect(status).toBe(3);
      expect(stderr).toContain("error: standard output cannot be written: ENOSPC");
    },
  );

  it("the program says that the current folder is gone", () => {
    const script = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"`;
    const args = ["-c", script, process.execPath, main, "status"];
    const { status, stderr } = spawnSync("sh", args, { cwd: folder, encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toContain("error: the current folder no longer exists");
  });
});
