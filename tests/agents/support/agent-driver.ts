import { callServer } from "../../../src/surfaces/server/client.js";
import { type ScriptedModel, startScriptedModel } from "../../support/scripted-model/start.js";
import type { Step } from "../../support/scripted-model/step.js";
import type { AgentName } from "./install-agent.js";
import { type LearningProject, learningProject, program } from "./learning-project.js";

export interface AgentRun {
  readonly code: number | null;
  /** What the agent printed: its answers are in there. */
  readonly said: string;
}

type Run = (prompt?: string) => Promise<AgentRun>;

/** One real coding agent, as far as agents differ: the cases that all have to pass are written once. */
export interface AgentDriver {
  readonly program: AgentName;
  /** As we call it. */
  readonly host: string;
  /** A turn of the model that runs a command. */
  shell(command: string): Step;
  /** A turn of the model that writes a file that is not there yet, named from the folder of the project. */
  write(project: LearningProject, file: string, content: string): Step;
  /** What the model reads of a call that a hook denied, or put to a person who is not there, for this reason. */
  refused(reason: string, step: Step, decision: "deny" | "ask"): string;
  /** Its hooks at the start and at the first prompt run at once, so that either may be the first to tell. */
  readonly startsAtOnce?: boolean;
  /** Whether a rule can hold the end of a turn. */
  readonly holdsTurns: boolean;
  /** Turns in which the model starts an agent of a role, else of the usual one, and waits for it. */
  delegate(prompt: string, role?: string): readonly Step[];
  /** The usual role of such an agent. */
  readonly role: string;
  /** Gives the person an agent of another role. Called before the first session. */
  addRole(project: LearningProject, role: string): void;
  /** The turn in which such an agent gives its answer. */
  answer(text: string): Step;
  /** The name under which the model is offered a tool of our MCP server, as it stands in a request. */
  toolName(tool: string): string;
  /** Adds an MCP server to the person's settings. Called before the first session. */
  addServer(project: LearningProject, name: string, command: readonly string[]): void;
  /** A turn of the model that calls a tool of such a server. */
  callServer(server: string, tool: string): Step;
  /** Prepares the person's home and project, with our plugin or without. Returns how to run a session. */
  setUp(project: LearningProject, model: ScriptedModel, plugin: boolean): Run;
  /** Makes every hook of the agent keep what it is sent in a folder, a file for each. */
  keep(project: LearningProject, folder: string): void;
}

export const prompt = "do-the-task";
export const done: Step = { text: "All done." };

export interface AgentSession {
  readonly project: LearningProject;
  /** The turns of the model; they may be exchanged between two runs. */
  readonly script: {
    main: readonly Step[];
    /** Tools that the model is to be told of before its first turn: servers may still start by then. */
    waitsFor: readonly string[];
    /** The turns of an agent that it starts. */
    agent: readonly Step[];
    /** What agents of a role answer that was asked for its task. */
    roles: Readonly<Record<string, string>>;
  };
  run: Run;
  /** Requests of the agent that a person talks to, since the last look, as text. */
  asked(): readonly string[];
  /** What the model has read of each call that it made in the newest session, in their order. */
  results(): readonly string[];
  /** Requests of the agent that it started. */
  askedByAgent(): readonly string[];
}

/** A project with an agent in it whose model does as the script says. */
export async function startAgent(
  driver: AgentDriver,
  { plugin = true, settings }: { readonly plugin?: boolean; readonly settings?: object } = {},
): Promise<AgentSession> {
  const project = learningProject(driver.program, settings);
  await startServer(project);
  const script: AgentSession["script"] = {
    main: [done],
    waitsFor: [],
    agent: [done],
    roles: {},
  };
  const model = await startScriptedModel(({ asked, turn, body }) => {
    const role = Object.keys(script.roles).find((each) => asked.includes(taskOf(each)));
    if (role !== undefined && isDelegated(asked)) return driver.answer(script.roles[role] ?? "");
    const offered = JSON.stringify(body);
    if (turn < longestWait && hasTools(body) && script.waitsFor.some((tool) => !offered.includes(tool)))
      return driver.shell("sleep 1");
    const steps = isDelegated(asked) ? script.agent : script.main;
    return steps[Math.min(turn, steps.length - 1)] ?? done;
  });
  let looked = 0;
  const since = (delegated: boolean) => {
    const fresh = model.seen
      .slice(looked)
      .filter(({ asked, body }) => hasTools(body) && isDelegated(asked) === delegated);
    return fresh.map(({ body }) => JSON.stringify(body));
  };
  return {
    project,
    script,
    run: driver.setUp(project, model, plugin),
    asked: () => {
      const texts = since(false);
      looked = model.seen.length;
      return texts;
    },
    results: () =>
      model.seen.findLast(({ body, asked }) => hasTools(body) && !isDelegated(asked))?.results ?? [],
    askedByAgent: () => since(true),
  };
}

/** In turns of a second each. */
const longestWait = 600;

/** A hook has some seconds, in which a busy machine may not have started the server. */
async function startServer({ env }: LearningProject): Promise<void> {
  const command = [process.execPath, program];
  await callServer("status", {}, { budgetMs: 600_000, env, version: "0.0.0", command });
}

/** What an agent of a role is asked; the model knows by it whose turn it answers. */
export function taskOf(role: string): string {
  return `SUBTASK for the ${role}`;
}

function isDelegated(asked: string): boolean {
  return asked.includes("SUBTASK") && !asked.includes(prompt);
}

/** A request without tools only asks for a title of the conversation. */
function hasTools({ tools }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

/** A lesson of a person for a role, in force at once. */
export function addDirective(project: LearningProject, text: string, ...options: readonly string[]): string {
  const added = project.whetstone(
    "lessons",
    "add",
    text,
    "--check",
    "it was looked at",
    "--by",
    "maintainer",
    ...options,
  );
  if (added.status !== "active") throw new Error(`the lesson is ${String(added.status)}`);
  return String(added.lesson);
}
