import { join } from "node:path";
import type { PlannedFile, SetupPlace } from "./agent-setup.js";

/** What a person can type in an agent: the output of commands, and what to make of it. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly { readonly about?: string; readonly command: string }[];
  readonly task: string;
}

const status: SlashCommand = {
  name: "status",
  description: "Show what Whetstone has learned in this project and whether it works",
  steps: [
    { about: "What Whetstone knows of this project:", command: "status" },
    { about: "Whether it works:", command: "doctor" },
  ],
  task:
    "Sum this up for the person in a few lines: how many lessons there are, whether they reach the agents, and " +
    "what to do about every warning.",
};

const report: SlashCommand = {
  name: "report",
  description: "Report what was learned in this project, strongest and weakest first",
  steps: [{ command: "report --format md" }],
  task:
    "Show this report to the person. Point out what changed since the last one, and which lesson or policy a " +
    "person should look at.",
};

const today: SlashCommand = {
  name: "today",
  description: "Show what waits for a person's decision",
  steps: [{ command: "today" }],
  task: "Show this to the person, and decide nothing yourself: they decide with 'whetstone open' or at a terminal.",
};

/** The commands that the plugin has too; a test compares them. */
export const slashCommandList: readonly SlashCommand[] = [status, report, today];

/** As Claude Code and OpenCode read it. */
export function inMarkdown({ description, steps, task }: SlashCommand, program: string): string {
  const tools = steps.map(({ command }) => `Bash(${program} ${command.split(" ")[0]}:*)`);
  const blocks = steps.flatMap(({ about, command }) => [
    ...(about === undefined ? [] : [about]),
    `!\`${program} ${command}\``,
  ]);
  const head = ["---", `description: ${description}`, `allowed-tools: ${tools.join(", ")}`, "---"];
  return `${[head.join("\n"), ...blocks, task].join("\n\n")}\n`;
}

/** As Gemini CLI reads it. */
export function inToml({ description, steps, task }: SlashCommand, program: string): string {
  const blocks = steps.flatMap(({ about, command }) => [
    ...(about === undefined ? [] : [about]),
    `!{${program} ${command}}`,
  ]);
  const quoted = JSON.stringify([...blocks, task].join("\n\n"));
  return `description = ${JSON.stringify(description)}\nprompt = ${quoted}\n`;
}

/** The commands as files of an agent. A file of the same name that is not ours stays as it is. */
export function slashCommands(
  { dist, mcp }: SetupPlace,
  pathOf: (name: string) => string,
  render: (command: SlashCommand, program: string) => string,
): readonly PlannedFile[] {
  const words = mcp?.words.slice(0, -3) ?? ["node", join(dist, "cli/main.cjs")];
  const program = words.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(" ");
  return slashCommandList.map((command) => ({
    path: pathOf(command.name),
    entries: `the command /whetstone:${command.name}`,
    after: (before) => (before === null || isOurs(before, command) ? render(command, program) : before),
    holdsOurs: (text) => isOurs(text, command),
    without: (text) => (isOurs(text, command) ? null : text),
  }));
}

function isOurs(text: string, { description }: SlashCommand): boolean {
  return text.includes(description);
}
