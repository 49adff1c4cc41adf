import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { outcome } from "../../../tests/support/whetstone.js";
import { foldersPlace, teamsPlace } from "../../base/project/places.js";
import { openProject } from "./open-whetstone.js";
import { WarmProjects } from "./warm-projects.js";

/** Counts how often a project was opened and closed. */
function warm(home: string, idleMs = 1_000) {
  const seen = { opened: [] as string[], closed: [] as string[], now: 0 };
  const projects = new WarmProjects({
    idleMs,
    clock: () => seen.now,
    home,
    folders: foldersPlace({ env: {}, platform: process.platform, home }),
    teams: teamsPlace({ env: {}, platform: process.platform, home }),
    open: async (root) => {
      seen.opened.push(root);
      const project = openProject({ root, env: { HOME: home, WHETSTONE_STORE_SYNCHRONOUS: "normal" } });
      return {
        ...project,
        close: async () => {
          seen.closed.push(root);
          await project.close();
        },
      };
    },
  });
  onTestFinished(() => projects.close());
  return { projects, seen };
}

function folders() {
  const home = tempFolder();
  const [one, two] = [join(home, "one"), join(home, "two")];
  for (const folder of [one, two]) mkdirSync(join(folder, ".git", "refs"), { recursive: true });
  return { home, one, two };
}

describe("WarmProjects", () => {
  it("a project is opened once for many concurrent calls", async () => {
    const { home, one } = folders();
    const { projects, seen } = warm(home);
    const lease = projects.lease();
    const all = await Promise.all([1, 2, 3].map(() => lease.open(one)));
    await Promise.all(all.map((ws) => ws.record(outcome())));
    lease.release();
    expect({ ...seen, size: projects.size }).toMatchObject({ opened: [one], closed: [], size: 1 });
  });

  it("two projects are kept apart", async () => {
    const { home, one, two } = folders();
    const { projects } = warm(home);
    const lease = projects.lease();
    await (await lease.open(one)).record(outcome());
    expect((await (await lease.open(two)).status()).outcomes.success).toBe(0);
    expect((await (await lease.open(one)).status()).outcomes.success).toBe(1);
    lease.release();
  });

  it("an idle project is closed, but never while it is in use", async () => {
    const { home, one } = folders();
    const { projects, seen } = warm(home);
    const lease = projects.lease();
    const ws = await lease.open(one);
    seen.now = 5_000;
    await projects.closeIdle();
    expect(seen.closed).toEqual([]);
    await ws.record(outcome());
    lease.release();
    await projects.closeIdle();
    expect(seen.closed).toEqual([]);
    seen.now = 6_000;
    await projects.closeIdle();
    expect({ closed: seen.closed, size: projects.size }).toEqual({ closed: [one], size: 0 });
  });

  it("maintenance runs on projects that are not in use, once after each use", async () => {
    const { home, one, two } = folders();
    const { projects, seen } = warm(home);
    const maintained: number[] = [];
    const maintain = () =>
      projects.maintain(async (ws) => void maintained.push((await ws.status()).outcomes.success));
    const [first, second] = [projects.lease(), projects.lease()];
    await (await first.open(one)).record(outcome());
    await second.open(two);
    second.release();
    await maintain();
    expect(maintained).toEqual([0]);
    first.release();
    await maintain();
    await maintain();
    expect(maintained).toEqual([0, 1]);
    await projects.use(one, (ws) => ws.record(outcome()));
    await maintain();
    expect(maintained).toEqual([0, 1, 2]);
    seen.now = 5_000;
    await projects.closeIdle();
    expect(seen.closed).toHaveLength(2);
  });

  it("a borrower cannot close a project", async () => {
    const { home, one } = folders();
    const { projects, seen } = warm(home);
    const lease = projects.lease();
    await (await lease.open(one)).close();
    await (await lease.open(one)).record(outcome());
    expect(seen).toMatchObject({ opened: [one], closed: [] });
    lease.release();
  });

  it("a project is reopened when its settings change, and its current users keep the old handle", async () => {
    const { home, one } = folders();
    const { projects, seen } = warm(home);
    const first = projects.lease();
    const old = await first.open(one);
    writeFileSync(join(one, "whetstone.json"), '{ "antiPatterns": { "minObservations": 7 } }');
    const second = projects.lease();
    const lines = (await (await second.open(one)).status({ config: true })).config;
    expect(lines?.find(({ path }) => path === "antiPatterns.minObservations")?.value).toBe(7);
    await old.record(outcome());
    expect(seen).toMatchObject({ opened: [one, one], closed: [] });
    first.release();
    second.release();
    await projects.closeIdle();
    expect(seen.closed).toEqual([one]);
  });

  it("a project that could not be opened is tried again by the next call", async () => {
    const { home, one } = folders();
    const { projects, seen } = warm(home);
    writeFileSync(join(one, "whetstone.json"), "{");
    const lease = projects.lease();
    await expect(lease.open(one)).rejects.toMatchObject({ code: "invalid_config" });
    expect(projects.size).toBe(0);
    await expect(lease.open(one)).rejects.toMatchObject({ code: "invalid_config" });
    lease.release();
    expect(seen.opened).toEqual([one, one]);
  });

  it.each([undefined, 7, "relative/folder"])("WarmProjects refuses %s as a folder", async (root) => {
    const { home } = folders();
    const { projects } = warm(home);
    await expect(projects.lease().open(root as string)).rejects.toMatchObject({
      code: "invalid_input",
      field: "root",
    });
  });
});
