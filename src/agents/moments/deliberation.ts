import { createHash } from "node:crypto";
import { isNamedIn } from "../../lessons/directive/rules/scope.js";
import { extractInsights } from "../../lessons/insight/rules/extraction/extract-insights.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { MomentOf } from "../moment.js";
import type { SessionFacts } from "../sessions.js";
import { agentSource, roleOf } from "../source.js";

/** Longer answers are read up to here: insights stand in a list or in sentences, not in a dump. */
const textChars = 200_000;
const filesKept = 500;

/**
 * Keeps the insights of an agent for the next one of its role. Only from agents that others start to judge,
 * or whose answer has a section for insights: the answers of agents that do the work report what was done,
 * and little that holds again. An answer that arrives twice is kept once.
 */
export async function keepDeliberation(
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
    task: session,
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
