/** The parts of an example agent: a tool that fails, and a scripted stand-in for a language model. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { tool } from "ai";
import { z } from "zod";
import { serveScriptedModel } from "../../tests/support/scripted-model/serve.js";

/** It answers by what it was asked, and by what it reads in the system message. */
const scripted = await serveScriptedModel(({ asked, turn }) => {
  const shell = (command: string) => ({ tools: [{ name: "shell", input: { command } }] });
  if (asked.includes("Make the release") && turn < 2) return shell("npm run release");
  if (asked.includes("Publish") && turn < 1) return shell("git push --force origin main");
  const [, id = "none"] = /\[([\w-]+)\] low: shell/.exec(saidBy("system")) ?? [];
  return { text: `Done.\nKNOWLEDGE_APPLIED:${id}\nKNOWLEDGE_APPLIED:made-up-by-the-model` };
});

export const model = createOpenAICompatible({ name: "scripted", baseURL: `${scripted.url}/v1` })(
  "scripted-1",
);

export const tools = {
  shell: tool({
    description: "Runs a command",
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }): Promise<string> => {
      throw new Error(`${command}: the tag v1.4.0 exists already`);
    },
  }),
};

/** What the newest request told the model, as the provider sent it. */
export function saidBy(role: "system" | "tool"): string {
  const messages = scripted.seen.at(-1)?.body.messages as readonly { role: string; content: string }[];
  return messages.flatMap((message) => (message.role === role ? [message.content] : [])).join("\n");
}

export const closeModel = scripted.close;
