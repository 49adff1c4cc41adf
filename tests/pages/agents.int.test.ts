import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { agentBehind } from "../../src/surfaces/server/caller-process.js";
import { serverInTemp } from "../support/server.js";

/** Asks for a code with the token, as any program of this user could. */
const client = `
  const [url, token, root] = process.argv.slice(1);
  const body = JSON.stringify({ root, actor: "mallory" });
  const answer = await fetch(url + "/v1/sign-in/code", { method: "POST", body, headers: { authorization: "Bearer " + token } });
  console.log(answer.status, await answer.text());
`;

describe.runIf(process.platform === "linux")("an agent that asks for a code", () => {
  it.each([
    ["itself", ["env", "CLAUDECODE=1"]],
    ["from a shell that hides it", ["env", "CLAUDECODE=1", "sh", "-c", 'env -i "$@"; exit 0', "sh"]],
  ])("is refused although it knows the token, asking %s", async (_how, [program = "", ...before]) => {
    const { server, token, project } = await serverInTemp({ agentBehind });
    const node = [process.execPath, "--input-type=module", "-e", client, server.url, token, project("shop")];
    const asked = spawnAside(program, [...before, ...node]);
    await expect(asked).resolves.toMatch(/^403 .*only a person.*Claude Code/);
  });
});

/** The server is in this process: waiting for the client must not stop it. */
async function spawnAside(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
