/** What a shell of Copilot CLI printed, and how it ended, by the last line of the text for the model. */
export interface ShellResult {
  readonly output: string;
  readonly exitCode: number | undefined;
  /** Of the shell that a command was started in, in the background. */
  readonly startedIn: string | undefined;
}

export function shellResult(text: string): ShellResult {
  const [ended, , code] =
    /\n?<shellId: (\S{1,40}) completed with exit code (-?\d{1,6})>\s*$/.exec(text) ?? [];
  if (ended !== undefined)
    return { output: text.slice(0, -ended.length), exitCode: Number(code), startedIn: undefined };
  const [, shell] = /^<command started in background with shellId: ([^>\s]{1,40})>/.exec(text) ?? [];
  return { output: text, exitCode: undefined, startedIn: shell };
}

/** The shell and the exit code of a notice that a command in the background has ended. */
export function endedInBackground(notice: string): { shell: string; exitCode: number } | undefined {
  const [, shell, code] =
    /\(shellId: ([^)\s]{1,40})\) has exited with exit code (-?\d{1,6})/.exec(notice) ?? [];
  return shell === undefined ? undefined : { shell, exitCode: Number(code) };
}
