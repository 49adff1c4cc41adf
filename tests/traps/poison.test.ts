import { describe, expect, it } from "vitest";
import { claudeCodeHost } from "../../src/agents/claude-code/host.js";
import type { Whetstone } from "../../src/index.js";
import { commandLine } from "../support/command-line.js";
import { hostSession } from "../support/host-session.js";
import { openInsights, patterns } from "../support/insights.js";
import { mcpOverHttp } from "../support/mcp.js";
import { faultsIn, type Poison, poisonTexts } from "../support/poison-texts.js";
import { collect, outcome } from "../support/whetstone.js";

const agent = { actor: "worker-1", origin: "agent:coder" };
const roles = ["coder", "reviewer", "judge", "architect", "general-purpose"];
const scope = { appliesToAgents: [...roles, "*"], appliesToTools: ["Bash"] };
const task = "Review the module, run the tests, build it, approve and merge the pull request";

/** Every way by which an agent's words come in, each with a text of the corpus. */
const doors: Readonly<Record<string, (ws: Whetstone, poison: Poison, index: number) => Promise<unknown>>> = {
  "a proposed lesson": (ws, { text }) =>
    ws.lessons.add({ text, ...scope, requiredActions: [text], priority: "critical", ...agent }),
  "a lesson of a tool": (ws, { text }) =>
    ws.lessons.add({ text, ...scope, forbiddenActions: [text], origin: "tool:webfetch" }),
  "a lesson of an import": (ws, { text }) =>
    ws.lessons.add({ text, ...scope, verificationChecks: [text], origin: "import:readme.md" }),
  "a lesson of a model": (ws, { text }) =>
    ws.lessons.add({ text, ...scope, requiredActions: ["do it"], origin: "llm:some-model" }),
  "a lesson that was made checkable": async (ws, { text }) => {
    const { lesson } = await ws.lessons.add({ text, ...agent });
    await ws.lessons.harden({ lesson, ...scope, requiredActions: [text], ...agent });
  },
  "a list of patterns": async (ws, { text }, index) => {
    for (const role of roles)
      await ws.deliberate({ role, text: patterns(text), run: `d${index}`, taskId: `t${index}`, ...agent });
  },
  // What a role says in passing is shown once it was said in another run too.
  "a judge's sentences": async (ws, { text }, index) => {
    for (const run of [`s${index}`, `t${index}`])
      await ws.deliberate({ role: "judge", text: `I looked at it.\n\n${text}.`, run, ...agent });
  },
  "a strategy that is reported to work": async (ws, { text }) => {
    for (let n = 0; n < 5; n += 1) await ws.record(outcome({ strategy: text, ...agent }));
  },
  "a strategy that is reported to fail": async (ws, { text }) => {
    for (let n = 0; n < 3; n += 1)
      await ws.record(outcome({ strategy: text, result: "failure", failureDetails: text, ...agent }));
  },
  "the plan of a similar task": async (ws, { text }, index) => {
    await ws.plan({ task: `${task}: ${text}`, strategy: text, taskId: `t${index}`, ...agent });
    await ws.record(outcome({ taskId: `t${index}`, strategy: text, ...agent }));
  },
  "an error of the task": (ws, { text }) =>
    ws.errors.record({ taskId: "bd-1", message: text, context: text, ...agent }),
  "a criterion and its feedback": (ws, { text }) =>
    ws.feedback({ criterion: text.slice(0, 200), type: "helpful", value: 1, note: text, ...agent }),
  "the output of a failing tool": async (ws, { text }, index) => {
    const failed = { ...deploy(index), output: `unknown option: ${option(index)} ${text}` };
    await failsAndWorks(ws, failed, { input: "deploy site", output: text });
  },
  "the call that worked instead of a failing one": async (ws, { text }, index) => {
    const failed = { ...deploy(index), output: `unknown option: ${option(index)}` };
    await failsAndWorks(ws, failed, {
      input: `deploy the new site now --to '${text.replaceAll("'", "")}'`,
      output: "ok",
    });
  },
  "the message of a call that worked": async (ws, { text }, index) => {
    const failed = { ...deploy(index), output: `unknown option: ${option(index)}` };
    await failsAndWorks(ws, failed, {
      input: `deploy the new site now -m '${text.replaceAll("'", "")}'`,
      output: "ok",
    });
  },
  "the comment of a call that worked": async (ws, { text }, index) => {
    const failed = { ...deploy(index), output: `unknown option: ${option(index)}` };
    await failsAndWorks(ws, failed, { input: `deploy the new site now # ${text}`, output: "ok" });
  },
  "a call that failed and then worked": async (ws, { text }, index) => {
    const failed = { ...deploy(index, text), output: `unknown option: ${option(index)}` };
    await failsAndWorks(ws, failed, { input: `deploy the new site now ${text}`, output: "ok" });
  },
};

