/**
 * Readies a checkout to be published from its repository: `node scripts/release.mjs OWNER/NAME vVERSION`. Writes
 * where it lives into package.json, and server.json for the registry of MCP, which wants both to agree. They are
 * not in the repository, because a copy of it lives elsewhere.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @param {string} root
 * @param {string | undefined} repository as GitHub names it
 * @param {string | undefined} tag
 */
export function readyToPublish(root, repository, tag) {
  const file = join(root, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository ?? "")) throw new Error(`'${repository}' is not OWNER/NAME`);
  if (tag !== `v${manifest.version}`)
    throw new Error(`the tag is '${tag}', but package.json says ${manifest.version}`);
  const address = `https://github.com/${repository}`;
  const published = {
    ...manifest,
    mcpName: `io.github.${repository.toLowerCase()}`,
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
    repository: { type: "git", url: `git+${address}.git` },
  };
  writeFileSync(file, `${JSON.stringify(published, null, 2)}\n`);
  writeFileSync(join(root, "server.json"), `${JSON.stringify(serverOf(published, address), null, 2)}\n`);
}

function serverOf({ name, version, mcpName }, address) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title: "Whetstone",
    description: "Lessons of earlier sessions for coding agents, with a person's rules and evidence",
    repository: { url: address, source: "github" },
    version,
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    readyToPublish(resolve(import.meta.dirname, ".."), process.argv[2], process.argv[3]);
  } catch (error) {
    console.error(`Not ready to publish: ${error.message}`);
    process.exitCode = 1;
  }
}
