import { digest } from "../../base/text/digest.js";
import type { Program } from "../../reading/shell/outcome.js";
import { baseName } from "../../reading/shell/words.js";
import { toolFamily } from "../reflection/tool-family.js";
import { plainCommand, programsOf } from "./command-text.js";
import type { FailureKind } from "./failure.js";
import { isMissingProgram } from "./stop-rule.js";

/** A call by the texts that events keep of it: masked, and cut after `inputChars`. */
export interface FormedCall {
  readonly tool: string;
  readonly input: string;
}

export interface FailedForm extends FormedCall {
  readonly kind: FailureKind;
  readonly program: string;
  readonly cause: string;
  readonly named: string;
}

/** Events keep this much of an input: a longer one cannot be told from others that begin alike. */
export const inputChars = 500;

/**
 * The keys under which a failed call is found again: the very call, and the program that has no such
 * argument. The agent's own tools have none: another edit of a file says nothing about the failed one.
 */
export function formsOfFailure(failed: FailedForm): readonly string[] {
  if (failed.kind !== "misuse" && failed.kind !== "environment") return [];
  const argument = namedArgument(failed);
  return [
    ...callForm(failed),
    ...(argument === undefined
      ? []
      : [programForm(argument === failed.program ? argument : speaker(failed))]),
  ];
}

/** The keys under which a call may be known: itself, and each of its first few programs. */
export function formsOfCall(call: FormedCall): readonly string[] {
  const programs = shellPrograms(call).flatMap(({ name, wrappers }) => [name, ...wrappers]);
  const names = [...new Set(programs.filter((name) => name !== ""))].slice(0, programsLookedUp);
  return [...callForm(call), ...names.map(programForm)];
}

/** A command line rarely has more; what follows would cost every call. */
const programsLookedUp = 4;

/**
 * What a failure says of an argument: the option, script, sub-command or program that does not exist.
 * Undefined where it names nothing, or a path: whether that is there depends on the moment.
 */
export function namedArgument({ tool, program, cause, named }: FailedForm): string | undefined {
  const argument = named === "" && isMissingProgram(cause) ? program : named;
  if (toolFamily(tool) !== "shell" || argument.length < 2) return undefined;
  return /[/\\]|\.\w{1,5}$/.test(argument) ? undefined : argument;
}

/** Whether a call runs the program with the very argument that failed. */
export function hasArgument(call: FormedCall, program: string, argument: string): boolean {
  const spellings = [argument, `--${argument}`, `-${argument}`];
  const isIt = (word: string) => spellings.some((each) => word === each || word.startsWith(`${each}=`));
  return shellPrograms(call).some(({ name, words, wrappers }) =>
    name === argument
      ? program === argument || program === "shell"
      : [name, ...wrappers].includes(firstWord(program)) && words.slice(1).some(isIt),
  );
}

function callForm({ tool, input }: FormedCall): readonly string[] {
  const family = toolFamily(tool);
  if (input === "" || input.length >= inputChars || ["read", "edit", "search"].includes(family)) return [];
  return [`call ${digest(`${family === "shell" ? family : tool}\n${plainCommand(input)}`)}`];
}

function programForm(program: string): string {
  return `program ${baseName(firstWord(program)).toLowerCase().slice(0, 100)}`;
}

/** Of a missing program the shell speaks. */
function speaker({ program, named }: FailedForm): string {
  return program === "shell" ? named : program;
}

function firstWord(program: string): string {
  return program.split(" ")[0] ?? "";
}

function shellPrograms({ tool, input }: FormedCall): readonly Program[] {
  return toolFamily(tool) === "shell" ? programsOf(input) : [];
}
