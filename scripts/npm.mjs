/**
 * The npm that started this program if one did, else the one on the path.
 *
 * @param {...string} args
 * @returns {{ command: string, args: string[], shell: boolean }} for node:child_process; a shell only where
 * npm is a .cmd
 */
export function npm(...args) {
  const started = process.env.npm_execpath;
  if (started?.endsWith("npm-cli.js"))
    return { command: process.execPath, args: [started, ...args], shell: false };
  return { command: "npm", args, shell: process.platform === "win32" };
}
