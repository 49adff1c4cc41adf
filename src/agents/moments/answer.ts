import { createHash } from "node:crypto";
import { WhetstoneError } from "../../base/errors.js";
import { blockLines } from "../../lessons/directive/rules/gate.js";
import { isNamedIn } from "../../lessons/directive/rules/scope.js";
import { extractInsights } from "../../lessons/insight/rules/extraction/extract-insights.js";
import { judgedBy } from "../../lessons/insight/rules/verdict/pairs.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { MomentOf, Reply } from "../moment.js";
import type { SessionFacts } from "../sessions.js";
import { agentSource, hostSource, roleOf } from "../source.js";
import { hearQuoted } from "./hear.js";

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
  answer: MomentOf<"answer">,
  facts: SessionFacts,
  now: number,
): Promise<Reply> {
  const { run, session } = answer;
  if (run === session) endTurn(facts, now);
  const moment = { ...answer, text: unreadText(answer, facts) };
  await hearQuoted(ws, moment, facts);
  const heard = await ws.acknowledge({ run, output: moment.text, ...agentSource(ws, moment) });
  const role = roleOf(ws, moment);
  if (judgesOthers(ws, role)) await takeVerdicts(ws, moment, role);
  await keepDeliberation(ws, moment, facts);
  const steps = await openSteps(ws, moment, facts);
  const open = stillToAsk(moment, facts, [...heard.unacknowledged, ...heard.unexplained]);
  if (moment.mayGoOn) {
    const reply = await askForMore(ws, moment, open, steps);
    facts.wasAsked ||= run === session && reply.goOn !== undefined;
    return reply;
  }
  // It was asked once, and is not asked again: what its checks find now is put on record.
  if (run === session && facts.wasAsked) await openBlocks(ws, moment);
  facts.wasAsked &&= run !== session;
  return {};
}

/** The part of an answer that was not read before: an acknowledgement that a host repeats counts once. */
function unreadText({ run, session, text, repeats }: MomentOf<"answer">, facts: SessionFacts): string {
  if (run !== session) return text;
  const before = facts.answered;
  facts.answered = text;
  return repeats === true && text.startsWith(before) ? text.slice(before.length) : text;
}

/**
 * What to ask an agent about. The main agent is not asked while other agents still work for it; what it left
 * open then is kept until it can be asked.
 */
function stillToAsk(
  { run, session, mayGoOn }: MomentOf<"answer">,
  facts: SessionFacts,
  unanswered: readonly string[],
): readonly string[] {
  if (run !== session) return unanswered;
  const open = [...new Set([...facts.unasked, ...unanswered])];
  facts.unasked = mayGoOn ? [] : open.filter((lesson) => !facts.asked.has(lesson));
  if (mayGoOn) for (const lesson of open) facts.asked.add(lesson);
  return open;
}

function judgesOthers({ config }: Whetstone, role: string): boolean {
  return isNamedIn(config.hosts.reviewerRoles, role) || judgedBy(role, config.insights.pairs).length > 0;
}

/** A session that no brief began has no directives to judge; a verdict on insights counts all the same. */
async function takeVerdicts(ws: Whetstone, moment: MomentOf<"answer">, role: string): Promise<void> {
  const { run, session, text } = moment;
  const review = { output: text, validatorRole: role, run, taskId: session, ...agentSource(ws, moment) };
  try {
    // A validator of insights alone is not a reviewer of directives.
    if (isNamedIn(ws.config.hosts.reviewerRoles, role)) {
      await ws.review({ phase: session, ...review });
      return;
    }
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
  if (text.includes("verdict-json")) await ws.review(review);
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
  steps: readonly string[],
): Promise<Reply> {
  const main = moment.run === moment.session;
  if (!main && unanswered.length === 0) return {};
  const blocks = await openBlocks(ws, moment);
  const mine = blocks.filter(({ lesson, reason }) =>
    reason === "no_receipt" || reason === "no_reason" ? unanswered.includes(lesson) : main,
  );
  if (mine.length === 0 && steps.length === 0) return {};
  const lines = [...mine.flatMap((block) => blockLines(block, "end your turn again.")), ...steps.map(asItem)];
  return {
    goOn: [openLessons, ...lines, "If you cannot, say why to the person you work for, and end."].join("\n"),
  };
}

function asItem(text: string): string {
  return `- ${text}`;
}

/**
 * Steps that rules of instruction files ask for before a turn of the main agent ends. They are asked about when the
 * agent can go on, and once in a turn.
 */
async function openSteps(
  ws: Whetstone,
  moment: MomentOf<"answer">,
  facts: SessionFacts,
): Promise<readonly string[]> {
  const { run, session, mayGoOn } = moment;
  if (run !== session || (!mayGoOn && !facts.rulesSpoke)) return [];
  const asked = { session, run, taskId: session, ...hostSource(moment) };
  const { open } = await ws.checkStop({ ...asked, again: facts.rulesSpoke });
  facts.rulesSpoke = open.length > 0;
  return open;
}

/** What keeps the session's gate closed. A session that the gate does not know has nothing open. */
async function openBlocks(ws: Whetstone, moment: MomentOf<"answer">) {
  const { session, run } = moment;
  const asked = { phase: session, ends: false, run, taskId: session, ...agentSource(ws, moment) };
  try {
    const { passed, closed, blocks } = await ws.gate(asked);
    return passed || closed ? [] : blocks;
  } catch (error) {
    if (isUnknown(error)) return [];
    throw error;
  }
}

/** Longer answers are read up to here: insights stand in a list or in sentences, not in a dump. */
const textChars = 200_000;
const filesKept = 500;

/**
 * Keeps the insights of an agent for the next one of its role. Only from agents that others start to judge,
 * or whose answer has a section for insights: the answers of agents that do the work report what was done,
 * and little that holds again. An answer that arrives twice is kept once.
 */
async function keepDeliberation(
  ws: Whetstone,
  moment: MomentOf<"answer">,
  { files }: SessionFacts,
): Promise<void> {
  const { run, session } = moment;
  const role = roleOf(ws, moment);
  const text = moment.text.slice(0, textChars);
  if (run === session || text.trim() === "" || !(judges(ws, role) || hasInsightSection(text))) return;
  const key = `${moment.host}:${createHash("sha256").update(`${run}\n${text}`).digest("hex")}`;
  await ws.deliberate({
    role,
    text,
    run,
    taskId: session,
    files: [...files].slice(0, filesKept),
    key,
    ...agentSource(ws, moment),
  });
}

function judges({ config }: Whetstone, role: string): boolean {
  return isNamedIn(config.hosts.reviewerRoles, role) || isNamedIn(config.insights.adversarialRoles, role);
}

function hasInsightSection(text: string): boolean {
  return extractInsights(text).from === "section";
}
