import type { Whetstone } from "../../compose/whetstone.js";
import { blockLines } from "../../engines/directives/gate.js";
import { isNamedIn } from "../../engines/directives/scope.js";
import { judgedBy } from "../../engines/insights/verdict/pairs.js";
import { WhetstoneError } from "../../errors.js";
import type { MomentOf, Reply } from "../moment.js";
import type { SessionFacts } from "../sessions.js";
import { byAgent, roleOf } from "../who.js";
import { keepDeliberation } from "./deliberation.js";

const openLessons = "Lessons of this project that must not stay open:";

/** Whether Whetstone wrote a prompt: some hosts report the turn that it asked for like a person's prompt. */
export function isGoOn(prompt: string): boolean {
  return prompt.startsWith(openLessons);
}

/**
 * An agent has answered: records its acknowledgements, a reviewer's verdicts on the work of others, and the
 * insights of an agent that judges.
 */
export async function atAnswer(
  ws: Whetstone,
  moment: MomentOf<"answer">,
  facts: SessionFacts,
  now: number,
): Promise<Reply> {
  const { run, session, text } = moment;
  if (run === session) endTurn(facts, now);
  const by = byAgent(ws, moment);
  const { unacknowledged, unexplained } = await ws.acknowledge({ run, output: text, ...by });
  const role = roleOf(ws, moment);
  if (judgesOthers(ws, role)) await takeVerdicts(ws, moment, role);
  await keepDeliberation(ws, moment, facts);
  return moment.mayGoOn ? askForMore(ws, moment, [...unacknowledged, ...unexplained]) : {};
}

function judgesOthers({ config }: Whetstone, role: string): boolean {
  return isNamedIn(config.hosts.reviewerRoles, role) || judgedBy(role, config.insights.pairs).length > 0;
}

/** A session that no brief began has no directives to judge; a verdict on insights counts all the same. */
async function takeVerdicts(ws: Whetstone, moment: MomentOf<"answer">, role: string): Promise<void> {
  const { run, session, text } = moment;
  const review = { output: text, validatorRole: role, run, task: session, ...byAgent(ws, moment) };
  try {
    await ws.review({ phase: session, ...review });
  } catch (error) {
    if (!isUnknown(error)) throw error;
    if (text.includes("verdict-json")) await ws.review(review);
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof WhetstoneError && error.code === "not_found";
}

function endTurn(facts: SessionFacts, now: number): void {
  facts.activeMs += facts.turnSince === undefined ? 0 : Math.max(0, now - facts.turnSince);
  facts.turnSince = undefined;
}

/**
 * Asks for one more turn when a critical directive is open that this agent can answer for. Directives that
 * were shown to another agent ask for nothing, nor does a gate that could not be checked.
 */
async function askForMore(
  ws: Whetstone,
  moment: MomentOf<"answer">,
  unanswered: readonly string[],
): Promise<Reply> {
  const main = moment.run === moment.session;
  if (!main && unanswered.length === 0) return {};
  const blocks = await openBlocks(ws, moment);
  const mine = blocks.filter(({ lesson, reason }) =>
    reason === "no_receipt" || reason === "no_reason" ? unanswered.includes(lesson) : main,
  );
  if (mine.length === 0) return {};
  const lines = mine.flatMap((block) => [
    `- [${block.shortId}]`,
    ...blockLines(block, "end your turn again.").map((line) => `  ${line}`),
  ]);
  return {
    goOn: [openLessons, ...lines, "If you cannot, say why to the person you work for, and end."].join("\n"),
  };
}

/** What keeps the session's gate closed. A session that the gate does not know has nothing open. */
async function openBlocks(ws: Whetstone, moment: MomentOf<"answer">) {
  const { session, run } = moment;
  const asked = { phase: session, ends: false, run, task: session, ...byAgent(ws, moment) };
  try {
    const { passed, closed, blocks } = await ws.gate(asked);
    return passed || closed ? [] : blocks;
  } catch (error) {
    if (isUnknown(error)) return [];
    throw error;
  }
}
