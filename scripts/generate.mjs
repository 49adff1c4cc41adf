/**
 * Writes every file that is made from another one. `--check` writes nothing and fails if one is not current.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { architectureSvg } from "./generated/architecture-svg.mjs";
import { biomeOverrides } from "./generated/biome-overrides.mjs";
import { importTypeScript } from "./generated/import-typescript.mjs";
import { withRoomTable } from "./generated/room-table.mjs";
import { verbFiles } from "./generated/verb-files.mjs";

const verbFolder = "schema/verbs";
const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** @returns {Promise<Map<string, string>>} the text of each generated file by its path */
async function generatedFiles(root) {
  const { rooms } = await import(pathToFileURL(join(root, "scripts/rooms.mjs")).href);
  const { configJsonSchema } = await importTypeScript(root, "src/base/config/json-schema.ts");
  const { configMarkdown } = await importTypeScript(root, "src/base/config/config-markdown.ts");
  const biome = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  return new Map([
    ["docs/architecture.svg", architectureSvg(rooms)],
    ["docs/DESIGN.md", withRoomTable(readFileSync(join(root, "docs/DESIGN.md"), "utf8"), rooms)],
    ["biome.json", asJson({ ...biome, overrides: biomeOverrides(rooms) })],
    ["schema/whetstone.schema.json", asJson(configJsonSchema())],
    ["docs/reference/settings.md", configMarkdown()],
    // Both are copied without the rest of the package when they are installed, so each needs its own.
    [
      "plugins/gemini/hooks/whetstone.cjs",
      readFileSync(join(root, "plugins/whetstone/hooks/whetstone.cjs"), "utf8"),
    ],
    ...(await verbFiles(root)),
  ]);
}

/** A schema of a verb that is gone stays behind otherwise. */
function strays(root, files) {
  const folder = join(root, verbFolder);
  const present = existsSync(folder) ? readdirSync(folder).map((name) => `${verbFolder}/${name}`) : [];
  return present.filter((path) => !files.has(path));
}

/**
 * @param {string} root
 * @returns {Promise<string[]>} one line per file that is not current
 */
export async function generatedProblems(root) {
  const files = await generatedFiles(root);
  const stale = [...files].filter(
    ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text,
  );
  return [...stale.map(([path]) => path), ...strays(root, files)].map(
    (path) => `${path} is not current: npm run generate`,
  );
}

async function write(root) {
  const files = await generatedFiles(root);
  for (const path of strays(root, files)) rmSync(join(root, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(import.meta.dirname, "..");
  if (!process.argv.includes("--check")) await write(root);
  const problems = await generatedProblems(root);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
