import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hookUrl } from "../../src/base/project/http-hooks.js";
import { hookKey } from "../../src/surfaces/server/hook-key.js";
import { usualPort } from "../../src/surfaces/server/listen.js";
import { readToken } from "../../src/surfaces/server/server-files.js";
import { userInTemp } from "../support/background-server.js";
import { recordedPayload } from "../support/recorded-payload.js";

const root = join(import.meta.dirname, "../..");
const dist = join(root, "dist");

/**
 * A folder for copies of the built program, where they find the native module. The copy with a number is another
 * build of the same version: built later than those with a lower number, and with a newer form of its rules.
 */
function builds() {
  const folder = join(root, "node_modules/.cache", `whetstone-builds-${process.pid}-${Math.random()}`);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const changed = (text: string, number: number) =>
    text
      // The digest of its sources, and the one under which V8's code of it is kept.
      .replaceAll(/"[0-9a-f]{16}"/g, `"${`build-${number}`.padEnd(16, "-")}"`)
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, `"2026-01-0${number}T00:00:00.000Z"`)
      .replace(/\("directives",(\d+)/, (_, version) => `("directives",${Number(version) + number}`);
  /** As npm does: the folder is another one, with the same name. */
  const install = (number: number, place: string) => {
    const fresh = join(folder, `fresh-${number}`);
    mkdirSync(fresh, { recursive: true });
    cpSync(join(dist, "cli"), join(fresh, "cli"), { recursive: true });
    cpSync(join(dist, "hook.cjs"), join(fresh, "hook.cjs"));
    for (const file of ["hook.cjs", "cli/main.cjs", "cli/program.cjs"])
      writeFileSync(join(fresh, file), changed(readFileSync(join(fresh, file), "utf8"), number));
    const target = join(folder, place);
    rmSync(`${target}-old`, { recursive: true, force: true });
    try {
      renameSync(target, `${target}-old`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    renameSync(fresh, target);
    return target;
  };
  return { install, at: (place: string) => join(folder, place) };
}

/** A person with a rule, and an agent that is about to break it. */
function breakingAgent() {
  const { install, at } = builds();
  install(1, "here");
  const user = userInTemp({}, join(at("here"), "cli/main.cjs"));
  const { env, root: project, places } = user;
  const cli = (place: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [join(at(place), "cli/main.cjs"), ...args], {
      env,
      cwd: project,
      encoding: "utf8",
    });
  const rule = ["lessons", "add", "Never force-push a shared branch", "--tools", "Bash", "--by", "me"];
  const added = cli("here", ...rule, "--forbid", "git push --force", "--enforce", "--priority", "critical");
  if (added.status !== 0) throw new Error(added.stderr);
  const payload = () =>
    JSON.stringify(
      recordedPayload("claude-code", "pre-tool-use.bash", project, {
        cwd: project,
        tool_use_id: `t-${Math.random()}`,
        tool_input: { command: "git push --force" },
      }),
    );
  /** By the program that an agent starts; empty when the call may run. */
  const byCommand = (place: string) =>
    spawnSync(process.execPath, [join(at(place), "hook.cjs"), "claude-code", "60000"], {
      env,
      input: payload(),
      encoding: "utf8",
    }).stdout;
  /** As Claude Code posts it; undefined when nobody listens. */
  const byPost = () => {
    const key = hookKey(readToken(places.token) ?? "", "claude-code", project);
    return posted(hookUrl(usualPort(places.folder), "claude-code", project), key, payload());
  };
  return { ...user, install, cli, byCommand, byPost };
}

function posted(url: string, key: string, body: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method: "POST", headers: { authorization: `Bearer ${key}` }, agent: false },
      (got) => {
        let text = "";
        got.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        got.on("end", () => resolve(text));
      },
    );
    sent.on("error", () => resolve(undefined));
    sent.end(body);
  });
}

const denied = /"permissionDecision":"deny"/;

describe("builds of one version that are installed over each other", () => {
  it("no forbidden call runs while six builds are installed back and forth, and the installed one is the server", async () => {
    const { install, cli, byCommand, byPost, state } = breakingAgent();
    for (const number of [1, 2, 3, 2, 4, 5, 1, 6, 3, 6, 1]) {
      install(number, "here");
      // The server of the build before answers until the new one has come.
      expect((await byPost()) ?? '"permissionDecision":"deny"').toMatch(denied);
      expect(byCommand("here")).toMatch(denied);
      expect(state()?.build).toBe(`build-${number}`.padEnd(16, "-"));
      expect(await byPost()).toMatch(denied);
      // Any command of the new build folds the rules into its own form.
      cli("here", "doctor");
    }
  });

  it("an agent that only posts is never answered with an allowance after an update, and gets the new server", async () => {
    const { install, cli, byCommand, byPost, state } = breakingAgent();
    expect(byCommand("here")).toMatch(denied);
    install(2, "here");
    cli("here", "doctor");
    const answers: (string | undefined)[] = [];
    while (!state()?.build?.startsWith("build-2")) answers.push(await byPost());
    answers.push(await byPost());
    for (const answer of answers) if (answer !== undefined) expect(answer).toMatch(denied);
    expect(answers.at(-1)).toContain("Never force-push a shared branch");
  });
});

describe("builds of two projects on one machine", () => {
  it("the newer build of two projects serves both, and the older one does not take its place again", async () => {
    const { install, byCommand, state } = breakingAgent();
    install(2, "there");
    expect(byCommand("here")).toMatch(denied);
    expect(byCommand("there")).toMatch(denied);
    const newer = state();
    expect(newer?.build).toMatch(/^build-2/);
    for (let round = 0; round < 3; round += 1)
      for (const place of ["here", "there"])
        expect(byCommand(place)).toContain("Never force-push a shared branch");
    expect(state()).toEqual(newer);
  });

  it("an older build alone with what a newer one wrote denies every call, and says what to update", () => {
    const { install, byCommand, cli } = breakingAgent();
    install(2, "there");
    expect(byCommand("there")).toMatch(denied);
    cli("there", "serve", "--stop");
    expect(byCommand("here")).toMatch(
      /permissionDecision":"deny".*written by a newer Whetstone.*npm install/,
    );
  });
});
