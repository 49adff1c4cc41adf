import { spawn } from "node:child_process";

/**
 * Runs a program to its end and gathers what it prints.
 *
 * @param {{ command: string, args: string[], shell?: boolean }} program
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run({ command, args, shell = false }, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, shell, stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString("utf8").trim() }),
    );
  });
}

/** @param {string[]} args a script and its arguments */
export const runNode = (args, options) => run({ command: process.execPath, args }, options);
