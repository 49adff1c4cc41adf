import type { Output } from "./io.js";

export type Update = (done: number, total: number) => void;

/** Work under a second shows nothing: a line that only flashes is noise. */
const quietMs = 1000;
/** On a terminal the line is redrawn in place; ten times a second looks smooth. */
const redrawMs = 100;
/** In a log file each update is a new line. */
const lineMs = 10_000;

/** Runs `work` and shows its progress on `output`. Nothing is left on a terminal when it ends. */
export async function withProgress<T>(
  label: string,
  output: Output,
  quiet: boolean,
  work: (update: Update) => Promise<T>,
): Promise<T> {
  if (quiet) return work(() => undefined);
  const line = new ProgressLine(label, output);
  try {
    return await work((done, total) => line.update(done, total));
  } finally {
    line.end();
  }
}

/**
 * Draws by the clock in `update`, because synchronous work lets no timer run, and by a timer where no update
 * comes.
 */
class ProgressLine {
  readonly #label: string;
  readonly #output: Output;
  readonly #timer: NodeJS.Timeout;
  #text: string;
  #nextDraw = performance.now() + quietMs;
  /** The text that was drawn last. */
  #drawn = "";

  constructor(label: string, output: Output) {
    this.#label = label;
    this.#output = output;
    this.#text = `${label} …`;
    this.#timer = setTimeout(() => this.#drawn === "" && this.#draw(), quietMs).unref();
  }

  update(done: number, total: number): void {
    const share = total > 0 ? ` (${Math.floor((100 * done) / total)} %)` : "";
    this.#text = `${this.#label}: ${done} of ${total}${share}`;
    if (performance.now() >= this.#nextDraw) this.#draw();
  }

  /** A log that shows the work begin also shows it end. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#drawn === "") return;
    if (this.#output.isTTY) this.#output.write("\r\u001b[K");
    else if (this.#drawn !== this.#text) this.#draw();
  }

  #draw(): void {
    const inPlace = this.#output.isTTY === true;
    const text = inPlace ? this.#text.slice(0, (this.#output.columns ?? 80) - 1) : this.#text;
    this.#output.write(inPlace ? `\r${text}\u001b[K` : `${text}\n`);
    this.#drawn = this.#text;
    this.#nextDraw = performance.now() + (inPlace ? redrawMs : lineMs);
  }
}
