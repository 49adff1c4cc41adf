import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { outcome } from "../../tests/support/whetstone.js";
import { openWhetstone } from "../compose/open-whetstone.js";
import { WarmProjects } from "./warm-projects.js";

/** Counts how often a project was opened and closed. */
function warm(home: string, idleMs = 1_000) {
  const seen = { opened: [] as string[], closed: [] as string[], now: 0 };
  const projects = new WarmProjects({
    idleMs,
    clock: () => seen.now,
    home,
    open: async (root) => {
      seen.opened.push(root);
      const ws = await openWhetstone({ root, env: { HOME: home, WHETSTONE_STORE_SYNCHRONOUS: "normal" } });
      return {
        ...ws,
        close: async () => {
          seen.closed.push(root);
          await ws.close();
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
  it("opens a project once for many calls at once", async () => {
    const { home, one } = folders();
    const { projects, seen } = warm(home);
    const lease = projects.lease();
    const all = await Promise.all([1, 2, 3].map(() => lease.open(one)));
    await Promise.all(all.map((ws) => ws.record(outcome())));
    lease.release();
    expect({ ...seen, size: projects.size }).toMatchObject({ opened: [one], closed: [], size: 1 });
  });

  it("keeps two projects apart", async () => {
    const { home, one, two } = folders();
    const { projects } = warm(home);
    const lease = projects.lease();
    await (await lease.open(one)).record(outcome());
    expect((await (await lease.open(two)).status()).outcomes.success).toBe(0);
    expect((await (await lease.open(one)).status()).outcomes.success).toBe(1);
    lease.release();
  });

  it("closes a project when nobody used it for long, and never under a user", async () => {
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

  it("does work for projects that nobody uses, once after each use", async () => {
    const { home, one, two } = folders();
    const { projects, seen } = warm(home);
    const tended: number[] = [];
    const tend = () => projects.tend(async (ws) => void tended.push((await ws.status()).outcomes.success));
    const [first, second] = [projects.lease(), projects.lease()];
    await (await first.open(one)).record(outcome());
    await second.open(two);
    second.release();
    await tend();
    expect(tended).toEqual([0]);
    first.release();
    await tend();
    await tend();
    expect(tended).toEqual([0, 1]);
    await projects.use(one, (ws) => ws.record(outcome()));
    await tend();
    expect(tended).toEqual([0, 1, 2]);
    seen.now = 5_000;
    await projects.closeIdle();
    expect(seen.closed).toHaveLength(2);
  });

  it("is not closed by a borrower", async () => {
    const { home, one } = folders();
    const { projects, seen } = warm(home);
    const lease = projects.lease();
    await (await lease.open(one)).close();
    await (await lease.open(one)).record(outcome());
    expect(seen).toMatchObject({ opened: [one], closed: [] });
    lease.release();
  });

  it("opens a project anew when its settings change, without taking it from who uses it", async () => {
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

  it("tries a project again that could not be opened", async () => {
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

  it.each([undefined, 7, "relative/folder"])("refuses %s as a folder", async (root) => {
    const { home } = folders();
    const { projects } = warm(home);
    await expect(projects.lease().open(root as string)).rejects.toMatchObject({
      code: "invalid_input",
      field: "root",
    });
  });
});
