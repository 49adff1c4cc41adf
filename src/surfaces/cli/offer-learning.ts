import type { CommandContext } from "./command.js";
import { countPastSessions, learnPast } from "./learn-past.js";
import type { LearnReport } from "./learn-screen.js";

/** The result of offering to learn from the agents' past sessions. */
export interface PastOffer {
  /** What was learned from them; null when nothing was. */
  readonly learned: LearnReport | null;
  /** The sessions that were not learned from; 0 after learning, or if it was declined. */
  readonly left: number;
}

type Offer = CommandContext<
  { readonly learn: boolean; readonly "no-learn": boolean; readonly yes: boolean },
  unknown
>;

/** Learns from past sessions if a person says so, by an option or when asked. */
export async function offerLearning(context: Offer): Promise<PastOffer> {
  const { values, printer, io } = context;
  if (values["no-learn"]) return { learned: null, left: 0 };
  const left = await countPastSessions(context);
  if (left === 0) return { learned: null, left };
  const mayAsk = !values.yes && io.atTerminal && io.stderr.isTTY === true;
  const sessions = left === 1 ? "the session" : `the ${left} sessions`;
  const question = `Learn from ${sessions} that coding agents had here? Nothing leaves this machine.`;
  if (!(values.learn || (mayAsk && (await printer.confirm(question))))) return { learned: null, left };
  return { learned: await learnPast(context, { all: false, "dry-run": false }), left: 0 };
}
