/**
 * Makes a fresh clone usable and says nothing when it already is. Plain Node: it runs before anything is
 * installed. What npm installed is read from npm's own record in node_modules, so `npm install` by hand
 * counts too.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.mjs";

const root = join(import.meta.dirname, "..");

const reason = whyInstall();
if (reason !== undefined) install(reason);

/** @returns {string | undefined} why an install is needed, or nothing when the installed modules fit */
function whyInstall() {
  const record = join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return "nothing is installed yet";
  const stale = firstDifference(readLock(join(root, "package-lock.json")), readLock(record));
  if (stale !== undefined) return `${stale} is not the version of package-lock.json`;
  if (!sqliteLoads()) return `@photostructure/sqlite does not load in Node ${process.version}`;
  return undefined;
}

function readLock(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/** Optional packages are binaries for one platform: the lock file names them all, an install holds one. */
function firstDifference(wanted, installed) {
  return Object.keys(wanted).find(
    (path) => path !== "" && !wanted[path].optional && wanted[path].version !== installed[path]?.version,
  );
}

/** In a child, because a binary made for another Node can end the process. */
function sqliteLoads() {
  const probe = ["-e", "new (require('@photostructure/sqlite').DatabaseSync)(':memory:').close()"];
  return spawnSync(process.execPath, probe, { cwd: root, stdio: "ignore" }).status === 0;
}

function install(why) {
  console.error(`Installing packages (npm ci): ${why}.`);
  const { command, args, shell } = npm("ci");
  // The install script of onnxruntime-node would download CUDA files where it sees CUDA; nothing here uses
  // them.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" };
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", env, shell });
  if (result.status !== 0) fail("npm ci failed; its own message is above.");
  if (!sqliteLoads()) fail("@photostructure/sqlite was installed but does not load.");
}

function fail(what) {
  console.error(`
${what}
Next step, depending on that message:
  no network       connect once, or point npm at a registry you can reach: npm config set registry <url>
  no binary        @photostructure/sqlite has binaries for Linux (glibc and musl), macOS and Windows,
                   each on x64 and arm64; elsewhere it is compiled by 'npm rebuild @photostructure/sqlite'.
  another Node     this needs Node ${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node}; this is ${process.version}.`);
  process.exit(1);
}
