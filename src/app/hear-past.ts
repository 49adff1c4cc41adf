import { type Correction, correctionIn, refusalIn } from "../engines/corrections/correction-in.js";
import { textDoor } from "../engines/directives/directive-text.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import type { Context } from "./context.js";
import { type HeardAs, hearCorrection } from "./hear-correction.js";
import { type NearLessons, nearLessons } from "./same-or-opposite.js";

/** What a person typed in a session that is over, as its agent wrote it down. */
export interface PastPrompt {
  readonly agent: string;
  readonly session: string;
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly isRefusal: boolean;
  /** The last tool call before it. */
  readonly call?: string | undefined;
  /** The person's prompt before it. */
  readonly before?: string | undefined;
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
  of(prompt: PastPrompt): Correction | undefined;
  readonly near: NearLessons | undefined;
}

/** Reads prompts before anything is written: comparing words and meanings takes its time. */
export async function wordsIn(context: Context, prompts: readonly PastPrompt[]): Promise<FoundWords> {
  const found = new Map(
    prompts.flatMap((prompt) => {
      const correction = lastingIn(prompt);
      return correction === undefined ? [] : [[prompt, correction] as const];
    }),
  );
  const texts = [...found.values()].map(({ text }) => text);
  const near = texts.length === 0 ? undefined : await nearLessons(context, "directive", texts);
  return { of: (prompt) => found.get(prompt), near };
}

function lastingIn({ text, isRefusal, call, before }: PastPrompt): Correction | undefined {
  const found = (isRefusal ? refusalIn : correctionIn)(text, { call, prompt: before });
  return found?.lasting === true && textDoor(found.text).ok ? found : undefined;
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
  const correction = words.of(prompt);
  if (correction === undefined) return [];
  const { agent: host, session, at, call } = prompt;
  const hearing = { host, session, call, interactive: false };
  const { as, lesson } = await hearCorrection(context, writer, correction, hearing, words.near);
  return [{ session, at, text: correction.text, as, lesson }];
}
