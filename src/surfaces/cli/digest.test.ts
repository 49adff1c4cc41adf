import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { memoryIo } from "../../base/terminal/memory-io.contract.js";
import { run } from "./run.js";
import { tree } from "./tree.js";

const program = { name: "whetstone", summary: "a sample", version: "1.2.3", tree };

async function digest(cwd: string, argv: readonly string[], extra: Record<string, string> = {}) {
  const env = { HOME: cwd, WHETSTONE_DATA_DIR: join(cwd, "data"), ...extra };
  const { io, written } = memoryIo({ cwd, env });
  return { code: await run(["digest", ...argv], program, io), ...written };
}

it("a digest of a week without sessions says so, and sends nothing without an address of the person", async () => {
  const cwd = tempFolder();
  expect((await digest(cwd, [])).stdout).toContain("No session in these seven days.");
  writeFileSync(join(cwd, "whetstone.json"), '{ "hosts": { "digestWebhook": "https://collector.example" } }');
  const { code, stderr } = await digest(cwd, ["--webhook"]);
  expect(code).toBe(2);
  expect(stderr).toContain("you have set no address to send the digest to. Nothing was sent.");
  expect(
    (await digest(cwd, ["--webhook"], { WHETSTONE_HOSTS_DIGEST_WEBHOOK: "http://collector.example" })).code,
  ).toBe(2);
});

it("a digest is posted as text to the address that the person set", async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (chunk: string) => bodies.push(chunk));
    request.on("end", () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/hook`;
  const { code, stdout } = await digest(tempFolder(), ["--webhook"], {
    WHETSTONE_HOSTS_DIGEST_WEBHOOK: address,
  });
  server.close();
  expect(code).toBe(0);
  expect(JSON.parse(bodies.join(""))).toEqual({ text: stdout.trimEnd() });
});
