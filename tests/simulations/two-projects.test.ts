import { expect, it } from "vitest";
import { openInsights, output, patterns, verdictOn } from "../support/insights.js";
import { movingClock } from "../support/ledger.js";
import { openInTemp, outcome } from "../support/whetstone.js";

const projects = ["billing", "search"] as const;
const otherOf = (name: string) => projects.filter((each) => each !== name)[0] ?? "";
const strategyOf = (name: string) => `Split by ${name} tenant`;
const ruleOf = (name: string) => `The ${name} service must release its lock before it answers a caller`;

/** Two projects of one person on one machine, worked on in turn by the same agents for sixty runs. */
it("two projects side by side learn apart: neither ever hears a word of the other", async () => {
  const clock = movingClock();
  const env = { HOME: (await openInsights()).ws.folder };
  const opened = await Promise.all(
    projects.map(async (name) => ({
      name,
      ws: await openInTemp({ clock: clock.read, env, origin: "system:swarm" }),
    })),
  );
  for (const { name, ws } of opened) {
    const person = await openInTemp({
      root: ws.folder,
      clock: clock.read,
      env,
      origin: "human",
      actor: "ada",
    });
    await person.lessons.add({ text: `Never log a token of the ${name} service`, origin: "human" });
  }
  for (let n = 0; n < 60; n += 1) {
    clock.advance(3_600_000);
    const { name, ws } = opened[n % 2] as (typeof opened)[number];
    const about = { run: `run-${n}`, taskId: `bd-${n}` };
    const plan = await ws.plan({ task: "Add a lock to the service", taskId: about.taskId });
    const brief = await ws.brief({ role: "judge", run: about.run, task: "Review the lock of the service" });
    for (const text of [plan.prompt, brief.text]) expect(text).not.toContain(otherOf(name));
    const judged = { role: "judge", ...about, text: output + patterns(ruleOf(name)) };
    const { deliberation } = await ws.deliberate(judged);
    clock.advance(60_000);
    await ws.review({ output: verdictOn(deliberation), run: `validator-${n}` });
    const adaptersUsed = [`${name}-api`];
    await ws.record(
      outcome({ ...about, strategy: strategyOf(name), adaptersUsed, summary: `The ${name} lock` }),
    );
  }
  for (const { name, ws } of opened) {
    const { prompt } = await ws.plan({ task: "Add a lock to the service" });
    expect(prompt).toContain(`${strategyOf(name)}. Worked 30/30 times (proven)`);
    expect((await ws.brief({ role: "judge", task: "Review the lock of the service" })).text).toContain(
      ruleOf(name),
    );
    expect((await ws.status()).outcomes).toEqual({ success: 30, partial: 0, failure: 0 });
    const said = JSON.stringify([
      await ws.lessons.list(),
      await ws.report(),
      await ws.adapters(),
      await ws.search({ text: `the ${otherOf(name)} service` }),
    ]);
    expect(said).toContain(name);
    expect(said.replaceAll(`the ${otherOf(name)} service`, "")).not.toContain(otherOf(name));
  }
});
