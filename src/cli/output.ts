import { WhetstoneError } from "../errors.js";
import { confirm } from "./confirm.js";
import type { GlobalValues } from "./global-options.js";
import type { Io } from "./io.js";
import { jsonText } from "./json-text.js";
import { type Update, withProgress } from "./progress.js";
import { type Style, styleFor } from "./style.js";

/** How a command speaks: its result on stdout, everything else on stderr. */
export interface Printer {
  /** The command's answer: `value` for machines, the rendered text for people. Called once. */
  result(value: unknown, render: (style: Style) => string): void;
  /** A remark for people on stderr; `--quiet` drops it. */
  note(text: string): void;
  /** Runs work that may take long, and shows how far it is once a second has passed. */
  progress<T>(label: string, work: (update: Update) => Promise<T>): Promise<T>;
  /** Asks on a terminal; without one it is a usage error that names `--yes`. */
  confirm(question: string): Promise<boolean>;
}

/**
 * JSON is held back until `flush`: should the command fail after its result, stdout still holds one document,
 * the error.
 */
export function createPrinter(io: Io, globals: GlobalValues): Printer & { flush(): void } {
  let document: string | undefined;
  return {
    result(value, render) {
      if (!globals.json)
        io.stdout.write(endingInNewline(render(styleFor(io.stdout, io.env, globals["no-color"]))));
      else if (document === undefined) document = jsonText(value, io.stdout);
      else throw new WhetstoneError("internal", "a command gave two results");
    },
    note(text) {
      if (!globals.quiet) io.stderr.write(endingInNewline(text));
    },
    progress: (label, work) => withProgress(label, io.stderr, globals.quiet, work),
    confirm: (question) => confirm(question, io),
    flush() {
      if (document !== undefined) io.stdout.write(document);
    },
  };
}

function endingInNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
