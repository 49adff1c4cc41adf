interface Turn {
  prompt: string | undefined;
  said: string;
}

/** More chats than one machine has open. */
const chatsKept = 200;
/** More words than a turn has; what an agent says of its lessons stands at the end. */
const saidChars = 1_000_000;

/**
 * The turn under way in each chat: Cursor takes no context with a prompt, only after a tool, and tells what
 * was said before it tells that the turn is over.
 */
export class Turns {
  readonly #turns = new Map<string, Turn>();

  asked(session: string, prompt: string): void {
    this.#of(session).prompt = prompt;
  }

  said(session: string, text: string): void {
    const turn = this.#of(session);
    turn.said = `${turn.said}\n${text}`.slice(-saidChars);
  }

  /** The prompt that was not answered with a brief yet. */
  takePrompt(session: string): string | undefined {
    const turn = this.#of(session);
    const { prompt } = turn;
    turn.prompt = undefined;
    return prompt;
  }

  /** What was said in the turn that is over. */
  end(session: string): string {
    const { said } = this.#of(session);
    this.#turns.delete(session);
    return said;
  }

  #of(session: string): Turn {
    const turn = this.#turns.get(session) ?? { prompt: undefined, said: "" };
    this.#turns.delete(session);
    this.#turns.set(session, turn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > chatsKept && oldest !== undefined) this.#turns.delete(oldest);
    return turn;
  }
}
