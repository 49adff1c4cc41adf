import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of its own for one test, gone when the test ends. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "whetstone-")));
  onTestFinished(() => remove(folder, 20));
  return folder;
}

/** A server that was told to stop may still write its last file into a folder that was just emptied. */
function remove(folder: string, tries: number): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 1, retryDelay: 100 });
  } catch (error) {
    if (tries <= 1) throw error;
    remove(folder, tries - 1);
  }
}
