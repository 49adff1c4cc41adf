import { WhetstoneError } from "../errors.js";
import { confirm } from "./confirm.js";
import type { Io } from "./io.js";
import { jsonText } from "./json-text.js";
import { type Update, withProgress } from "./progress.js";
import { isColoured, type Style, styleFor } from "./style.js";
import { visible } from "./visible.js";

/** The global options that decide how a command prints. */
export interface PrinterFlags {
  readonly json: boolean;
  readonly "no-color": boolean;
  readonly quiet: boolean;
}

/**
 * Prints the result of a command on stdout, and everything else on stderr. Texts for people lose what a
 * terminal would obey, whichever command rendered them.
 */
export interface Printer {
  /** The command's answer: `value` for machines, the rendered text for people. Called once. */
  result(value: unknown, render: (style: Style) => string): void;
  /** The same where the text for people takes a moment, such as loading what lays it out. */
  resultLater(value: unknown, render: (style: Style) => string | Promise<string>): Promise<void>;
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
export function createPrinter(io: Io, globals: PrinterFlags): Printer & { flush(): void } {
  let document: string | undefined;
  const style = styleFor(io.stdout, io.env, globals["no-color"]);
  const print = (text: string) => io.stdout.write(endingInNewline(visible(text, isColoured(style))));
  const keep = (value: unknown) => {
    if (document !== undefined) throw new WhetstoneError("internal", "a command gave two results");
    document = jsonText(value, io.stdout);
  };
  return {
    result(value, render) {
      if (globals.json) keep(value);
      else print(render(style));
    },
    async resultLater(value, render) {
      if (globals.json) keep(value);
      else print(await render(style));
    },
    note(text) {
      if (!globals.quiet) io.stderr.write(endingInNewline(visible(text, isColoured(style))));
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
