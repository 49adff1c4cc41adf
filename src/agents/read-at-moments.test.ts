import { generateText, stepCountIs, tool, wrapLanguageModel } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { mcpOverHttp } from "../../tests/support/mcp.js";
import { type PlayedHost, playedHosts, playHost } from "../../tests/support/planted/hosts.js";
import { scriptedModel } from "../../tests/support/scripted-model/in-process.js";
import { openInTemp } from "../../tests/support/whetstone.js";
import { duringRun } from "./ai-sdk/index.js";

/** Nothing is held out by chance, and no moment is cut short. */
const settings = [
  "evidence.enabled=false",
  "insights.briefLimitMs=60000",
  "insights.captureLimitMs=600000",
  "store.kind=memory",
];
const wrong = "deploy site --fsat";
const unknownOption = "error: unknown option --fsat";
const right = "deploy site --fast";
const down = "error: the license server is gone";

/** Each text of an answer under its place in it. */
function shapeOf(answer: unknown, place = ""): string {
  if (typeof answer !== "object" || answer === null)
    return answer === undefined ? "" : `${place}:\n${String(answer)}\n`;
  return Object.entries(answer)
    .map(([name, value]) => shapeOf(value, place === "" ? name : `${place}.${name}`))
    .join("");
}

async function pastSessions(play: PlayedHost): Promise<void> {
  for (const session of ["one", "two", "three", "four", "five"]) {
    await play.start(session);
    await play.fails(session, "simulate", down);
    await play.fails(session, wrong, unknownOption);
    await play.works(session, right, "deployed");
    await play.end(session);
  }
}

describe("what an agent reads, word for word", () => {
  it.each(playedHosts)("at each moment of a session of %s", async (host) => {
    const play = await playHost(host, { set: settings }, shapeOf);
    await pastSessions(play);
    await play.ws.lessons.add({
      text: "Never push to main from a task",
      forbiddenActions: ["Bash(git push)"],
      appliesToAgents: ["coder"],
      enforcement: "enforce",
    });
    const moments: readonly (readonly [moment: string, read: () => Promise<string>])[] = [
      ["A session starts", () => play.start("now")],
      ["The person asks for something", () => play.prompt("now", "Publish the new pages")],
      ["A call is about to run that a rule forbids", () => play.before("now", "git push")],
      ["A call is about to run that keeps failing", () => play.before("now", wrong)],
      ["It is called again", () => play.before("now", wrong)],
      ["It fails", () => play.fails("now", wrong, unknownOption)],
      ["It fails where nothing was said of it before", () => play.fails("later", wrong, unknownOption)],
      ["A call fails that nothing ever undid", () => play.fails("now", "simulate", down)],
      ["A prompt names the failing call", () => play.prompt("last", `Please run ${wrong} now`)],
      ["A turn ends", () => play.answer("now", "All done.")],
    ];
    const read = [];
    for (const [moment, at] of moments) read.push(`# ${moment}\n\n${(await at()) || "(nothing)\n"}`);
    await expect(read.join("\n")).toMatchFileSnapshot(`golden/${host}.txt`);
  });

  it("at each moment of a run of the AI SDK", async () => {
    const ws = await openInTemp({ set: settings });
    const shell = tool({
      inputSchema: z.object({ command: z.string() }),
      execute: async ({ command }) => {
        if (command === right) return "deployed";
        throw new Error(command === wrong ? unknownOption : down);
      },
    });
    const run = async (commands: readonly string[]) => {
      const model = scriptedModel(({ turn }) => {
        const command = commands[turn];
        return command === undefined ? { text: "done" } : { tools: [{ name: "shell", input: { command } }] };
      });
      await duringRun(ws, {}, ({ middleware, guard }) =>
        generateText({
          model: wrapLanguageModel({ model: model.model, middleware }),
          tools: guard({ shell }),
          stopWhen: stepCountIs(6),
          maxRetries: 0,
          prompt: "Publish the new pages",
        }),
      );
      return model;
    };
    for (const _past of [1, 2, 3, 4, 5]) await run(["simulate", wrong, right]);
    const { said } = await run([wrong, wrong, "simulate"]);
    const later = await run(["simulate"]);
    const read = [
      `# The run begins (system)\n\n${said("system", 0)}`,
      `# A call that keeps failing is made, made again, and one fails that nothing ever undid (tool)\n\n${said("tool")}`,
      `# That one fails in another run (tool)\n\n${later.said("tool")}`,
    ];
    await expect(`${read.join("\n\n")}\n`).toMatchFileSnapshot("golden/ai-sdk.txt");
  });

  it("in the answers of MCP", async () => {
    const { tool: use, root, call } = await mcpOverHttp("2026-07-28", { tools: "few" });
    const failed = { tool: "Bash", input: wrong, output: unknownOption, facts: { isError: true } };
    const worked = { tool: "Bash", input: right, output: "deployed", facts: { exitCode: 0 } };
    const gone = { tool: "Bash", input: "simulate", output: down, facts: { isError: true } };
    for (const phase of ["one", "two", "three", "four", "five"])
      for (const each of [gone, failed, worked])
        await call("/v1/reflect", { ...each, root, phase, run: phase, origin: "tool:claude-code" });
    const toldOf = async (each: object, phase: string) =>
      String((await use("reflect", { ...each, phase })).result.told);
    const plan = await use("plan_prompt", { task: "Publish the new pages" });
    const read = [
      `# A failed call is reported (reflect)\n\n${await toldOf(failed, "now")}`,
      `# One that nothing ever undid is reported (reflect)\n\n${await toldOf(gone, "then")}`,
      `# A plan is asked for (plan_prompt)\n\n${String(plan.result.prompt)}`,
    ];
    await expect(`${read.join("\n\n")}\n`).toMatchFileSnapshot("golden/mcp.txt");
  });
});
