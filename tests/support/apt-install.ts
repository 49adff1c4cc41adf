import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Installs a package of the system. Test files that miss it at the same moment do it one after the other. */
export function aptInstall(name: string): void {
  const lock = join(tmpdir(), "whetstone-apt.lock");
  // A new machine may have no list of packages yet, or an old one.
  const lines = `apt-get update; apt-get install -y --no-install-recommends ${name}`;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("flock", [lock, "sh", "-c", lines], { env, timeout: 1_200_000 });
}
