import { readInput } from "../../terminal/read-input.js";
import { defineCommand } from "../command.js";

/** More than any host sends in one event; the server refuses what is too large for it. */
const maxBytes = 67_108_864;
/** Long enough to start the server on a busy machine. */
const usualBudgetMs = 2_000;

export const command = defineCommand({
  name: "hook",
  summary: "Answer one event of a coding agent",
  description: `Reads an event of a coding agent from standard input, asks the local server, and prints the answer in the agent's own format. Agents call it; the plugin calls a smaller program that does the same faster.

It never fails the agent: whatever goes wrong, it prints nothing and ends with 0, within its budget. 'whetstone doctor' tells what was lost.`,
  arguments: [
    {
      name: "host",
      about: "claude-code, codex, opencode, gemini, cursor, or plugin for whoever calls.",
      value: "HOST",
    },
  ],
  options: {
    budget: { type: "string", value: "MS", about: "The longest it may take; 2000, if left out." },
  },
  examples: [{ run: "whetstone hook claude-code < event.json", about: "What a hook does:" }],
  async run({ args, values, io, program }) {
    const { environmentFrom } = await import("../../config/environment.js");
    if (environmentFrom(io.env).nested) return;
    const { callWithText, noteUnsent } = await import("../../server/client.js");
    const path = `hooks/${encodeURIComponent(args.host ?? "plugin")}`;
    const read = await readInput(undefined, io, maxBytes).catch((error: Error) => error);
    if (typeof read !== "string") return noteUnsent(path, read.message, io.env);
    const [, script = ""] = process.argv;
    const { loopbackIsProxied } = await import("../../config/loopback-proxy.js");
    const answer = await callWithText(`${path}${loopbackIsProxied(io.env) ? "?proxied" : ""}`, read, {
      budgetMs: Number.parseInt(values.budget ?? "", 10) || usualBudgetMs,
      env: io.env,
      version: program.version,
      command: [process.execPath, script],
    });
    if (answer === undefined || answer.body === undefined || answer.status >= 400) return;
    io.stdout.write(typeof answer.body === "string" ? answer.body : `${JSON.stringify(answer.body)}\n`);
  },
});
