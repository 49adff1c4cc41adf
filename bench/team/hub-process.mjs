import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { commandLine } from "../project.mjs";

/** A hub in a process of its own, on a database. `nodeArgs` are for the hub's Node, such as `--cpu-prof`. */
export function startHubProcess(url, { root, env }, nodeArgs = []) {
  const args = [...nodeArgs, commandLine, "serve", "--team", "--port", "0", "--json"];
  return startNode(args, { cwd: root, env: { ...env, WHETSTONE_STORE_URL: url } });
}

/** A server in a process of its own, whose first line says under `url` where it is. */
export async function startNode(args, options) {
  const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    pid: child.pid,
    call: (key, method, path, body) =>
      send(`${JSON.parse(String(line)).url}${path}`, { method, key, agent, body }),
    stop: async () => {
      agent.destroy();
      child.kill("SIGTERM");
      await once(child, "close");
    },
  };
}

/** Fails unless the status is 200. */
function send(url, { method, key, agent, body }) {
  return new Promise((done, fail) => {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "whetstone-format": "2",
    };
    const sent = request(url, { method, agent, headers });
    sent.on("error", fail).on("response", (response) => {
      if (response.statusCode !== 200) fail(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on("end", done);
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
