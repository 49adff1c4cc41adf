import { oneLine } from "../../base/text/one-line.js";
import { quotedRules, verifiedRule } from "../../lessons/directive/rules/heard/quoted-rules.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { MomentOf, ToolUse } from "../moment.js";
import type { SessionFacts } from "../sessions.js";

/** The part of a prompt that is read, in characters. */
export const promptChars = 20_000;
const callChars = 300;
/** A correction is answered at once; an agent that works for hours may quote it late. */
const promptsKept = 30;
/** More quotations than this are no corrections any more. */
const quotationsTaken = 3;

export const askForQuotes =
  "When your person corrects you or says how things are done in this project, end your answer with a line " +
  'RULE: "…" that quotes their sentence word for word.';

/** What the agent of a person at a terminal is told once in a conversation; it hears best what is a rule. */
export function quotationRequest(
  { config }: Whetstone,
  { typedBy, run, session }: MomentOf<"prompt">,
  facts: SessionFacts,
): string | undefined {
  if (typedBy !== "person" || run !== session || facts.asksForQuotes || !config.hosts.quoteRules)
    return undefined;
  facts.asksForQuotes = true;
  return askForQuotes;
}

/**
 * What an agent quotes of its person becomes a proposal, if that person typed these very sentences in this
 * session: the agent is the ear, and its own words count for nothing.
 */
export async function hearQuoted(
  ws: Whetstone,
  { run, session, text, host: actor }: MomentOf<"answer">,
  facts: SessionFacts,
): Promise<void> {
  if (run !== session || facts.typed.length === 0) return;
  for (const quotation of quotedRules(text)) {
    const verified = facts.typed.flatMap((prompt) => verifiedRule(quotation, prompt) ?? []);
    const rule = verified.at(-1);
    if (rule === undefined || facts.quoted >= quotationsTaken) continue;
    facts.quoted += 1;
    await heard(ws, {
      text: rule.text,
      around: rule.around,
      session,
      interactive: true,
      actor,
      ...(facts.lastCall === undefined ? {} : { call: facts.lastCall }),
    });
  }
}

/**
 * A correction or a lasting rule in a person's prompt becomes a proposal in that person's words. Returns the
 * lessons that the prompt states: nobody needs to repeat them to the agent.
 */
export async function hearPrompt(
  ws: Whetstone,
  { text, typedBy, session, host: actor }: MomentOf<"prompt">,
  facts: SessionFacts,
): Promise<readonly string[]> {
  if (typedBy === undefined) return [];
  const { lastCall } = facts;
  facts.typedBy = typedBy;
  if (typedBy === "person") facts.typed = [...facts.typed, text.slice(0, promptChars)].slice(-promptsKept);
  const { lessons, overruled } = await heard(ws, {
    text: text.slice(0, promptChars),
    session,
    interactive: typedBy === "person",
    actor,
    ...(lastCall === undefined ? {} : { call: lastCall }),
  });
  facts.overruled = overruled;
  return lessons;
}

/**
 * The person's next prompt may be about this call. It is noted before the call runs too, since agents may
 * report nothing of one that a person refuses: there the reason is the next prompt.
 */
export function noteLastCall(
  facts: SessionFacts,
  { use, run, session }: MomentOf<"before-tool"> | MomentOf<"after-tool">,
): void {
  if (run === session) facts.lastCall = callText(use);
}

/** The reason for which a person refused a call is heard like a prompt. */
export async function hearRefusal(
  ws: Whetstone,
  moment: MomentOf<"after-tool">,
  facts: SessionFacts,
): Promise<void> {
  const { run, session, refusedWith, host: actor } = moment;
  noteLastCall(facts, moment);
  if (run !== session || refusedWith === undefined) return;
  await heard(ws, {
    text: refusedWith.slice(0, promptChars),
    isRefusal: true,
    session,
    interactive: facts.typedBy === "person",
    call: facts.lastCall,
    actor,
  });
}

/** A call in one line, to be kept with a correction about it. */
export function callText({ tool, command, files, input }: ToolUse): string {
  return oneLine(`${tool} ${command ?? files[0] ?? input}`, callChars);
}

/** A correction that cannot be recorded is lost, and the agent goes on. */
async function heard(ws: Whetstone, words: Parameters<Whetstone["hear"]>[0]): Promise<Heard> {
  try {
    const { lesson, more, overruled } = await ws.hear(words);
    return { lessons: [...(lesson === null ? [] : [lesson]), ...more.map((each) => each.lesson)], overruled };
  } catch (error) {
    ws.noteLoss("hear", error instanceof Error ? error.message : String(error));
    return { lessons: [], overruled: [] };
  }
}

interface Heard {
  readonly lessons: readonly string[];
  /** Rules that the words set aside for this turn. */
  readonly overruled: readonly string[];
}
