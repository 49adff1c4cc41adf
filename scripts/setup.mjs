/**
 * Makes a fresh clone usable and says nothing when it already is. Plain Node: it runs before anything is
 * installed. What npm installed is read from npm's own record in node_modules, so `npm install` by hand
 * counts too.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
  if (!sqliteLoads()) return `better-sqlite3 does not load in Node ${process.version}`;
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
  const probe = ["-e", "new (require('better-sqlite3'))(':memory:').close()"];
  return spawnSync(process.execPath, probe, { cwd: root, stdio: "ignore" }).status === 0;
}

function install(why) {
  console.error(`Installing packages (npm ci): ${why}.`);
  const { command, args, shell } = npm("ci");
  // The install script of onnxruntime-node would download CUDA files where it sees CUDA; nothing here uses
  // them.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip", ...headersBesideNode() };
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", env, shell });
  if (result.status !== 0) fail("npm ci failed; its own message is above.");
  if (!sqliteLoads()) fail("better-sqlite3 was installed but does not load.");
}

/**
 * node-gyp downloads Node's headers unless it is told where they are. Many installations carry them beside
 * the program. npm 11 warns about the older name of the setting, npm 10 knows only that one.
 */
function headersBesideNode() {
  const prefix = dirname(dirname(process.execPath));
  const header = join(prefix, "include/node/node_version.h");
  if (process.env.npm_config_nodedir !== undefined || !existsSync(header)) return {};
  const major = /#define NODE_MAJOR_VERSION (\d+)/.exec(readFileSync(header, "utf8"))?.[1];
  if (major !== process.versions.node.split(".")[0]) return {};
  const npmMajor = Number(/^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? "")?.[1] ?? 0);
  return { [npmMajor >= 11 ? "npm_package_config_node_gyp_nodedir" : "npm_config_nodedir"]: prefix };
}

function fail(what) {
  console.error(`
${what}
Next step, depending on that message:
  no network       connect once, or point npm at a registry you can reach: npm config set registry <url>
  no compiler      better-sqlite3 has no ready-made binary for this platform and is compiled here.
                   Install Python 3 and a C++ compiler (Debian: build-essential; macOS: xcode-select --install;
                   Windows: Visual Studio Build Tools), then run the command again.
  another Node     this needs Node ${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node}; this is ${process.version}.`);
  process.exit(1);
}
