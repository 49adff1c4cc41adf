import { expect, it } from "vitest";
import { openInTemp, outcome } from "../../../../tests/support/whetstone.js";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute)).toISOString();

async function withPastSession() {
  const ws = await openInTemp();
  const whose = { agent: "claude-code", session: "one" };
  const call = { ...whose, tool: "Bash", input: '{"command":"npm run tset"}' };
  await ws.learnCalls({
    steps: [
      { prompt: { ...whose, id: "p1", at: at(0), text: "Add OAuth with Google to the login page" } },
      { prompt: { ...whose, id: "p2", at: at(1), text: "Now the tests" } },
      {
        call: {
          ...call,
          id: "c1",
          at: at(2),
          output: 'npm error Missing script: "tset"',
          facts: { exitCode: 1 },
        },
      },
      { end: { ...whose, at: at(3), result: "partial" } },
    ],
  });
  return ws;
}

const task = "Add OAuth to the settings page";

it("a plan that asks for past sessions says what agents did before, and how many it looked through", async () => {
  const ws = await withPastSession();
  const plan = await ws.plan({ task, sessions: true });
  expect(plan).toMatchObject({ sessions_searched: 1, memory_queried: 1, patterns_found: 1 });
  expect(plan.prompt).toContain(
    `## Similar Past Sessions

- "Add OAuth with Google to the login page" ended with part of it open with claude-code: 1 call failed; Bash failed to the end`,
  );
});

it("a plan that does not ask for past sessions does not look at them", async () => {
  const ws = await withPastSession();
  const plan = await ws.plan({ task });
  expect(plan).toMatchObject({ sessions_searched: null, memory_queried: 0, patterns_found: 0 });
  expect(plan.prompt).not.toContain("OAuth with Google");
});

it("a plan says when there is no session like its task, or none was read yet", async () => {
  const planned = async (ws: Awaited<ReturnType<typeof withPastSession>>) =>
    (await ws.plan({ task: "Draw the charts", sessions: true })).prompt;
  expect(await planned(await withPastSession())).toContain("- none like this task among 1");
  expect(await planned(await openInTemp())).toContain("- none was read yet: `whetstone learn` reads");
});

it("learning again adds nothing, and a session that hooks saw is known by its first prompt too", async () => {
  const ws = await openInTemp();
  const { at: seen } = await ws.record(outcome({ taskId: "one" }));
  await ws.reflect({ tool: "Bash", input: "ls", output: "", phase: "one" });
  const prompt = { agent: "claude-code", session: "one", at: seen, id: "p1", text: "Add OAuth" };
  await ws.learnCalls({ steps: [{ prompt }] });
  const { log } = await ws.status();
  await ws.learnCalls({ steps: [{ prompt }] });
  expect((await ws.status()).log).toEqual(log);
  expect(await ws.plan({ task, sessions: true })).toMatchObject({ sessions_searched: 1 });
});
