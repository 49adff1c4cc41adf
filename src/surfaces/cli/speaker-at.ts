import { titleOf } from "../../agents/agents.js";
import { agentIn, environmentFrom } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import type { Io } from "../../base/terminal/io.js";
import type { Values } from "../../base/terminal/option-spec.js";
import { personNeeded, programSpeaker, type Speaker, speakerIn } from "../../verbs/call/speaker.js";
import { lesserOrigin } from "../../verbs/open/context-for.js";

/**
 * Who speaks at a command line. A coding agent that started it, whatever options and variables say; else what
 * WHETSTONE_ORIGIN lowers it to; else a person, who sits at a terminal, gave a name with --by, or answered
 * with --yes; else a program. A CI machine vouches for what it records.
 */
export function speakerAt(
  { env, atTerminal }: Pick<Io, "env" | "atTerminal">,
  { by, yes }: Values = {},
): Speaker {
  if (agentIn(env) !== undefined) return speakerIn(env, "tool:cli", "");
  const { actor, user = "unknown", origin, ci } = environmentFrom(env);
  const lesser = lesserOrigin(origin);
  if (lesser !== undefined) return programSpeaker(lesser, actor ?? user);
  const named = typeof by === "string" && by !== "" ? by : undefined;
  const answers = atTerminal || yes === true;
  // A variable names the actor for programs: a person gives a name with --by.
  if (named !== undefined || (answers && actor === undefined)) return programSpeaker("human", named ?? user);
  const program = programSpeaker("tool:cli", actor ?? user);
  return ci ? { ...program, witness: "report" } : program;
}

/** Throws where anything but a person asks for what only a person may do. */
export function requirePerson(io: Pick<Io, "env" | "atTerminal">, what: string, values?: Values): void {
  const refused = personNeeded(speakerAt(io, values), undefined, what);
  if (refused !== undefined) throw new WhetstoneError("not_allowed", refused.reason, { next: refused.next });
}

/** The same for what a script may do too, but no agent. */
export function refuseAgent({ env }: Pick<Io, "env">, what: string): void {
  if (agentIn(env) !== undefined) requirePerson({ env, atTerminal: false }, what);
}

/** Said when a person is named on a command line that an agent runs; undefined otherwise. */
export function ignoredName({ env }: Pick<Io, "env">, { by }: Values = {}): string | undefined {
  const agent = agentIn(env);
  return agent === undefined || by === undefined
    ? undefined
    : `This command line runs inside ${titleOf(agent)}: --by has no effect there.`;
}