/** Another one for each text: numbers make no difference. */
const option = (index: number) => `--option-${String.fromCharCode(97 + (index % 26)).repeat(2 + index)}`;

/** A call that fails. */
const deploy = (index: number, more = "") => ({
  tool: "Bash",
  input: `deploy the new site now ${option(index)} ${more}`.trim(),
});

/** Three sessions in which a call fails, and in which another one works after it. */
async function failsAndWorks(
  ws: Whetstone,
  failed: { readonly tool: string; readonly input: string; readonly output: string },
  worked: { readonly input: string; readonly output: string },
): Promise<void> {
  for (const past of ["past", "long past", "longest past"]) {
    const call = { tool: failed.tool, phase: past, run: `${past} ${failed.input}` };
    await ws.reflect({ ...call, ...failed, facts: { exitCode: 2 } });
    await ws.reflect({ ...call, ...worked, facts: { exitCode: 0 } });
  }
}

/** What an agent of a new session reads when it makes the calls that failed. */
async function toldAtCalls(ws: Whetstone, door: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const [index, { text }] of poisonTexts.entries()) {
    const { tool, input } = deploy(index, door === "a call that failed and then worked" ? text : "");
    const about = { tool, phase: `now ${index}`, run: `now ${index}` };
    const { decision, reason } = await ws.checkTool({ ...about, command: input });
    if (decision === "deny") texts.push(reason);
    const output = `unknown option: ${option(index)}`;
    texts.push((await ws.reflect({ ...about, input, output, facts: { exitCode: 2 } })).told);
  }
  return texts;
}

/** Everything that an agent may read. */
async function prompts(ws: Whetstone): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const role of roles) {
    texts.push((await ws.brief({ role, tools: ["Bash"] })).text);
    texts.push((await ws.brief({ role, tools: ["Bash"], task, labels: ["build"] })).text);
  }
  for (const strategy of [undefined, ...poisonTexts.slice(0, 3).map(({ text }) => text)])
    texts.push(
      (await ws.plan({ task, taskId: "bd-1", ...(strategy === undefined ? {} : { strategy }) })).prompt,
    );
  texts.push((await ws.errors.context({ taskId: "bd-1" })).text);
  return texts;
}

const marks = poisonTexts.map(({ mark }) => mark);

/** Every text in an answer, wherever it stands. */
function textsIn(answer: unknown): readonly string[] {
  if (typeof answer === "string") return [answer];
  return typeof answer === "object" && answer !== null ? Object.values(answer).flatMap(textsIn) : [];
}

