import { createHash } from "node:crypto";
import type { Whetstone } from "../../compose/whetstone.js";
import { extractInsights } from "../../engines/insights/extraction/extract-insights.js";
import type { MomentOf } from "../moment.js";
import type { SessionFacts } from "../sessions.js";
import { byAgent, roleOf } from "../who.js";
import { isNamedIn } from "./is-named-in.js";

/** Longer answers are read up to here: what was noticed stands in a list or in sentences, not in a dump. */
const textChars = 200_000;
const filesKept = 500;

/**
 * Keeps what an agent noticed, for the next one of its role. Only of agents that others start to judge, or
 * that say themselves what they noticed, in a section of that name: the answers of those that do the work
 * tell what was done, and little that holds again. The same answer told twice is kept once.
 */
export async function keepDeliberation(
  ws: Whetstone,
  moment: MomentOf<"answer">,
  { files }: SessionFacts,
): Promise<void> {
  const { run, session } = moment;
  const role = roleOf(ws, moment);
  const text = moment.text.slice(0, textChars);
  if (run === session || text.trim() === "" || !(judges(ws, role) || saysWhatItNoticed(text))) return;
  const key = `${moment.host}:${createHash("sha256").update(`${run}\n${text}`).digest("hex")}`;
  await ws.deliberate({
    role,
    text,
    run,
    task: session,
    files: [...files].slice(0, filesKept),
    key,
    ...byAgent(ws, moment),
  });
}

function judges({ config }: Whetstone, role: string): boolean {
  return isNamedIn(config.hosts.reviewerRoles, role) || isNamedIn(config.insights.adversarialRoles, role);
}

function saysWhatItNoticed(text: string): boolean {
  return extractInsights(text).from === "section";
}
