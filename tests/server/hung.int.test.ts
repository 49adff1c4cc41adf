import { spawnSync } from "node:child_process";
import { chownSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { callServer } from "../../src/server/client.js";
import { serverCheck } from "../../src/server/control.js";
import { isProcess } from "../../src/server/server-files.js";
import { gone, userInTemp } from "../support/background-server.js";
import { whetstone } from "../support/child.js";
import { recordedPayload } from "../support/recorded-payload.js";

describe.runIf(process.platform === "linux")("a server that hangs", () => {
  it("a server that hangs costs one call its time, is replaced at its port, and doctor reports that enforcement was off", async () => {
    const { call, state, env, root, command, places } = userInTemp();
    await call("status");
    const hung = state();
    process.kill(hung?.pid ?? 0, "SIGSTOP");
    const payload = recordedPayload("claude-code", "pre-tool-use.bash", root, { cwd: root });
    const hook = (budgetMs: number) =>
      callServer("hooks/claude-code", payload, { budgetMs, env, version: "0.0.0", command });
    expect(await hook(3_000)).toBeUndefined();
    while ((await hook(600_000)) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isProcess(hung?.pid ?? 0)).toBe(false);
    expect(state()).toMatchObject({ port: hung?.port });
    expect(state()?.id).not.toBe(hung?.id);
    const lost = readFileSync(places.lost, "utf8").trim().split("\n");
    const reasons = lost.map((line) => JSON.parse(line).reason as string);
    expect(reasons.filter((reason) => reason === "timeout")).toHaveLength(1);
    expect(reasons).toContainEqual(expect.stringContaining("did not answer and was ended"));
    expect(await serverCheck(env, Date.now())).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("enforcement was off for"),
    });
  });

  it("a server that hangs is found by doctor, and ended by serve --stop", async () => {
    const { call, state, env, home } = userInTemp();
    await call("status");
    const hung = state();
    process.kill(hung?.pid ?? 0, "SIGSTOP");
    expect(await serverCheck(env, Date.now())).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("it hangs"),
      next: "whetstone serve --stop",
    });
    const { stdout } = await whetstone(["serve", "--stop"], { cwd: home, env });
    expect(stdout).toContain(`Stopped process ${hung?.pid}`);
    await gone(hung);
  });
});

/** Only the superuser can act as two users. */
describe.runIf(process.getuid?.() === 0)("another user of the machine", () => {
  const other = 65_534;

  it("another user of the machine has no process that counts as our server", () => {
    const source = join(import.meta.dirname, "../../src/server/server-files.ts");
    const contents = `import { isProcess } from ${JSON.stringify(source)}; console.log(isProcess(${process.pid}));`;
    const bundle = { stdin: { contents, resolveDir: "." }, bundle: true, write: false } as const;
    const [made] = buildSync({ ...bundle, platform: "node", format: "cjs" }).outputFiles;
    const input = made?.text ?? "";
    const { stdout } = spawnSync(process.execPath, ["-"], { uid: other, cwd: "/", input, encoding: "utf8" });
    expect(stdout.trim()).toBe("false");
  });

  it("another user of the machine cannot own the folder of our server", async () => {
    const { call, env, places, command, root, home } = userInTemp();
    await call("status");
    chownSync(places.folder, other, other);
    const options = { budgetMs: 60_000, env, version: "0.0.0", command };
    expect(await callServer("status", { root }, options)).toBeUndefined();
    expect(await serverCheck(env, Date.now())).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("belongs to another user"),
    });
    const [program = "", cli = ""] = command;
    const served = spawnSync(program, [cli, "serve"], { env, cwd: home, encoding: "utf8" });
    expect(served.stderr).toContain("belongs to another user");
    chownSync(places.folder, 0, 0);
  });
});
