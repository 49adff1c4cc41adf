import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempFolder } from "./temp-folder.js";

export interface Behaviour {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  /** Starts a child of its own and never ends. */
  readonly hang?: true;
  /** Ends without reading its input. */
  readonly deaf?: true;
}

export interface AgentProgram {
  /** A project without anything in it. */
  readonly root: string;
  /** Where the program lies. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  wasAsked(): boolean;
  asked(): Asked;
}

/** How the program was started. */
interface Asked {
  readonly args: readonly string[];
  readonly input: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The process that a hanging program started. */
  readonly child: number;
}

/** A program under an agent's name that notes how it was started and does as it was told. */
export function agentProgram(name: string, behaviour: Behaviour): AgentProgram {
  const folder = tempFolder();
  const note = join(folder, "asked.json");
  writeFileSync(join(folder, name), `#!${process.execPath}\n${source(note, behaviour)}`, { mode: 0o755 });
  const root = join(tempFolder(), "project");
  mkdirSync(root);
  return {
    root,
    folder,
    env: { PATH: `${folder}:${dirname(process.execPath)}` },
    wasAsked: () => existsSync(note),
    asked: () => JSON.parse(readFileSync(note, "utf8")),
  };
}

function source(note: string, { stdout = "", stderr = "", code = 0, hang, deaf }: Behaviour): string {
  return `
const fs = require("node:fs");
const input = ${deaf === true} ? "" : fs.readFileSync(0, "utf8");
const child = ${hang === true} ? require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"]).pid : 0;
const asked = { args: process.argv.slice(2), input, cwd: process.cwd(), env: process.env, child };
fs.writeFileSync(${JSON.stringify(`${note}.part`)}, JSON.stringify(asked));
fs.renameSync(${JSON.stringify(`${note}.part`)}, ${JSON.stringify(note)});
if (${hang === true}) setInterval(() => 0, 1000);
else {
  fs.writeSync(1, ${JSON.stringify(stdout)});
  fs.writeSync(2, ${JSON.stringify(stderr)});
  process.exitCode = ${code};
}
`;
}
