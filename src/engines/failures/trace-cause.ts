import type { Cause } from "./cause.js";

const pythonError = /^(?:\w+\.){0,8}\w*(?:Error|Exception|Interrupt|Exit|Warning)\b(?::|$)/;
/** A syntax error has no heading above the place. */
const pythonTrace = /^\s*Traceback \(most recent call last\)|^\s+File ".{1,300}", line \d+$/;
const phpError = /^(?:PHP )?(?:Fatal|Parse) error: +\S/;
const jsError = /^(?:Uncaught )?(?:\w+\.){0,6}\w*(?:Error|Exception)(?: \[\w+\])?: \S/;
const javaError = /^(?:Exception in thread ".{0,80}" |Caused by: )(?:[\w$]+\.){1,10}\w+/;
const rubyError = /^\S{1,300}:\d+:in .{1,120}: .{1,300} \((?:\w+::)*\w+\)/;

/** The line of an interpreter's stack trace that states the error. */
export function traceCause(lines: readonly string[]): Cause | undefined {
  const traceback = lines.some((line) => pythonTrace.test(line));
  if (traceback)
    return causeAt(
      lines,
      lines.findLastIndex((line) => pythonError.test(line)),
    );
  const php = lines.findIndex((line) => phpError.test(line));
  if (php !== -1) return causeAt(lines, php);
  const caused = lines.findLastIndex((line) => /^Caused by: /.test(line) && javaError.test(line));
  if (caused !== -1) return causeAt(lines, caused);
  const java = lines.findIndex((line) => javaError.test(line));
  if (java !== -1) return causeAt(lines, java);
  const ruby = lines.findIndex((line) => rubyError.test(line));
  if (ruby !== -1) return causeAt(lines, ruby);
  const panic = lines.findIndex((line) => /^thread '.{0,80}' panicked at .{1,200}:\d+:\d+:$/.test(line));
  if (panic !== -1) return causeAt(lines, panic + 1);
  const frame = lines.findIndex((line) => /^\s+at .{1,300}[:)]/.test(line));
  if (frame === -1)
    return causeAt(
      lines,
      lines.findIndex((line) => /^panic: /.test(line)),
    );
  return causeAt(
    lines,
    lines.findIndex((line, index) => index < frame && jsError.test(line.trim())),
  );
}

function causeAt(lines: readonly string[], index: number): Cause | undefined {
  const line = lines[index]?.trim() ?? "";
  return line === "" ? undefined : { line, trace: true };
}
