/**
 * Builds and runs the long tests. `npm run test:soak` runs every part of soak-parts.mjs, and all properties
 * with a new seed; `npm run test:soak -- kills team` the named parts; `--changed` the parts whose subject
 * changed since they last passed. A part that passes leaves the digest of its subject in
 * tests/soak-passed.json. Ends with what failed and one line: `N passed, N failed`.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runVitest, tellCounts } from "./run-vitest.mjs";
import { soakParts } from "./soak-parts.mjs";

const properties = "properties";

/** Of its subject and its tests: other content gives another digest. */
export function digestOf(root, { subject, tests }) {
  const hash = createHash("sha256");
  for (const path of [...subject, ...tests].flatMap((each) => filesIn(root, each)).sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  return hash.digest("hex");
}

function filesIn(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** The parts that a change has to pass: in doubt, all but those that are for a release. */
export function changedParts(root, passed) {
  return soakParts.filter((part) => !part.beforeRelease && passed[part.name] !== digestOf(root, part));
}

/** What each part's digest was when it last passed; nothing where that is not known. */
export function readPassed(root) {
  try {
    return JSON.parse(readFileSync(passedFile(root), "utf8"));
  } catch {
    return {};
  }
}

function passedFile(root) {
  return join(root, "tests/soak-passed.json");
}

function runPart(root, part) {
  console.log(`\nSoak: ${part.name} (${part.about})`);
  const counted = runVitest(root, ["soak"], part.tests);
  if (counted.failures.length === 0) {
    const passed = { ...readPassed(root), [part.name]: digestOf(root, part) };
    writeFileSync(passedFile(root), `${JSON.stringify(passed, Object.keys(passed).sort(), 2)}\n`);
  }
  return counted;
}

/** A red run is repeated with the seed that it printed: `TEST_SEED=… npm run test:soak -- properties`. */
function runProperties(root) {
  process.env.TEST_SEED ??= String(randomInt(2 ** 31));
  console.log(`\nSoak: ${properties} (every property with TEST_SEED=${process.env.TEST_SEED})`);
  return runVitest(root, ["unit"], []);
}

function chosenParts(root, { changed }, names) {
  const known = [...soakParts.map(({ name }) => name), properties];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}': ${known.join(", ")}`);
  if (changed) return changedParts(root, readPassed(root)).map(({ name }) => name);
  return names.length > 0 ? names : known;
}

function main(root) {
  const options = { changed: { type: "boolean", default: false } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const chosen = chosenParts(root, values, positionals);
  console.log(`Soak: ${chosen.join(", ") || "no part changed since it last passed"}`);
  if (chosen.length === 0) return { passed: 0, failures: [] };
  if (spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" }).status !== 0)
    return { passed: 0, failures: ["the build: it failed, and nothing was tested"] };
  const counts = chosen.map((name) => {
    const part = soakParts.find((each) => each.name === name);
    return part === undefined ? runProperties(root) : runPart(root, part);
  });
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failures: counts.flatMap(({ failures }) => failures),
    skipped: counts.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) tellCounts(main(resolve(import.meta.dirname, "..")));
