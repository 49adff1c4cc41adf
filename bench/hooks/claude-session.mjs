import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, dirname, join, resolve } from "node:path";
import { importTypeScript } from "../../scripts/generated/import-typescript.mjs";

const repository = resolve(import.meta.dirname, "../..");

/** Where `npm run test:agents` installs Claude Code; undefined when it is not installed. */
export function claudeFolder() {
  const cache = resolve(process.env.TEST_AGENTS_CACHE || join(repository, ".cache/agents"));
  const names = existsSync(cache) ? readdirSync(cache).filter((name) => /^claude-[\d.]+$/.test(name)) : [];
  return names
    .map((name) => join(cache, name, "node_modules/.bin"))
    .find((bin) => existsSync(join(bin, "claude")));
}

/**
 * Runs one session of the real Claude Code in which the kinds of hooks take turns: the call `echo KIND`
 * triggers only the hook of its kind. Returns for each kind the milliseconds that Claude Code logs.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv }} project
 * @param {Record<string, object>} kinds hooks as in the settings of Claude Code
 * @param {number} rounds
 */
export async function claudeTimes({ root, env }, kinds, rounds) {
  const names = Object.keys(kinds);
  const folder = join(dirname(root), "claude");
  for (const part of [join(folder, "home"), join(folder, "tmp"), join(root, ".claude")])
    mkdirSync(part, { recursive: true });
  const groups = names.map((name) => ({ hooks: [{ ...kinds[name], if: `Bash(echo ${name}:*)` }] }));
  writeFileSync(join(root, ".claude/settings.json"), JSON.stringify({ hooks: { PreToolUse: groups } }));
  const calls = Array.from(
    { length: names.length * (rounds + 1) },
    (_, index) => names[index % names.length],
  );
  const model = await scriptedModel(calls);
  const debug = join(folder, "debug.log");
  try {
    await runClaude({ root, folder, url: model.url, debug, env });
  } finally {
    model.close();
  }
  return timesIn(readFileSync(debug, "utf8"), names, calls);
}

async function runClaude({ root, folder, url, debug, env }) {
  const args = ["-p", "go", "--allowedTools", "Bash", "--output-format", "json", "--debug-file", debug];
  const child = spawn("claude", args, {
    cwd: root,
    env: {
      PATH: [claudeFolder(), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
      HOME: join(folder, "home"),
      TMPDIR: join(folder, "tmp"),
      CLAUDE_CODE_TMPDIR: join(folder, "tmp"),
      WHETSTONE_DATA_DIR: env.WHETSTONE_DATA_DIR,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "scripted",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
    stdio: "ignore",
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`Claude Code exited with ${code}`);
}

/** Answers each turn with the next call, and ends after the last. */
async function scriptedModel(calls) {
  const { anthropicWire } = await importTypeScript(
    repository,
    "tests/support/scripted-model/anthropic-wire.ts",
  );
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    const call = calls[anthropicWire.read(body).turns];
    const input = { command: `echo ${call}`, description: "a step" };
    const step = call === undefined ? { text: "All done." } : { tools: [{ name: "Bash", input }] };
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of anthropicWire.stream(body, step))
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/** One hook ran for each call, in order. The first round is a warm-up and is dropped. */
function timesIn(log, names, calls) {
  const durations = [];
  let posted;
  for (const line of log.split("\n")) {
    const at = Date.parse(line.slice(0, 24));
    const [, ms] = /Hooks: PreToolUse:Bash \[.*\] finished with status 0 \((\d+)ms\)/.exec(line) ?? [];
    if (ms !== undefined) durations.push(Number(ms));
    if (line.includes("Hooks: HTTP hook POST")) posted = at;
    if (line.includes("Hooks: HTTP hook response status 200")) durations.push(at - posted);
  }
  if (durations.length !== calls.length)
    throw new Error(`${durations.length} hooks ran for ${calls.length} calls`);
  return Object.fromEntries(
    names.map((name) => [
      name,
      durations.filter((_, index) => index >= names.length && calls[index] === name),
    ]),
  );
}
