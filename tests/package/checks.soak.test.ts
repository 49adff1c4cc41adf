import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "whetstone-checks-"));
/** Tests are left out too: no check needs one to find its fault, and most of the time would go into them. */
const left = new Set([".git", ".cache", "node_modules", "coverage", ".whetstone"]);

/** What each check must say about the fault that was planted for it. */
const expected: Readonly<Record<string, readonly string[]>> = {
  types: ["src/planted-types.ts(1,14): error TS2322"],
  biome: [
    "global variable Date",
    "global variable process",
    "randomness as an argument",
    "Don't use process.env",
    "No module-level let",
    "Unexpected empty block",
    "Unexpected any",
    "src/base/text/planted-format.ts format",
  ],
  rooms: [
    "runs/outcomes-pure: src/runs/outcomes/planted.ts",
    "runs/outcomes-imports: src/runs/outcomes/planted.ts → src/log/store/memory.ts",
    "runs/outcomes-packages: src/runs/outcomes/planted.ts",
    "log/store-adapters: src/runs/outcomes/planted.ts → src/log/store/memory.ts",
    "src-stays-inside: src/runs/outcomes/planted.ts → scripts/rooms.mjs",
    "no-circular: src/runs/outcomes/planted",
    "in-a-room: src/planted-stray.ts",
  ],
  unused: ["plantedUnusedExport", "PlantedUnusedType", "src/planted-types.ts"],
  "unused-in-production": ["src/base/text/planted-for-tests.ts"],
  publint: ["./dist/engines/planted-missing.js"],
  attw: ["No types"],
  lock: ["node_modules/zod names a host", "node_modules/@biomejs/cli-darwin-arm64 is missing"],
  "machine-paths": ["docs/planted.md:1", "docs/planted.md:2"],
  generated: ["docs/reference/settings.md is not current", "schema/verbs/planted.schema.json is not current"],
  "page-weight": ["The pages weigh"],
  snippets: ["README.md differs from examples/planted.ts#planted"],
};

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

function edit<T>(path: string, change: (json: T) => void): void {
  const json = JSON.parse(readFileSync(join(copy, path), "utf8")) as T;
  change(json);
  plant(path, `${JSON.stringify(json, null, 2)}\n`);
}

function plantInSource(): void {
  plant("src/planted-types.ts", 'export const planted: number = "text";\n');
  plant("src/base/text/planted-format.ts", "export const planted = {a:1};\n");
  plant(
    "src/runs/outcomes/planted.ts",
    `import { readFileSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { rooms } from "../../../scripts/rooms.mjs";
import * as memory from "../../log/store/memory.js";
import { other } from "./planted-other.js";
export let count = 0;
export function planted(value: any) {
  try {
    count += Date.now() + Math.random() + Number(process.env.PLANTED);
  } catch {}
  return [readFileSync, DatabaseSync, rooms, memory, other, value];
}
`,
  );
  plant(
    "src/runs/outcomes/planted-other.ts",
    'import { planted } from "./planted.js";\nexport const other = () => planted(1);\n',
  );
  plant(
    "src/planted-stray.ts",
    'import { other } from "./runs/outcomes/planted-other.js";\nexport const stray = other;\n',
  );
  appendFileSync(
    join(copy, "src/base/errors.ts"),
    "export const plantedUnusedExport = 1;\nexport type PlantedUnusedType = 1;\n",
  );
  plant("src/base/text/planted-for-tests.ts", "export const forTests = 1;\n");
  plant(
    "src/base/text/planted.test.ts",
    'import { forTests } from "./planted-for-tests.js";\nconsole.log(forTests);\n',
  );
}

function plantInPackage(): void {
  edit<{ exports: Record<string, Record<string, string>> }>("package.json", ({ exports }) => {
    exports["."] = { default: "./dist/index.js" };
    exports["./engines"] = {
      types: "./dist/seeds/rules/index.d.ts",
      default: "./dist/engines/planted-missing.js",
    };
  });
  rmSync(join(copy, "dist/index.d.ts"));
  plant("dist/pages/planted.js", `"${randomBytes(100_000).toString("base64")}"`);
  edit<{ packages: Record<string, Record<string, unknown>> }>("package-lock.json", ({ packages }) => {
    packages["node_modules/zod"] = {
      ...packages["node_modules/zod"],
      resolved: "https://registry.example/zod.tgz",
    };
    delete packages["node_modules/@biomejs/cli-darwin-arm64"];
  });
}

function plantInDocs(): void {
  plant("docs/planted.md", `${homedir()}/secret\n${copy}/src\n`);
  plant("docs/reference/settings.md", "stale\n");
  plant("schema/verbs/planted.schema.json", "{}\n");
  plant("examples/planted.ts", "// #region planted\nconst right = 1;\n// #endregion\nconsole.log(right);\n");
  plant("README.md", "<!-- example: examples/planted.ts#planted -->\n```ts\nconst wrong = 1;\n```\n");
}

/** The text below `--- name ---`, up to the next such line. */
function section(output: string, name: string): string {
  return output.split(/^--- (?=[\w-]+ ---$)/m).find((part) => part.startsWith(`${name} ---\n`)) ?? "";
}

describe("scripts/check.mjs on a project with one fault for each check", () => {
  const run = { output: "", status: -1 as number | null };

  beforeAll(async () => {
    const keep = (source: string): boolean =>
      !left.has(source.slice(root.length + 1)) && !/\.test\.m?[jt]s$/.test(source);
    cpSync(root, copy, { recursive: true, filter: keep });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
    plantInSource();
    plantInPackage();
    plantInDocs();
    // Not spawnSync: it would keep this process from answering vitest for as long as all checks take.
    const child = spawn(process.execPath, ["scripts/check.mjs", "--root", copy], { cwd: root });
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (run.output += chunk));
    child.stderr.resume();
    [run.status] = await once(child, "close");
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("check.mjs fails as a whole and in every single check", () => {
    const failed = [...run.output.matchAll(/^FAILED (.+)$/gm)].map(([, name]) => name);
    expect(run.status).toBe(1);
    expect(run.output).not.toMatch(/^ok /m);
    expect(failed.sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.entries(expected))("the check %s names its fault", (name, texts) => {
    const said = section(run.output, name);
    expect(texts.filter((text) => !said.includes(text))).toEqual([]);
  });
});
