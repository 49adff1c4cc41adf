import { expect, it } from "vitest";
import { insightWith, openInsights, patterns } from "../../../tests/support/insights.js";
import { outcome } from "../../../tests/support/whetstone.js";

it("a brief with all of its parts reads as it is on file", async () => {
  const { ws, clock } = await openInsights({
    origin: "human",
    actor: "kim",
    set: ["store.kind=memory", 'insights.pairs=["reviewer:judge"]', "reflection.startFailures=2"],
  });
  const coder = ws.as({ actor: "coder", origin: "agent:coder", witness: "host" });
  const hook = ws.as({ actor: "claude-code", origin: "tool:claude-code", witness: "host" });
  await ws.lessons.add({
    text: "Write the migration and its rollback in the same change",
    priority: "critical",
    verificationChecks: ["every migration has a rollback"],
    requiredActions: ["run the rollback once"],
    appliesToAgents: ["reviewer"],
  });
  await ws.lessons.add({
    text: "Validate every request body with a schema before it is used",
    priority: "high",
    forbiddenActions: ["cast a request body"],
    appliesToAgents: ["reviewer"],
  });
  await ws.lessons.add({ text: "Use pnpm for installs, never npm" });
  await coder.lessons.add({
    text: "Read the schema before writing a query",
    verificationChecks: ["the schema was read"],
    appliesToAgents: ["reviewer"],
  });
  await coder.deliberate({
    role: "reviewer",
    run: "r-1",
    text: patterns(
      "Retries without a limit overload the queue server",
      "Importers must close their cursors before the next page is read",
    ),
  });
  await ws.lessons.promote({
    lesson: (await insightWith(ws, "Retries without a limit overload the queue server", "reviewer")).id,
    reason: "seen in two incidents",
  });
  await coder.deliberate({
    role: "judge",
    run: "r-0",
    taskId: "review",
    phase: "review",
    text: patterns("J1: The importer drops the last page when it is empty"),
  });
  for (const session of ["one", "two"]) {
    const about = { tool: "Bash", phase: session, taskId: session, run: session };
    const output = 'npm error Missing script: "tests"';
    await hook.reflect({ ...about, input: "npm run tests", output, facts: { exitCode: 1 } });
    await hook.reflect({ ...about, input: "npm run test", output: "ok", facts: { exitCode: 0 } });
    clock.advance(60_000);
  }
  for (const task of ["a", "b", "c"])
    await ws.record(
      outcome({
        taskId: task,
        result: "failure",
        adaptersUsed: ["github"],
        failedAdapter: "github",
        failureType: "rate_limit",
      }),
    );
  await ws.beginPhase({ phase: "review" });
  await ws.brief({ role: "coder", phase: "review", run: "r-2" });
  const { text } = await ws.brief({
    role: "reviewer",
    phase: "review",
    run: "r-3",
    task: "Review the retries of the github importer",
    tools: ["github"],
  });
  await expect(`${text}\n`).toMatchFileSnapshot("golden/whole-brief.txt");
});
