import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { CannotCheck } from "./cannot-check.js";
import type { Deadline } from "./deadline.js";

export interface ChildOrder {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Standard output and error together. */
  readonly maxBytes: number;
  /** What the program reads; without it there is nothing to read. */
  readonly input?: string;
}

export interface ChildEnd {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/**
 * Runs a program without shell, in a process group of its own that is killed on every way out: at its end
 * too, for the children it left behind. Only a program that leaves its group on purpose escapes. Throws
 * `CannotCheck` when it could not start, was killed, ran too long or printed too much.
 */
export function runChild(order: ChildOrder, deadline: Deadline): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    // Before the child starts: a signal that comes while it starts must find a listener.
    const release = whileRunning(deadline, (reason) => stop(reason));
    const child = started(order, release);
    const stop = (reason: CannotCheck) => {
      release();
      // Once it has ended, its number may be another's.
      if (child.exitCode === null && child.signalCode === null) killGroup(child);
      child.stdout.destroy();
      child.stderr.destroy();
      reject(reason);
    };
    const { maxBytes } = order;
    const collect = collector(maxBytes, () => stop(new CannotCheck(`wrote more than ${maxBytes} bytes`)));
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    child.once("error", (error) => stop(new CannotCheck(`could not start: ${error.message}`)));
    child.once("exit", () => killGroup(child));
    child.once("close", (code, signal) => {
      if (code === null) return stop(new CannotCheck(`was ended by ${signal}`));
      release();
      resolve({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) });
    });
  });
}

type Started = ChildProcessByStdio<Writable | null, Readable, Readable>;

function started({ program, args, cwd, env, input }: ChildOrder, release: () => void): Started {
  const detached = process.platform !== "win32";
  try {
    const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"] as const;
    const child = spawn(program, args, {
      cwd,
      env,
      shell: false,
      stdio: [...stdio],
      detached,
      windowsHide: true,
    });
    // A program that ends before it has read everything shows the reason by its exit code.
    child.stdin?.on("error", () => child.stdin?.destroy()).end(input);
    return child as Started;
  } catch (error) {
    release();
    throw error;
  }
}

/** The chunks of each stream it is given; calls `tooMuch` when they are more than `maxBytes` together. */
function collector(maxBytes: number, tooMuch: () => void) {
  let total = 0;
  return (stream: NodeJS.ReadableStream): readonly Buffer[] => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => {
      total += chunk.length;
      if (total > maxBytes) tooMuch();
      else chunks.push(chunk);
    });
    return chunks;
  };
}

/**
 * Stops the child at the deadline, on the caller's wish, and when this process ends. Returns how to take all
 * that back.
 */
function whileRunning(deadline: Deadline, stop: (reason: CannotCheck) => void): () => void {
  const abort = () => stop(new CannotCheck("was stopped"));
  const timer = setTimeout(() => stop(deadline.passed()), deadline.leftMs());
  // In a group of its own it would live on.
  const release = beforeExit(abort);
  deadline.signal?.addEventListener("abort", abort, { once: true });
  return () => {
    clearTimeout(timer);
    release();
    deadline.signal?.removeEventListener("abort", abort);
  };
}

/**
 * The group has the number of its first process. On Windows there is none, and only the child itself is
 * killed.
 */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    child.kill("SIGKILL");
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // ESRCH: no process is left. EPERM: on macOS, what is left has already ended.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/** Signals that end this process. */
const deadly = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const pending = new Set<() => void>();

/**
 * Calls `stop` when this process ends by itself or by a signal, until the returned function is called.
 * Listens only while there is something to stop, so that a host's own ways of ending stay as they are.
 */
function beforeExit(stop: () => void): () => void {
  if (pending.size === 0) {
    process.on("exit", stopAll);
    for (const signal of deadly) process.on(signal, onSignal);
  }
  pending.add(stop);
  return () => {
    pending.delete(stop);
    if (pending.size === 0) stopListening();
  };
}

function stopListening(): void {
  process.off("exit", stopAll);
  for (const signal of deadly) process.off(signal, onSignal);
}

function stopAll(): void {
  for (const stop of [...pending]) stop();
}

function onSignal(signal: NodeJS.Signals): void {
  stopAll();
  stopListening();
  // Without another listener, what the signal does by default still has to happen.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
