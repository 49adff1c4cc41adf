import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { hookUrl } from "../../src/base/project/http-hooks.js";
import { callServer } from "../../src/surfaces/server/client.js";
import { serverCheck } from "../../src/surfaces/server/control.js";
import { hookKey } from "../../src/surfaces/server/hook-key.js";
import { usualPort } from "../../src/surfaces/server/listen.js";
import { isProcess, isSuspended, readToken } from "../../src/surfaces/server/server-files.js";
import { gone, userInTemp } from "../support/background-server.js";
import { whetstone } from "../support/child.js";
import { recordedPayload } from "../support/recorded-payload.js";

const forbidden = { tool_input: { command: "git push --force" } };

describe.runIf(process.platform === "linux")("a server that hangs", () => {
  async function suspend(pid: number): Promise<void> {
    process.kill(pid, "SIGSTOP");
    await expect.poll(() => isSuspended(pid)).toBe(true);
  }

  async function enforcing() {
    const user = userInTemp();
    const { root, env, command, places } = user;
    const [program = "", cli = ""] = command;
    const rule = [
      "lessons",
      "add",
      "Never force-push a shared branch",
      "--tools",
      "Bash",
      "--by",
      "me",
      "--enforce",
    ];
    spawnSync(program, [cli, ...rule, "--forbid", "git push --force"], { env, cwd: root });
    await user.call("status");
    const payload = (name: string, fields: object = {}) =>
      recordedPayload("claude-code", name, root, { cwd: root, session_id: "s-1", ...fields });
    const hook = (name: string, fields: object = {}) =>
      callServer("hooks/claude-code", payload(name, fields), {
        budgetMs: 600_000,
        env,
        version: "0.0.0",
        command,
      });
    /** As Claude Code posts it; the connection is closed after some milliseconds. */
    const post = (name: string, fields: object, waitMs: number) =>
      new Promise<void>((resolve) => {
        const key = hookKey(readToken(places.token) ?? "", "claude-code", root);
        const url = hookUrl(usualPort(places.folder), "claude-code", root);
        const sent = request(url, {
          method: "POST",
          headers: { authorization: `Bearer ${key}` },
          agent: false,
        });
        sent.on("error", () => resolve());
        sent.end(JSON.stringify(payload(name, fields)));
        setTimeout(() => sent.destroy(), waitMs);
      });
    return { ...user, hook, post };
  }

  it("a suspended server is replaced by the call that finds it, which is checked all the same", async () => {
    const { hook, state, places } = await enforcing();
    const hung = state();
    await suspend(hung?.pid ?? -1);
    const answer = await hook("pre-tool-use.bash", forbidden);
    expect(answer?.body).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(isProcess(hung?.pid ?? 0)).toBe(false);
    expect(state()).toMatchObject({ port: hung?.port });
    expect(readFileSync(places.lost, "utf8")).toContain("did not answer and was ended");
  });

  it("posts that a suspended server did not answer are told at the next prompt and by doctor after it goes on", async () => {
    const { hook, post, state, env, places } = await enforcing();
    await hook("user-prompt-submit");
    const { pid = -1 } = state() ?? {};
    await suspend(pid);
    await post("pre-tool-use.bash", forbidden, 100);
    process.kill(pid, "SIGCONT");
    const lost = () => (existsSync(places.lost) ? readFileSync(places.lost, "utf8") : "");
    await expect.poll(lost).toContain('"event":"PreToolUse"');
    const told = await hook("user-prompt-submit", { prompt: "and now?" });
    expect(told?.body).toMatchObject({
      systemMessage: expect.stringContaining("1 tool call went on unchecked"),
    });
    const again = await hook("user-prompt-submit", { prompt: "and then?" });
    expect(JSON.stringify(again?.body ?? "")).not.toContain("unchecked");
    expect(await serverCheck(env, Date.now())).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("enforcement was off for 1 tool call"),
    });
    expect(state()?.pid).toBe(pid);
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
    const source = join(import.meta.dirname, "../../src/surfaces/server/server-files.ts");
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
