import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runHook } from "../../src/surfaces/server/hook.js";
import { userInTemp } from "../support/background-server.js";
import { recordedPayload } from "../support/recorded-payload.js";

const add = ["lessons", "add", "Never force-push a shared branch", "--tools", "Bash", "--by", "me"];
const rule = [...add, "--enforce", "--forbid", "git push --force"];

/** A user with an enforced rule and no server, whose command line does this where it would start one. */
function startingServer(atServe: string, alone = "") {
  const user = userInTemp();
  const { root, env, home } = user;
  const [program = "", cli = ""] = user.command;
  const added = spawnSync(program, [cli, ...rule], { env, cwd: root, encoding: "utf8" });
  expect(added).toMatchObject({ status: 0 });
  const slow = join(home, "slow.cjs");
  const real = `process.argv[1] = ${JSON.stringify(cli)}; require(${JSON.stringify(cli)});`;
  const source = `if (process.argv[2] === "serve") ${atServe} else { ${alone} ${real} }`;
  writeFileSync(slow, source);
  const hook = async (name: string, command: string, budget: number) => {
    const answers: string[] = [];
    const refusals: string[] = [];
    const fields = { cwd: root, session_id: "s-1", tool_input: { command } };
    const code = await runHook({
      host: "claude-code",
      budget: String(budget),
      env,
      own: { version: "0.0.1", build: "test", builtAt: undefined },
      command: [program, slow],
      read: () => JSON.stringify(recordedPayload("claude-code", name, root, fields)),
      write: (text) => answers.push(text),
      refuse: (reason) => refusals.push(reason),
    });
    return { code, answer: answers.join(""), refusal: refusals.join("") };
  };
  const lost = () => (existsSync(user.places.lost) ? readFileSync(user.places.lost, "utf8") : "");
  return { ...user, hook, lost };
}

const never = "{ process.exit(0); }";

describe("a server that has not started", () => {
  it("a call that an enforced rule forbids is denied with the rule, and any other one goes on", async () => {
    const { hook, lost } = startingServer(never);
    const denied = await hook("pre-tool-use.bash", "git push --force", 600_000);
    expect(denied).toMatchObject({ code: 0, refusal: "" });
    expect(JSON.parse(denied.answer)).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringContaining("Never force-push a shared branch"),
      },
    });
    expect(await hook("pre-tool-use.bash", "git status", 600_000)).toEqual({
      code: 0,
      answer: "",
      refusal: "",
    });
    expect(lost()).not.toContain("PreToolUse");
  });

  it("the denial is on record like any other one", async () => {
    const { hook, command, env, root } = startingServer(never);
    await hook("pre-tool-use.bash", "git push --force", 600_000);
    const [program = "", cli = ""] = command;
    const { stdout } = spawnSync(program, [cli, "timeline", "s-1", "--json"], {
      env,
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout).toContain("Never force-push a shared branch");
  });

  it("a call that cannot be decided in its time either is refused with the reason, and it is noted so", async () => {
    const { hook, lost } = startingServer(never, "setInterval(() => 0, 1_000); if (true) return;");
    const call = await hook("pre-tool-use.bash", "git status", 1_500);
    expect(call).toMatchObject({ code: 2, answer: "" });
    expect(call.refusal).toContain("make it again, unchanged");
    expect(lost()).toContain("did not start in time: the call was denied");
    // It did not run, so enforcement was not off.
    expect(lost()).not.toContain("PreToolUse");
  });

  it("an event that asks for nothing is lost as before, and is not kept waiting", async () => {
    const { hook, lost } = startingServer(never);
    expect(await hook("user-prompt-submit", "", 100)).toEqual({ code: 0, answer: "", refusal: "" });
    expect(lost()).toContain('"event":"UserPromptSubmit"');
  });

  it("a call goes on where the program cannot be started at all, and it is told", async () => {
    const { hook, lost } = startingServer(never, "process.exit(3);");
    expect(await hook("pre-tool-use.bash", "git status", 600_000)).toMatchObject({ code: 0, refusal: "" });
    expect(lost()).toContain('"event":"PreToolUse"');
  });
});
