import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const cache = join(import.meta.dirname, "../../.cache/nodes");
const system = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const source = `node-${system}`;

/** The oldest that we promise, and a newer one of each line that is in use. */
export const promisedVersions = ["20.19.0", "22.23.3", "24.21.0", "26.9.0"];

/**
 * The program of another version of Node, installed from npm's registry into a cache that lives on. Where it
 * cannot be had, the reason.
 */
export async function nodeBinary(version: string): Promise<{ program: string } | { missing: string }> {
  const folder = join(cache, `${source}-${version}`);
  const program = join(folder, "node_modules", source, "bin", system.startsWith("win") ? "node.exe" : "node");
  try {
    if (!existsSync(program)) await install(folder, version);
    execFileSync(program, ["--version"]);
    return { program };
  } catch (error) {
    return { missing: `Node ${version} (${source}) cannot be installed or started: ${String(error)}` };
  }
}

/**
 * Into a folder of its own that gets its name when it is complete: a stopped install leaves nothing that looks
 * whole.
 */
async function install(folder: string, version: string): Promise<void> {
  const draft = `${folder}.${process.pid}.part`;
  mkdirSync(draft, { recursive: true });
  try {
    writeFileSync(join(draft, "package.json"), JSON.stringify({ private: true }));
    const flags = ["--prefix", draft, "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"];
    const shell = process.platform === "win32";
    await promisify(execFile)("npm", ["install", ...flags, `${source}@${version}`], { cwd: draft, shell });
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
