import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { type NearLessons, nearLessons } from "../search/near-lessons.js";
import { type HeardAs, hearCorrection, rulesHeard } from "./hear-correction.js";
import type { StatedRule } from "./rules/heard/plain-forms.js";

/** What a person typed in a session that is over, as its agent wrote it down. */
export interface PastPrompt {
  readonly text: string;
  /** It is the reason for which a call was refused. */
  readonly isRefusal: boolean;
  /** The last tool call before it. */
  readonly call?: string | undefined;
  readonly agent: string;
  readonly session: string;
  readonly id: string;
  readonly at: string;
}

/** What a person said that lasts, and what became of it. */
export interface PastWords {
  readonly session: string;
  readonly at: string;
  readonly text: string;
  readonly as: HeardAs;
  readonly lesson: string;
}

/** What was found in prompts by the rules of the hooks. */
export interface FoundWords {
  of(prompt: PastPrompt): readonly StatedRule[];
  readonly near: NearLessons | undefined;
}

/** Reads prompts before anything is written: comparing words and meanings takes its time. */
export async function findCorrections(context: Context, prompts: readonly PastPrompt[]): Promise<FoundWords> {
  const found = new Map(prompts.map((prompt) => [prompt, rulesHeard(prompt.text)]));
  const texts = [...found.values()].flat().map(({ text }) => text);
  const near = texts.length === 0 ? undefined : await nearLessons(context, "directive", texts);
  return { of: (prompt) => found.get(prompt) ?? [], near };
}

/**
 * A proposal for its person, and no more: any program of the user may write a transcript, so what one holds is
 * never a session in which a person is known to have typed.
 */
export async function hearPast(
  context: Context,
  writer: LedgerWriter,
  prompt: PastPrompt,
  words: FoundWords,
): Promise<readonly PastWords[]> {
  const { agent: host, session, at, isRefusal, call } = prompt;
  const hearing = { host, session, isRefusal, call, interactive: false };
  const heard: PastWords[] = [];
  for (const correction of words.of(prompt)) {
    const { as, lesson } = await hearCorrection(context, writer, correction, hearing, words.near);
    heard.push({ session, at, text: correction.text, as, lesson });
  }
  return heard;
}
