import { WhetstoneError } from "../../base/errors.js";
import type { ExitCode } from "../../base/terminal/exit-code.js";
import type { Printer } from "../../base/terminal/output.js";
import type { Style } from "../../base/terminal/style.js";
import type { JsonLine } from "../../runs/formats/jsonl.js";

interface Refusal {
  readonly line: number;
  readonly reason: string;
}

/** Calls a verb for each line of a file. A refused line is listed by its number, and does not stop the others. */
export async function lineByLine<Result>(
  lines: readonly JsonLine[],
  work: (value: unknown) => Promise<Result>,
): Promise<{ readonly results: readonly Result[]; readonly refused: readonly Refusal[] }> {
  const results: Result[] = [];
  const refused: Refusal[] = [];
  for (const each of lines) {
    if ("problem" in each) refused.push({ line: each.line, reason: each.problem });
    else {
      try {
        results.push(await work(each.value));
      } catch (error) {
        if (!(error instanceof WhetstoneError) || error.code !== "invalid_input") throw error;
        refused.push({ line: each.line, reason: error.message });
      }
    }
  }
  return { results, refused };
}

/** Prints the results of many lines; a refused line makes the exit code 2. */
export function printLines<Result>(
  printer: Printer,
  { results, refused }: { readonly results: readonly Result[]; readonly refused: readonly Refusal[] },
  render: (result: Result, style: Style) => string,
): ExitCode | undefined {
  const answer = { results, refused };
  printer.result(answer, (style) =>
    [
      ...results.map((result) => render(result, style)),
      ...refused.map(({ line, reason }) => style.red(`line ${line}: ${reason}`)),
    ].join("\n"),
  );
  return refused.length > 0 ? 2 : undefined;
}
