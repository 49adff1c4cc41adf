import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ended, whetstone } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";

const outcome = JSON.stringify({ result: "success", durationMs: 1, errorCount: 0, retryCount: 0 });
const root = join(import.meta.dirname, "../..");

function bytesBelow(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "hex")]),
  );
}

/** Root may write everywhere, so as root the folder is mounted read-only in a namespace of its own. */
function readOnlyCall(folder: string, home: string, args: string): Pick<Ended, "code" | "stdout" | "stderr"> {
  const call = `cd "${home}" && env -i PATH="$PATH" HOME="${home}" WHETSTONE_DATA_DIR="${folder}" "${process.execPath}" "${root}/dist/cli/main.cjs" ${args}`;
  const script = `mount --bind "${folder}" "${folder}" && mount -o remount,bind,ro "${folder}" && ${call}`;
  const asRoot = process.getuid?.() === 0;
  if (!asRoot) chmodSync(folder, 0o555);
  const { status, stdout, stderr } = spawnSync(
    "unshare",
    asRoot ? ["--mount", "sh", "-c", script] : ["--map-current-user", "sh", "-c", call],
    { encoding: "utf8", input: outcome },
  );
  if (!asRoot) chmodSync(folder, 0o755);
  return { code: status, stdout, stderr };
}

const possible = spawnSync("unshare", ["--mount", "true"]).status === 0 || process.getuid?.() !== 0;

// Skipped for a root that may not make a mount namespace: nothing is read-only for it.
describe.skipIf(!possible)("a folder that cannot be written", () => {
  it("a store is not created in a folder that cannot be written, and the error says what to do", async () => {
    const [folder, home] = [tempFolder(), tempFolder()];
    const { code, stderr } = readOnlyCall(folder, home, "record -");
    expect(code).toBe(3);
    expect(stderr).toMatch(/error: .*cannot be written/);
    expect(stderr).toContain("next: check the owner and permissions");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a store in a folder that cannot be written stays untouched, and doctor names it", async () => {
    const [folder, home] = [tempFolder(), tempFolder()];
    await whetstone(["record", "-"], { cwd: home, env: { WHETSTONE_DATA_DIR: folder }, input: outcome });
    const before = bytesBelow(folder);
    const { code, stdout } = readOnlyCall(folder, home, "record - --json");
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "not_writable" } });
    const doctor = readOnlyCall(folder, home, "doctor");
    expect(doctor.code).toBe(3);
    expect(doctor.stdout).toMatch(/problem +data folder/);
    expect(bytesBelow(folder)).toEqual(before);
  });
});
