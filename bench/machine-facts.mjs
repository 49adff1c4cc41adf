import { readFileSync, realpathSync } from "node:fs";
import { cpus, release, tmpdir, totalmem, type } from "node:os";
import { DatabaseSync } from "@photostructure/sqlite";

/** Facts for judging the numbers. The file system is the one that the benches write to. */
export function machineFacts() {
  const database = new DatabaseSync(":memory:");
  const { sqlite } = database.prepare("SELECT sqlite_version() AS sqlite").get();
  database.close();
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round((totalmem() / 2 ** 30) * 10) / 10,
    system: `${type()} ${release()}`,
    node: process.version,
    sqlite,
    filesystem: filesystemOf(tmpdir()),
  };
}

/** The file system type of a folder; only Linux reports it without starting a program. */
function filesystemOf(folder) {
  if (process.platform !== "linux") return "unknown";
  const real = `${realpathSync(folder)}/`;
  const mounts = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, point]) => point !== undefined && real.startsWith(point === "/" ? "/" : `${point}/`));
  mounts.sort(([, a], [, b]) => b.length - a.length);
  return mounts[0]?.[2] ?? "unknown";
}
