import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadDriver } from "../../src/log/store/sqlite/driver.js";
import { whetstone } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";
import { walCommits } from "../support/wal-commits.js";

const outcome = { result: "failure", durationMs: 1, errorCount: 0, retryCount: 0, taskId: "t", run: "r" };

it("a record from the command line is one write transaction", async () => {
  const [home, data] = [tempFolder(), tempFolder()];
  const record = async (changes: object = {}) => {
    const input = JSON.stringify({ ...outcome, strategy: "Split by file type", ...changes });
    const options = { cwd: home, env: { WHETSTONE_DATA_DIR: data }, input };
    const { code, stderr } = await whetstone(["record", "-"], options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  };
  await record();
  const name = readdirSync(data, { recursive: true }).find((file) => String(file).endsWith("store.db"));
  const database = join(data, String(name));
  // The connection that closes last takes the write-ahead log away.
  const holder = (await loadDriver())(database, "write");
  onTestFinished(() => void holder.close());
  holder.prepare("SELECT count(*) FROM events").get();
  const commits: number[] = [];
  for (const result of ["success", "failure", "failure", "partial"]) {
    await record({ result });
    commits.push(walCommits(database));
  }
  expect(commits).toEqual([1, 2, 3, 4]);
});
