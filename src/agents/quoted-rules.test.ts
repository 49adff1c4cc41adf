import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type PlayedName, playHost } from "../../tests/support/planted/hosts.js";
import { tempFolder } from "../../tests/support/temp-folder.js";

/** The file of a conversation says how Codex was started. */
function conversation(source: string): Readonly<Record<string, unknown>> {
  if (source === "") return {};
  const file = join(tempFolder(), "rollout.jsonl");
  writeFileSync(file, `${JSON.stringify({ type: "session_meta", payload: { source } })}\n`);
  return { transcript_path: file };
}

async function heardOf(host: PlayedName, prompt: string, answer: string, source: string) {
  const play = await playHost(host, { usual: conversation(source) });
  await play.start("one");
  const asked = await play.prompt("one", prompt);
  await play.answer("one", answer);
  const { waiting } = await play.ws.lessons.review();
  return { asked, waiting: waiting.map(({ text }) => text) };
}

const german = "Die Tests liegen immer unter tests/daten.";
const block = `Look at this:\n\`\`\`\n${german}\n\`\`\`\nMend it.`;

describe.each([
  ["claude-code", ""],
  ["codex", "cli"],
] as const)("what the agent of a person at a terminal quotes in %s", (host, source) => {
  it("is asked for, and taken in another language", async () => {
    const { asked, waiting } = await heardOf(host, `${german} Mend it.`, `Done.\nRULE: "${german}"`, source);
    expect(asked).toContain('RULE: "…"');
    expect(waiting).toEqual([german]);
  });

  it("is dropped where it stood in a pasted block", async () => {
    expect((await heardOf(host, block, `Done.\nRULE: "${german}"`, source)).waiting).toEqual([]);
  });
});

/** Nothing that these hosts say shows that a person types; so nothing that their agents quote is believed. */
describe.each([
  ["codex", "exec"],
  ["gemini", ""],
  ["opencode", ""],
  ["cursor", ""],
] as const)("what an agent quotes in %s, where nobody is known to type", (host, source) => {
  it("is neither asked for nor taken", async () => {
    const { asked, waiting } = await heardOf(host, `${german} Mend it.`, `Done.\nRULE: "${german}"`, source);
    expect(asked).not.toContain("RULE");
    expect(waiting).toEqual([]);
  });
});
