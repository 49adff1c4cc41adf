import { spawn, spawnSync } from "node:child_process";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tempFolder } from "./temp-folder.js";

/** Who may write everywhere hands the program to nobody. */
const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * Whether a program can be kept from writing here: not on Windows, and not where nobody may not even read the
 * packages.
 */
export const canBeReadOnly =
  process.getuid !== undefined &&
  spawnSync(process.execPath, ["-e", "fs.readdirSync(process.argv[1])", resolve("node_modules")], asNobody)
    .status === 0;

/**
 * Runs a program that may read a folder, its argument, and not write it. Returns what it printed, as JSON.
 */
export async function runReadOnly(program: string, folder: string): Promise<unknown> {
  const temporary = tempFolder();
  chmodSync(temporary, 0o777);
  for (const above of [dirname(folder), dirname(program)]) chmodSync(above, 0o755);
  const inside = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  for (const path of [folder, ...inside]) chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444);
  const child = spawn(process.execPath, [program, folder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: temporary },
    ...asNobody,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await new Promise((done) => child.on("close", done));
  for (const path of [folder, ...inside]) chmodSync(path, 0o755);
  return JSON.parse(output);
}
