import { expect, it } from "vitest";
import { movingClock } from "../support/ledger.js";
import { openInTemp, outcome } from "../support/whetstone.js";

const good = "Split by feature";
const bad = "Split by file type";
const trouble = { result: "failure", errorCount: 3, retryCount: 2, durationMs: 2_400_000 } as const;
const avoid = (text: string) => `AVOID: ${text}.`;

/** Sixty tasks by an orchestrator that tries each strategy in turn, whatever its plans say. */
async function sixtyTasks(fails: (strategy: string, n: number) => boolean) {
  const clock = movingClock();
  const ws = await openInTemp({ clock: clock.read, origin: "system:swarm" });
  const prompts: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    clock.advance(6 * 3_600_000);
    for (const strategy of [good, bad]) {
      const task = `bd-${n}.${strategy === good ? 1 : 2}`;
      prompts.push((await ws.plan({ task: `Build part ${n}`, taskId: task, strategy })).prompt);
      await ws.record(outcome({ taskId: task, strategy, ...(fails(strategy, n) ? trouble : {}) }));
    }
  }
  return { ws, prompts, last: (await ws.plan({ task: "Build one more part" })).prompt };
}

/** Fails once, or else works once, in every five tries. */
const everyFifth = (strategy: string, n: number) => (strategy === good ? n % 5 === 4 : n % 5 !== 4);

it("a strategy that works four times in five is offered in every plan, and one that fails as often is warned of", async () => {
  const { ws, prompts, last } = await sixtyTasks(everyFifth);
  expect(prompts.filter((prompt) => prompt.includes(avoid(good)))).toEqual([]);
  expect(prompts.slice(1).filter((prompt) => !prompt.includes(`- ${good}. Worked`))).toEqual([]);
  expect(last).toContain(`- ${good}. Worked 48/60 times (established)`);
  // From its third failure on, whatever it did besides.
  expect(prompts.slice(8).filter((prompt) => !prompt.includes(avoid(bad)))).toEqual([]);
  expect(last).toContain(`${avoid(bad)} Failed 48/60 times (80% failure rate)`);
  expect(last).not.toContain(`- ${bad}. Worked`);
  const { lessons } = await ws.lessons.list({ kind: "strategy" });
  expect(lessons).toMatchObject([{ text: good, state: "established", successes: 48, failures: 12 }]);
});

it("a bad start is forgiven: the warning goes once the strategy has worked for long enough", async () => {
  const { prompts, last } = await sixtyTasks((strategy, n) => (strategy === good ? n < 3 : true));
  const warned = prompts.filter((prompt) => prompt.includes(avoid(good))).length;
  // Of two plans a task: from the third failure on, until fewer than half of its tries have failed.
  expect(warned).toBeLessThan(12);
  expect(last).toContain(`- ${good}. Worked 57/60 times`);
  expect(last).not.toContain(avoid(good));
});
