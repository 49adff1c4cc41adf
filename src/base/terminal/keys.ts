import type { Io } from "./io.js";

/** A terminal whose mode can be set; a stream in a test has none. */
interface RawInput {
  setRawMode?(isRaw: boolean): unknown;
}

/**
 * Answers that a person types at a terminal: single keys, and now and then a line. Make it before you print the
 * first question: from then on Ctrl-C is a key, and does not end the program.
 */
export class Keys {
  readonly #input: Io["stdin"] & RawInput;
  #typed = "";
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(input: Io["stdin"]) {
    this.#input = input;
    this.#input.setRawMode?.(true);
    input.on("data", this.#take);
    input.on("end", this.#end);
  }

  /** The next key; undefined at the end of input and for Ctrl-C and Ctrl-D. */
  async key(): Promise<string | undefined> {
    const key = await this.#next(/^[\r\n]*([^\r\n])/u);
    return key === undefined || key === "\u0003" || key === "\u0004" ? undefined : key;
  }

  /** The next line, edited as the terminal lets a person edit; undefined at the end of input. */
  async line(): Promise<string | undefined> {
    this.#input.setRawMode?.(false);
    const line = await this.#next(/^\r?\n?([^\r\n]*)\r?\n/u);
    this.#input.setRawMode?.(true);
    return line;
  }

  /** Gives the terminal back in its normal mode. */
  close(): void {
    this.#input.setRawMode?.(false);
    this.#input.off("data", this.#take);
    this.#input.off("end", this.#end);
    this.#input.pause();
  }

  async #next(pattern: RegExp): Promise<string | undefined> {
    for (;;) {
      const found = pattern.exec(this.#typed);
      if (found !== null) {
        this.#typed = this.#typed.slice(found[0].length);
        return found[1];
      }
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  readonly #take = (chunk: string | Buffer): void => {
    this.#typed += chunk.toString();
    this.#wake();
  };

  readonly #end = (): void => {
    this.#ended = true;
    this.#wake();
  };
}
