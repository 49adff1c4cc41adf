import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { WhetstoneError } from "../../base/errors.js";
import { type TeamLink, writeTeamLink } from "../../base/project/team-link.js";
import { TeamExchanges } from "./team-exchanges.js";

function linkOf(root: string): TeamLink {
  const who = { member: "ada", kind: "person", role: "lead", machine: "m", joinedAt: "" };
  const hub = { url: "http://127.0.0.1:1", project: "shop", key: "whet_x", ...who };
  return { root, data: `${root}-data`, log: "x~1", former: ["x"], hub };
}

/** Exchanges of these folders that note when each had its turn, and do as they are told. */
function exchangesOf(
  roots: readonly string[],
  work: (root: string) => Promise<void> = async () => undefined,
) {
  const teams = join(tempFolder(), "teams");
  for (const root of roots) writeTeamLink(teams, linkOf(root));
  const state = { now: 0, turns: [] as string[], inUse: true, closed: 0 };
  const exchanges = new TeamExchanges({
    teams,
    open: (root) => ({
      exchange: async () => {
        state.turns.push(root);
        await work(root);
        return undefined;
      },
      close: async () => {
        state.closed += 1;
      },
    }),
    connect: () => {
      throw new Error("not called by this test");
    },
    isInUse: () => state.inUse,
    clock: () => state.now,
    random: () => 0.5,
    onFault: (reason) => state.turns.push(`fault: ${reason}`),
  });
  const at = async (seconds: number) => {
    state.now = seconds * 1000;
    const before = state.turns.length;
    await exchanges.look();
    return state.turns.slice(before);
  };
  return { exchanges, state, at, teams };
}

it("every shared project has its turn soon after the start, and then about twice a minute", async () => {
  const { at, state } = exchangesOf(["/a", "/b"]);
  expect(await at(0)).toEqual([]);
  expect((await at(3)).toSorted()).toEqual(["/a", "/b"]);
  expect(await at(20)).toEqual([]);
  expect((await at(33)).toSorted()).toEqual(["/a", "/b"]);
  expect(state.closed).toBe(4);
});

it("a person who asks for an exchange gets one of their own, also while another goes on", async () => {
  const gate: { open: () => void } = { open: () => undefined };
  const held = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  const { exchanges, state, at } = exchangesOf(["/a"], () => held);
  await at(0);
  state.now = 3_000;
  const going = exchanges.look();
  const asked = exchanges.now("/a");
  gate.open();
  await Promise.all([going, asked]);
  expect(state.turns).toEqual(["/a", "/a"]);
});

it("a project that nobody uses has its turn seldom", async () => {
  const { at, state } = exchangesOf(["/a"]);
  state.inUse = false;
  await at(0);
  expect(await at(3)).toEqual(["/a"]);
  expect(await at(300)).toEqual([]);
  expect(await at(604)).toEqual(["/a"]);
});

it("after a person's act the project has its turn at once, and others do not", async () => {
  const { at, exchanges } = exchangesOf(["/a", "/b"]);
  await at(0);
  await at(3);
  exchanges.soon("/a/src");
  expect(await at(4)).toEqual(["/a"]);
  exchanges.soon("/abc");
  expect(await at(5)).toEqual([]);
});

it("a hub that does not answer is asked ever more seldom, until it answers again", async () => {
  const down = { is: true };
  const { at } = exchangesOf(["/a"], async () => {
    if (down.is) throw new WhetstoneError("unreachable", "no answer");
  });
  await at(0);
  const turns: number[] = [];
  for (let second = 1; second < 4_000; second += 1) if ((await at(second)).length > 0) turns.push(second);
  const pauses = turns.slice(1).map((second, index) => second - (turns[index] ?? 0));
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  down.is = false;
  await at(5_000);
  expect(await at(5_031)).toEqual(["/a"]);
});

it("a hub that names a time is not asked before", async () => {
  const { at } = exchangesOf(["/a"], async () => {
    throw new WhetstoneError("busy", "too many calls", { values: { retryAfterSeconds: 300 } });
  });
  await at(0);
  expect(await at(3)).toEqual(["/a"]);
  expect(await at(302)).toEqual([]);
  expect(await at(410)).toEqual(["/a"]);
});

it("one exchange runs at a time, and stopping waits for it", async () => {
  const gate: { open?: () => void } = {};
  const { at, exchanges, state } = exchangesOf(["/a"], () => new Promise((resolve) => (gate.open = resolve)));
  await at(0);
  state.now = 10_000;
  const first = exchanges.look();
  expect(exchanges.look()).toBe(first);
  await expect.poll(() => gate.open).toBeDefined();
  const stopped = exchanges.stop();
  gate.open?.();
  await stopped;
  expect(state.turns).toEqual(["/a"]);
});

it("a fault that is not the hub's is told", async () => {
  const { at } = exchangesOf(["/a"], async () => {
    throw new Error("a bug");
  });
  await at(0);
  expect(await at(3)).toEqual(["/a", "fault: a bug"]);
});

it("what a person does in any folder of a shared project is told soon, also where its root ends in a separator", async () => {
  const { at, exchanges } = exchangesOf(["/shop/", "/shopping"]);
  await at(3);
  exchanges.soon("/shop/src");
  expect(await at(4)).toEqual(["/shop/"]);
});
