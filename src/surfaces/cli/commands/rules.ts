import { agentIn } from "../../../base/config/environment.js";
import { type CommandContext, defineCommand } from "../command.js";
import { decideAtTerminal } from "../decide-rules.js";
import { sourceOptions } from "../past-projects.js";
import { projectRules } from "../project-rules.js";
import { rulesScreen } from "../rules-screen.js";

const options = {
  all: { type: "boolean", about: "Also list the statements without a check, each with the reason." },
  examples: { type: "boolean", about: "Show of each number the newest calls that it counts." },
  propose: {
    type: "boolean",
    about: "Print what to ask your own coding agent, so that it writes checks for the rules that have none.",
  },
  ci: {
    type: "boolean",
    about: "Judge the commits and the diff of this branch instead of past sessions; 1 if a rule is broken.",
  },
  base: { type: "string", value: "BRANCH", about: "With --ci: the branch that this one goes to." },
  ...sourceOptions,
} as const;

export const command = defineCommand({
  name: "list",
  summary: "Show which rules of the instruction files were broken in past sessions",
  description: [
    "Reads the instruction files of the project (CLAUDE.md, AGENTS.md and their like) and the sessions that " +
      "Claude Code, Codex, OpenCode and Gemini CLI keep on this machine. Of each rule that can be decided at " +
      "a tool call it says how often it applied and how often it was broken. Nothing needs to be set up, " +
      "nothing is written, and no model is asked.",
    "A rule becomes a check by its form alone; what is not certain is left to a person's judgement. " +
      "--examples shows the calls behind each number: look at some of them before you rely on it.",
    "Where there are no sessions, the log of git says how often rules about commit messages were broken.",
    "--ci judges what a machine without sessions can see: messages of commits, names, places and texts of files. It " +
      "says how many checks it could not judge, and does not fail for them.",
    "--propose prints a prompt for your own agent; 'whetstone rules propose' takes its answer. What it writes waits " +
      "for your key like any other check.",
    "At a terminal it then goes through the rules that you have not decided about, and takes one key for each: " +
      "bind, ask, watch, examples, wrong check, open the line. 'whetstone rules' does the same.",
  ].join("\n\n"),
  arguments: [],
  options,
  examples: [
    { run: "whetstone rules", about: "Which rules were broken most often?" },
    { run: "whetstone rules list --examples", about: "In which calls, and what came next?" },
    { run: "whetstone rules list --ci --base main", about: "Does this branch break a rule?" },
    { run: "whetstone rules list --all", about: "Which statements have no check, and why?" },
  ],
  exits: { 1: "With --ci: the branch breaks a rule." },
  run: (context) => (context.values.ci ? judgeBranch(context) : list(context)),
});

interface RulesValues {
  readonly all: boolean;
  readonly examples: boolean;
  readonly propose: boolean;
  readonly ci: boolean;
  readonly base: string | undefined;
  readonly agent: string | undefined;
  readonly since: string | undefined;
}

async function judgeBranch(context: CommandContext<RulesValues, unknown>): Promise<undefined | 1> {
  const { checkBranch, branchText } = await import("../branch-check.js");
  const found = await checkBranch(context, context.values.base);
  context.printer.result(found, (style) => branchText(found, style));
  return found.broken.some(({ fails }) => fails) ? 1 : undefined;
}

async function list(context: CommandContext<RulesValues, unknown>): Promise<undefined> {
  const { values, printer, globals } = context;
  const found = await projectRules(context, values);
  if (values.propose) {
    const { proposePrompt } = await import("../propose-prompt.js");
    const prompt = proposePrompt(found);
    printer.result({ prompt }, () => prompt);
    return undefined;
  }
  const { atTerminal, env, stdout, stderr } = context.io;
  const wanted = { ...values, width: stdout.columns };
  printer.result(found, (style) => rulesScreen(found, wanted, style));
  const mayDecide =
    atTerminal && stdout.isTTY === true && stderr.isTTY === true && agentIn(env) === undefined;
  if (mayDecide && !globals.json && !values.examples && !values.all) await decideAtTerminal(context, found);
  return undefined;
}
