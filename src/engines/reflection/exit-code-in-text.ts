/** Put before the output by the host: "Exit code 3", "Exit code: 3", "Process exited with code 3". */
const atStart =
  /^\s*(?:Error:\s+)?(?:(?:(?:Command|Process) (?:failed|exited) with )?exit code|Process exited with code):? (-?\d{1,10})\b/i;
/** Hosts that write a small report name the code on a line of its own below the output. */
const report = /^\s*(?:Chunk ID|Command|Directory|Output|Wall time|Stdout):/i;
const inReport = /^(?:Exit Code|Process exited with code):? (-?\d{1,10})$/im;

/**
 * The exit code that the host wrote into the text. Not one that the command printed itself (`echo "Exit code:
 * $?"`), which stands further down in an output that is no report.
 */
export function exitCodeInText(output: string): number | undefined {
  const start = atStart.exec(output.slice(0, 200))?.[1];
  if (start !== undefined) return Number(start);
  if (!report.test(output.slice(0, 200))) return undefined;
  const found = inReport.exec(output.slice(0, 2_000)) ?? inReport.exec(output.slice(-2_000));
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
