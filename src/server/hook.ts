import { readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isNested, loopbackIsProxied, readEnvironment } from "../config/environment.js";
import { version } from "../version.js";
import { callWithText } from "./client.js";

/**
 * The program that agents start as a hook: `node hook.cjs HOST [MILLISECONDS] < payload > answer`. It always
 * ends with 0.
 */
const [, , host = "", budget = ""] = process.argv;

/** Long enough to start the server on a busy machine; a call to one that runs takes some milliseconds. */
const usualBudgetMs = 2_000;

const budgetMs = Number.parseInt(budget, 10) || usualBudgetMs;
const started = Date.now();

// Ending at once is faster than letting the event loop run dry; nothing is left to write.
ask().finally(() => process.exit(0));

async function ask(): Promise<void> {
  const env = readEnvironment();
  if (isNested(env)) return;
  const payload = readInput();
  const command = [process.execPath, join(import.meta.dirname, "cli", "main.cjs")];
  const left = budgetMs - (Date.now() - started);
  // The server does not see this environment, which is the agent's own.
  const route = `hooks/${encodeURIComponent(host)}${loopbackIsProxied(env) ? "?proxied" : ""}`;
  const answer = await callWithText(route, payload, { budgetMs: left, env, version, command });
  // What is no answer of the host's is no answer to the agent.
  if (answer === undefined || answer.body === undefined || answer.status >= 400) return;
  writeAll(typeof answer.body === "string" ? answer.body : `${JSON.stringify(answer.body)}\n`);
}

/** Standard input as it is. Directly, because opening `process.stdin` takes a tenth of the whole call. */
function readInput(): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(65_536);
  while (Date.now() - started < budgetMs) {
    try {
      const count = readSync(0, chunk);
      if (count === 0) break;
      chunks.push(Buffer.from(chunk.subarray(0, count)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") break;
      pause();
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      pause();
    }
  }
}

/** The other end of the pipe is not ready yet. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
