import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serverName } from "../../src/agents/setup/mcp-command.js";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const manifests = [
  "plugins/whetstone/.claude-plugin/plugin.json",
  "plugins/whetstone/.codex-plugin/plugin.json",
];

it("every manifest of the plugin has the version of the package", () => {
  const { version } = read("package.json");
  const [listed] = read(".claude-plugin/marketplace.json").plugins;
  expect([listed, ...manifests.map(read)].map((each) => [each.name, each.version])).toEqual(
    Array.from({ length: 3 }, () => ["whetstone", version]),
  );
});

it("the extension of Gemini starts the server by the name that init gives it", () => {
  const { args } = read("plugins/gemini/gemini-extension.json").mcpServers[serverName];
  expect(args.slice(1)).toEqual(["mcp", "--name", serverName]);
});

it("the plugin starts the same server in Claude Code and in Codex, which does not know the plugin's folder", () => {
  const { args } = read("plugins/whetstone/.mcp.json").mcpServers[serverName];
  expect(args.slice(1)).toEqual(["mcp", "--name", serverName]);
  const codex = read("plugins/whetstone/.codex-plugin/mcp.json").mcpServers[serverName];
  expect([codex.command, ...codex.args]).toEqual(["whetstone", "mcp", "--name", serverName]);
});
