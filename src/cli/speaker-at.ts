import { programSpeaker, type Speaker } from "../app/speaker.js";
import { lesserOrigin } from "../compose/context-for.js";
import { environmentFrom } from "../config/environment.js";
import { agentIn } from "../hosts/agents.js";
import type { Io } from "../terminal/io.js";
import type { Values } from "../terminal/option-spec.js";

/**
 * Who speaks at a command line. A coding agent that started it, whatever options and variables say; else what
 * WHETSTONE_ORIGIN lowers it to; else a person, who sits at a terminal, gave a name with --by, or answered
 * with --yes; else a program. A CI machine vouches for what it records.
 */
export function speakerAt(
  { env, atTerminal }: Pick<Io, "env" | "atTerminal">,
  { by, yes }: Values = {},
): Speaker {
  const agent = agentIn(env);
  if (agent !== undefined) return programSpeaker(`agent:${agent.name}`, agent.name);
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

/** Said when a person is named on a command line that an agent runs; undefined otherwise. */
export function ignoredName({ env }: Pick<Io, "env">, { by }: Values = {}): string | undefined {
  const agent = agentIn(env);
  return agent === undefined || by === undefined
    ? undefined
    : `This command line runs inside ${agent.title}: --by has no effect there.`;
}
