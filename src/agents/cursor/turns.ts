interface Turn {
  prompt: string | undefined;
  answer: string;
}

/** More chats than one machine has open. */
const chatsKept = 200;
/** More than a turn has; acknowledgements stand at the end. */
const answerChars = 1_000_000;

/**
 * The current turn of each chat. Cursor accepts no context with a prompt, only after a tool, and it sends an
 * answer before the end of its turn.
 */
export class Turns {
  readonly #turns = new Map<string, Turn>();

  prompted(session: string, prompt: string): void {
    this.#of(session).prompt = prompt;
  }

  answered(session: string, text: string): void {
    const turn = this.#of(session);
    turn.answer = `${turn.answer}\n${text}`.slice(-answerChars);
  }

  /** The prompt that has not got its brief yet. */
  takePrompt(session: string): string | undefined {
    const turn = this.#of(session);
    const { prompt } = turn;
    turn.prompt = undefined;
    return prompt;
  }

  /** The answer of the turn that is over. */
  end(session: string): string {
    const { answer } = this.#of(session);
    this.#turns.delete(session);
    return answer;
  }

  #of(session: string): Turn {
    const turn = this.#turns.get(session) ?? { prompt: undefined, answer: "" };
    this.#turns.delete(session);
    this.#turns.set(session, turn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > chatsKept && oldest !== undefined) this.#turns.delete(oldest);
    return turn;
  }
}
