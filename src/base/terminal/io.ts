export interface Output {
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Everything of the process that a command touches, so that a test can run one without a process. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream;
  /** Whether standard input is a terminal. */
  readonly atTerminal: boolean;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}
