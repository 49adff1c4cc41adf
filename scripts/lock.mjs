/**
 * `npm ci` refuses a lock file that lacks the binaries of another platform, and a registry mirror without
 * them writes such a file. `node scripts/lock.mjs --write` adds the missing entries: the exact version that
 * the parent pins, with the platform that its name states. npm adds their checksums when it first meets a
 * registry that has them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = [
  "arm",
  "arm64",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];
const libraries = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" };

/**
 * @param {string} root
 * @returns {string[]} one line per fault; empty when the lock file can be committed
 */
export function lockProblems(root) {
  const lock = readLock(root);
  const hosts = Object.entries(lock.packages)
    .filter(([, entry]) => /^\w+:\/\//.test(entry.resolved ?? ""))
    .map(([path, entry]) => `${path} names a host: ${entry.resolved}`);
  const missing = missingBinaries(lock).map(
    ({ path }) => `${path} is missing: node scripts/lock.mjs --write`,
  );
  return [...hosts, ...missing];
}

function readLock(root) {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
}

/** Optional dependencies pinned to one exact version are how packages ship one binary per platform. */
function missingBinaries(lock) {
  return Object.values(lock.packages).flatMap((parent) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name, version]) => /^\d/.test(version) && lock.packages[`node_modules/${name}`] === undefined)
      .map(([name, version]) => ({ path: `node_modules/${name}`, entry: entryFor(name, version, parent) })),
  );
}

function entryFor(name, version, parent) {
  const words = name.split(/[-/]/);
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  const libc = words.flatMap((word) => libraries[word] ?? []);
  if (cpu.length === 0)
    throw new Error(`The name of ${name} does not state its processor; add it to package-lock.json.`);
  return {
    version,
    cpu,
    ...(parent.dev ? { dev: true } : {}),
    ...(libc.length === 0 ? {} : { libc }),
    optional: true,
    ...(os.length === 0 ? {} : { os }),
  };
}

/**
 * @param {{ packages: Record<string, object> }} lock
 * @returns {{ packages: Record<string, object> }} the same with an entry for every platform, in npm's order
 */
export function completeLock(lock) {
  const added = missingBinaries(lock).map(({ path, entry }) => [path, entry]);
  const [self, ...others] = Object.entries(lock.packages);
  const sorted = [...others, ...added].sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries([self, ...sorted]) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(fileURLToPath(import.meta.url), "../..");
  if (process.argv.includes("--write")) {
    writeFileSync(
      join(root, "package-lock.json"),
      `${JSON.stringify(completeLock(readLock(root)), null, 2)}\n`,
    );
  }
  for (const problem of lockProblems(root)) console.log(problem);
}
