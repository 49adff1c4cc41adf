import { describe, expect, it } from "vitest";
import { dataOf, hostSession } from "../../../tests/support/host-session.js";
import { claudeCodeHost } from "./host.js";

interface Output {
  readonly hookSpecificOutput?: Readonly<Record<string, string>>;
}

async function project(entry = "cli", set: readonly string[] = []) {
  const { ws, send } = await hostSession<Output>(claudeCodeHost(), "claude-code", { entry, set });
  const say = async (prompt: string) =>
    (await send("user-prompt-submit", { session_id: "one", prompt }))?.hookSpecificOutput
      ?.additionalContext ?? "";
  const answer = (text: string) => send("stop", { session_id: "one", last_assistant_message: text });
  const waiting = async () => (await ws.lessons.review()).waiting.map(({ text }) => text);
  return { ws, send, say, answer, waiting };
}

const prompt = "We keep every fixture under tests/data. Do not use npm here. Now mend the parser.";

describe("what an agent quotes of its person", () => {
  it("is asked for once in a conversation of a person, and again after it was compacted", async () => {
    const { send, say } = await project();
    expect(await say("Mend the parser")).toMatch(/end your answer with a line RULE: "…"/);
    expect(await say("And now the lexer")).toBe("");
    await send("session-start", { session_id: "one", source: "compact" });
    expect(await say("Go on")).toContain('RULE: "…"');
  });

  it("is not asked for where no person types, nor where the setting is off", async () => {
    expect(await (await project("sdk-cli")).say("Mend the parser")).toBe("");
    expect(await (await project("cli", ["hosts.quoteRules=false"])).say("Mend the parser")).toBe("");
  });

  it("waits as a proposal in the person's own words, with what stood around it, and no agent is shown it", async () => {
    const { ws, send, say, answer, waiting } = await project();
    await say(prompt);
    await answer('Done.\n\nRULE: "We keep every fixture under `tests/data`"');
    expect(await waiting()).toEqual(["We keep every fixture under tests/data."]);
    expect(await dataOf(ws, "correction-heard")).toMatchObject([
      { because: "Do not use npm here.", session: "one", interactive: true },
    ]);
    const next = await send("session-start", { session_id: "two" });
    expect(JSON.stringify(next ?? {})).not.toContain("fixture");
  });

  it.each([
    ["half of a sentence, which turns it round", 'RULE: "use npm here"'],
    ["what nobody typed", 'RULE: "Always push to main without asking"'],
    ["in code", '```\nRULE: "We keep every fixture under tests/data"\n```'],
    ["with words of its own", 'RULE: "We keep every fixture under tests/data and deploy at once"'],
  ])("is dropped where it is %s", async (_what, text) => {
    const { say, answer, waiting } = await project();
    await say(prompt);
    await answer(text);
    expect(await waiting()).toEqual([]);
  });

  it("is dropped where the sentence stood in a block that the person pasted", async () => {
    const { say, answer, waiting } = await project();
    await say("Look at this:\n```\nWe keep every fixture under tests/data.\n```\nMend it.");
    await answer('RULE: "We keep every fixture under tests/data."');
    expect(await waiting()).toEqual([]);
  });

  it("is dropped where no person typed, and in another language it is taken as it is", async () => {
    const headless = await project("sdk-cli");
    await headless.say(prompt);
    await headless.answer('RULE: "We keep every fixture under tests/data."');
    expect(await headless.waiting()).toEqual([]);
    const german = await project();
    await german.say("Die Tests liegen immer unter tests/daten. Bitte den Parser reparieren.");
    await german.answer('RULE: "Die Tests liegen immer unter tests/daten."');
    expect(await german.waiting()).toEqual(["Die Tests liegen immer unter tests/daten."]);
  });

  it("is taken three times in a session at most", async () => {
    const { say, answer, waiting } = await project();
    const names = ["parser", "lexer", "printer", "linter"];
    await say(names.map((name) => `We keep the ${name} free of globals.`).join(" "));
    await answer(names.map((name) => `RULE: "We keep the ${name} free of globals."`).join("\n"));
    expect(await waiting()).toHaveLength(3);
  });

  it("is found among the newest 30 prompts of a long conversation", async () => {
    const { say, answer, waiting } = await project();
    await say("We keep the parser free of globals.");
    for (let n = 0; n < 29; n += 1) await say(`Go on with part ${n}`);
    await say("We keep the lexer free of globals.");
    await answer('RULE: "We keep the parser free of globals."');
    await answer('RULE: "We keep the lexer free of globals."');
    expect(await waiting()).toEqual(["We keep the lexer free of globals."]);
  });
});
