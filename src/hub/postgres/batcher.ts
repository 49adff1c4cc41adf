interface Asked<Question, Answer> {
  readonly question: Question;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Questions that come while others are being answered are asked together afterwards: never earlier than they
 * came, so that each answer knows whatever was true then.
 */
export class Batcher<Question, Answer> {
  readonly #askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  #waiting: Asked<Question, Answer>[] = [];
  #isAsking = false;

  /** `askAll` answers in the order of the questions. */
  constructor(askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#askAll = askAll;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((answer, fail) => {
      this.#waiting.push({ question, answer, fail });
      if (!this.#isAsking) void this.#answerAll();
    });
  }

  async #answerAll(): Promise<void> {
    this.#isAsking = true;
    while (this.#waiting.length > 0) {
      const asked = this.#waiting;
      this.#waiting = [];
      try {
        const answers = await this.#askAll(asked.map(({ question }) => question));
        for (const [index, { answer }] of asked.entries()) answer(answers[index] as Answer);
      } catch (error) {
        for (const { fail } of asked) fail(error);
      }
    }
    this.#isAsking = false;
  }
}