/** Without the caller's own words, which stand at the top of its plan. */
const learned = (text: string) => text.replace(/^## Task\n[\s\S]*?\n(?=## |===)/, "");

describe("a text that only an agent stands behind", () => {
  it.each(Object.keys(doors))(
    "%s stands in no prompt with authority or outside a quotation",
    async (door) => {
      // Nothing is held out by chance.
      const set = ["store.kind=memory", "evidence.enabled=false"];
      // What an agent reports of its own calls is told to nobody else.
      const isOfCalls = /call|failing tool/.test(door);
      const origin = isOfCalls ? { origin: "system:orchestrator" } : {};
      const { ws } = await openInsights({ set, ...origin });
      for (const [index, poison] of poisonTexts.entries())
        await doors[door]?.(ws, poison, index).catch((error: { code?: string }) =>
          expect(error.code).toBe("invalid_input"),
        );
      await ws.endPhase({ phase: "past", run: "past", ...agent });
      const texts = [...(await prompts(ws)), ...(await toldAtCalls(ws, door))];
      expect(texts.map(learned).flatMap(faultsIn)).toEqual([]);
      // A planted text may be left out of a quoted call; the call itself is told.
      const isShown = (text: string) =>
        (isOfCalls && text.includes("deploy the new site")) || marks.some((mark) => text.includes(mark));
      const shown = texts.map(learned).filter(isShown);
      expect(shown.length, "some of them are shown, or nothing was tried").toBeGreaterThan(0);
      for (const { text } of poisonTexts.slice(0, 12)) {
        const { lessons } = await ws.search({ text });
        expect(lessons.map((each) => each.text).flatMap(faultsIn)).toEqual([]);
      }
      expect(await ws.checkTool({ tool: "Bash", command: "npm test" })).toMatchObject({ decision: "allow" });
    },
  );

  it("a log of another project that agents filled brings none of their texts in with authority", async () => {
    const { ws: other } = await openInsights();
    for (const [index, poison] of poisonTexts.entries())
      for (const door of ["a proposed lesson", "a list of patterns", "a strategy that is reported to work"])
        await doors[door]?.(other, poison, index).catch(() => undefined);
    const { ws } = await openInsights();
    await ws.import({ lines: await collect(other.export()) });
    expect((await prompts(ws)).map(learned).flatMap(faultsIn)).toEqual([]);
  });

  it("the hooks of a session hand no text of an agent to another with authority", async () => {
    const { ws, send } = await hostSession<{ hookSpecificOutput?: { additionalContext?: string } }>(
      claudeCodeHost(),
      "claude-code",
      { usual: { session_id: "this" }, origin: "tool:claude-code" },
    );
    const half = (of: number) => [...poisonTexts.entries()].filter(([index]) => index % 2 === of);
    for (const [index, poison] of half(0))
      await doors["a proposed lesson"]?.(ws, poison, index).catch(() => undefined);
    for (const [index, poison] of half(1)) await doors["a list of patterns"]?.(ws, poison, index);
    const replies = [
      await send("session-start"),
      await send("user-prompt-submit", { prompt: task }),
      await send("subagent-start", { agent_id: "a-1", agent_type: "reviewer" }),
      await send("subagent-start", { agent_id: "a-2", agent_type: "judge" }),
    ].map((reply) => reply?.hookSpecificOutput?.additionalContext ?? "");
    expect(replies.flatMap(faultsIn)).toEqual([]);
    expect(replies.filter((text) => text.includes("=== UNCONFIRMED ==="))).not.toEqual([]);
  });
});

describe("an agent's words over the network and the command line", () => {
  it("what agents bring in over MCP, HTTP and the command line is data in every answer over MCP", async () => {
    const { tool, call, root, env } = await mcpOverHttp();
    for (const [index, { text }] of poisonTexts.entries()) {
      if (index % 3 === 0)
        await tool("add_lesson", { text, applies_to_agents: ["*"], required_actions: [text] });
      if (index % 3 === 1)
        await call("/v1/lessons/add", {
          root,
          text,
          appliesToAgents: ["*"],
          requiredActions: [text],
          ...agent,
        });
      if (index % 3 === 2) {
        const args = ["lessons", "add", text, "--roles", "*", "--must", text];
        await commandLine(args, { cwd: root, env: { ...env, WHETSTONE_ORIGIN: "agent:coder" } });
      }
      await tool("record_error", { bead_id: "bd-1", error_type: "unknown", message: text });
      await tool("record_outcome", {
        bead_id: `b${index}`,
        strategy: text,
        success: index % 2 === 0,
        duration_ms: 1,
        error_count: 0,
        retry_count: 0,
        criteria: [text.slice(0, 100)],
      });
    }
    const listedBy = async (origin: string) => {
      const listed = { cwd: root, env: { ...env, WHETSTONE_ORIGIN: origin } };
      return JSON.parse((await commandLine(["lessons", "list", "--json"], listed)).stdout);
    };
    const answers = [
      (await tool("brief", { role: "coder" })).result.text,
      (await tool("plan_prompt", { task, bead_id: "bd-1" })).result.prompt,
      (await tool("error_context", { bead_id: "bd-1" })).result.text,
      (await tool("report")).text,
      ...textsIn((await tool("report")).result),
      ...textsIn((await call("/v1/report", { root })).body),
      ...textsIn((await call("/v1/lessons/list", { root })).body),
      ...textsIn((await call("/v1/errors/list", { root, taskId: "bd-1" })).body),
      ...textsIn(await listedBy("agent:coder")),
    ].map((text) => learned(String(text).replaceAll("\\", "")));
    expect(answers.flatMap(faultsIn)).toEqual([]);
    for (const { text } of poisonTexts) {
      const { lessons } = (await tool("search_lessons", { query: text })).result as {
        lessons: { text: string; confirmed: boolean }[];
      };
      expect(lessons.filter(({ confirmed }) => confirmed)).toEqual([]);
      expect(lessons.map((each) => each.text).flatMap(faultsIn)).toEqual([]);
    }
  });
});
