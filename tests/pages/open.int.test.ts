import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { stopServer } from "../../src/surfaces/server/control.js";
import { tempFolder } from "../support/temp-folder.js";

const program = resolve(import.meta.dirname, "../../dist/cli/main.cjs");

it.runIf(process.platform === "linux")(
  "whetstone open starts a server and prints an address that signs a person in",
  async () => {
    const home = tempFolder();
    const env = { HOME: home, PATH: process.env.PATH, TERM: "xterm", USER: "ada" };
    onTestFinished(async () => void (await stopServer(env)));
    const screen = join(home, "screen");
    const line = `${process.execPath} ${program} open --no-browser`;
    // Away from whoever runs this test, who may be an agent; `script` is a terminal.
    spawn("setsid", ["--fork", "script", "--quiet", "--flush", "--command", line, screen], {
      cwd: home,
      env,
      stdio: "ignore",
    });
    const shown = () => (existsSync(screen) ? readFileSync(screen, "utf8") : "");
    await expect.poll(shown).toMatch(/#code=[0-9a-f]{32}/);
    const [, url = "", code = ""] = /(http:\/\/127\.0\.0\.1:\d+)\/#code=([0-9a-f]{32})/.exec(shown()) ?? [];
    const answer = await fetch(`${url}/sign-in`, {
      method: "POST",
      headers: { origin: url },
      body: JSON.stringify({ code }),
    });
    expect(answer.status).toBe(200);
    const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
    const { address } = (await answer.json()) as { address: string };
    const page = await fetch(url + address, { headers: { cookie } });
    const text = await page.text();
    expect(text).toContain("Nothing is recorded here yet");
    const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(text) ?? [];
    expect((await fetch(url + script)).headers.get("content-type")).toContain("text/javascript");
  },
);
