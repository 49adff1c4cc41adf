/**
 * Finds the installed Whetstone and runs it in this process: `whetstone.cjs hook HOST [MILLISECONDS]` or
 * `whetstone.cjs mcp`. A plugin is copied without the program, so this file searches the folders where
 * programs are installed. Never fails the agent: without a program it prints a notice when a session starts.
 */
const { existsSync, readFileSync, realpathSync } = require("node:fs");
const { delimiter, dirname, isAbsolute, join } = require("node:path");

const [, , verb, ...rest] = process.argv;

if (verb === "hook" && isOn(process.env.WHETSTONE_NESTED)) process.exit(0);

const dist = findDist();
if (dist === undefined) missing();
else if (verb === "hook") become(join(dist, "hook.cjs"), rest);
else become(join(dist, "cli", "main.cjs"), [verb, ...rest]);

function isOn(value) {
  return value !== undefined && value !== "" && value !== "0" && value.toLowerCase() !== "false";
}

/** Never in the project's own node_modules: a cloned repository must not choose the program that runs. */
function findDist() {
  const beside = join(__dirname, "..", "..", "..", "dist");
  const global = join(dirname(process.execPath), "..", "lib", "node_modules", "whetstone", "dist");
  return [beside, ...onPath(), global].find((folder) => existsSync(join(folder, "hook.cjs")));
}

/** `bin/whetstone` links to `dist/cli/main.cjs`; on Windows it is a script beside `node_modules`. */
function onPath() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.flatMap((folder) => {
    const program = join(folder, "whetstone");
    if (!existsSync(program)) return [];
    return [join(dirname(realpathSync(program)), ".."), join(folder, "node_modules", "whetstone", "dist")];
  });
}

function become(program, args) {
  process.argv.splice(1, process.argv.length, program, ...args);
  require(program);
}

function missing() {
  if (verb !== "hook") {
    process.stderr.write("The program is missing: npm install --global whetstone\n");
    process.exit(1);
  }
  const payload = readPayload();
  if (payload?.hook_event_name !== "SessionStart") return;
  const systemMessage =
    "Whetstone learns nothing yet: its program is missing. Run: npm install --global whetstone";
  process.stdout.write(JSON.stringify({ systemMessage }));
}

/** A hook must not fail its agent: an event that cannot be read counts as none. */
function readPayload() {
  try {
    return JSON.parse(readFileSync(0, "utf8"));
  } catch {
    return undefined;
  }
}
