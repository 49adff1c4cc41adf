import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runNode } from "./run.mjs";

const agents = JSON.parse(readFileSync(join(import.meta.dirname, "../tests/agents/agents.json"), "utf8"));

/** Nobody listens there: every request fails at once. */
const nobody = { npm_config_registry: "http://127.0.0.1:1/", npm_config_fetch_retries: "0" };

function installInto(cache, ...names) {
  const env = { ...process.env, ...nobody, TEST_AGENTS_CACHE: cache };
  return runNode([join(import.meta.dirname, "install-agents.mjs"), ...names], { env });
}

function temporary() {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-agents-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("tries a second time, then says what to do and leaves nothing half done", async () => {
  const cache = temporary();
  const { ok, output } = await installInto(cache, "codex");
  expect(ok).toBe(false);
  expect(output).toMatch(/about 440 MB.*Once more\..*cannot be installed.*TEST_AGENTS_CACHE/s);
  expect(readdirSync(cache)).toEqual([]);
});

it("leaves alone what is there", async () => {
  const cache = temporary();
  for (const [name, { version }] of Object.entries(agents)) {
    const programs = join(cache, `${name}-${version}`, "node_modules/.bin");
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, name), "");
  }
  expect(await installInto(cache)).toEqual({ ok: true, output: "" });
});
