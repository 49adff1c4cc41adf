import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { commandLine } from "./project.mjs";

/**
 * Runs `work` while the local server of a project runs.
 *
 * @template T
 * @param {{ root: string, data: string, env: NodeJS.ProcessEnv }} project
 * @param {(server: { child: import("node:child_process").ChildProcess, url: string, token: string, agent:
 * Agent }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withServer({ root, data, env }, work) {
  const child = spawn(process.execPath, [commandLine, "serve", "--json"], { cwd: root, env });
  const [line] = await once(child.stdout, "data");
  const token = readFileSync(join(data, ".server/server.token"), "utf8").trim();
  try {
    return await work({
      child,
      url: JSON.parse(String(line)).url,
      token,
      agent: new Agent({ keepAlive: true }),
    });
  } finally {
    child.kill("SIGTERM");
    await once(child, "close");
  }
}

/** Posts JSON to the server over a kept connection. Throws unless the status is 200. */
export function post({ url, token, agent }, path, body) {
  return new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = request(`${url}${path}`, { method: "POST", agent, headers });
    sent.on("error", fail).on("response", (response) => {
      if (response.statusCode !== 200) fail(new Error(`${path} answered ${response.statusCode}`));
      response.resume().on("end", done);
    });
    sent.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}
