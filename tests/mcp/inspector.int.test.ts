import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serverInTemp } from "../support/server.js";
import { tempFolder } from "../support/temp-folder.js";

const repository = join(import.meta.dirname, "../..");
const inspector = join(repository, "node_modules/@modelcontextprotocol/inspector-cli/build/cli.js");
const cli = join(repository, "dist/cli/main.cjs");

interface Inspected {
  readonly code: number | null;
  readonly answer: {
    readonly tools?: { name: string }[];
    readonly isError?: boolean;
    readonly structuredContent?: object;
  };
}

/** The official inspector on the command line: an independent client, of the older line of the SDK. */
async function inspect(
  home: string,
  target: readonly string[],
  asked: readonly string[],
): Promise<Inspected> {
  const root = join(home, "project");
  mkdirSync(join(root, ".git", "refs"), { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home };
  const child = spawn(process.execPath, [inspector, "--cli", ...target, ...asked], { cwd: root, env });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, answer: JSON.parse(text) };
}

const stdio = [process.execPath, cli, "mcp", "--name", "hive"];
const call = (name: string, ...args: string[]) => [
  "--method",
  "tools/call",
  "--tool-name",
  name,
  ...args.flatMap((each) => ["--tool-arg", each]),
];

describe("the inspector on stdio", () => {
  it("the inspector lists the tools over stdio", async () => {
    const { code, answer } = await inspect(tempFolder(), stdio, ["--method", "tools/list"]);
    expect(code).toBe(0);
    expect(answer.tools?.map(({ name }) => name)).toContain("plan_prompt");
    expect(answer.tools).toHaveLength(6);
  });

  it("the inspector can make the swarm's call", async () => {
    const args = ["bead_id=bd-123.1", "duration_ms=180000", "error_count=0", "retry_count=0", "success=true"];
    const outcome = call("record_outcome", ...args, 'files_touched=["src/auth.ts"]', "strategy=file-based");
    const { answer } = await inspect(tempFolder(), stdio, outcome);
    expect(answer).toMatchObject({ structuredContent: { score: { feedback: "helpful" }, replayed: false } });
  });

  it("a bad argument is reported to the inspector", async () => {
    const { answer } = await inspect(
      tempFolder(),
      [...stdio, "--tools", "all"],
      call("record_error", "bead_id=bd-1"),
    );
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("record_error: 'message': ") }],
    });
  });
});

describe("the inspector over HTTP", () => {
  it("the inspector lists and calls tools over HTTP with the token", async () => {
    const { server, token, home, project } = await serverInTemp();
    const url = `${server.url}/mcp?tools=all&root=${encodeURIComponent(project("one"))}`;
    const target = [url, "--transport", "http", "--header", `Authorization: Bearer ${token}`];
    expect((await inspect(home, target, ["--method", "tools/list"])).answer.tools).toHaveLength(19);
    expect((await inspect(home, target, call("policy", "adapter=github"))).answer).toMatchObject({
      structuredContent: { adapter: "github", runs: 0 },
    });
  });
});
