import type { Agent } from "../../../agents/agent.js";
import { agents } from "../../../agents/agents.js";
import type { Io } from "../../../base/terminal/io.js";
import { inputPieces } from "../../../base/terminal/read-input.js";
import { thisBuild } from "../../../base/version.js";
import { type Command, defineCommand } from "../command.js";

/** More than any host sends in one event; the server has a lower limit of its own, and answers by the beginning. */
const maxBytes = 67_108_864;

export function hookCommand(known: readonly Agent[]): Command {
  return defineCommand({
    name: "hook",
    summary: "Answer one event of a coding agent",
    description: [
      "Reads an event of a coding agent from standard input, asks the local server, and prints the answer " +
        "in the agent's own format. Agents call it; the plugin calls a smaller program that does the same " +
        "faster.",
      "It never fails the agent: if anything goes wrong, it prints nothing and ends with 0, within its " +
        "budget. 'whetstone doctor' shows what was lost. Only a call that is about to run while the server " +
        "is still starting is decided without it; where that takes too long as well, it ends with 2, which " +
        "agents take for: not run, call again.",
    ].join("\n\n"),
    arguments: [
      {
        name: "host",
        about: `${known.map(({ name }) => name).join(", ")}, or plugin, which Claude Code, Codex and Copilot CLI share.`,
        value: "HOST",
      },
    ],
    options: {
      budget: { type: "string", value: "MS", about: "The longest it may take; by default 2000." },
      alone: { type: "boolean", about: "Answer in this process, without the server." },
    },
    examples: [{ run: "whetstone hook claude-code < event.json", about: "What a hook does:" }],
    async run({ args, values, io }) {
      const host = args.host ?? "plugin";
      if (values.alone === true) return writeAlone(host, io);
      const { runHook } = await import("../../server/hook.js");
      const [, script = ""] = process.argv;
      return runHook({
        host,
        budget: values.budget,
        env: io.env,
        own: thisBuild,
        command: [process.execPath, script],
        read: () => readEvent(io),
        write: (text) => void io.stdout.write(text),
        refuse: (reason) => void io.stderr.write(`${reason}\n`),
      });
    },
  });
}

async function writeAlone(host: string, io: Io): Promise<0> {
  const { answerAlone } = await import("../../server/answer-alone.js");
  const payload: unknown = JSON.parse(await readEvent(io));
  const body = await answerAlone({ host, payload, env: io.env });
  if (body !== undefined) io.stdout.write(typeof body === "string" ? body : `${JSON.stringify(body)}\n`);
  return 0;
}

/** All of it is read: an agent that could not write to the end would take that for a hook that failed. */
async function readEvent(io: Pick<Io, "stdin" | "cwd">): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of inputPieces("-", io, Number.POSITIVE_INFINITY)) {
    if (bytes < maxBytes) pieces.push(piece);
    bytes += piece.length;
  }
  return Buffer.concat(pieces).toString("utf8");
}

export const command = hookCommand(agents);
