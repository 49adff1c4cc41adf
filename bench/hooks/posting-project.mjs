import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { commandLine } from "../project.mjs";

const recordings = resolve(import.meta.dirname, "../../src/agents");

/** A recorded payload of a real agent, with the path of the project replaced. */
export function recorded(host, name, root, changes = {}) {
  const text = readFileSync(join(recordings, host, "recorded", `${name}.json`), "utf8");
  return JSON.stringify({ ...JSON.parse(text.replaceAll("/project", root)), ...changes });
}

/**
 * The HTTP hook that `init` writes for Claude Code while the server runs. The written file is removed again.
 */
export function postingHook({ root, env }) {
  const args = [commandLine, "init", "--claude-code", "--yes", "--json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
  const file = join(root, ".claude/settings.local.json");
  const { hooks } = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  const [{ hooks: [hook] = [] } = {}] = hooks.PreToolUse;
  if (status !== 0 || hook?.type !== "http") throw new Error(`init wrote no address: ${stdout}${stderr}`);
  return hook;
}

/** Runs `work` while a server that does nothing runs in another process. */
export async function withEmptyServer(work) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "empty-server.mjs")]);
  const [port] = await once(child.stdout, "data");
  try {
    return await work(`http://127.0.0.1:${String(port).trim()}`);
  } finally {
    child.kill();
    await once(child, "close");
  }
}
