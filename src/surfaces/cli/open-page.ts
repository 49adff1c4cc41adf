import { spawn } from "node:child_process";

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens a file in the browser. Where there is none, nothing happens: its path was printed. */
export function openPage(file: string): void {
  const [program, ...words] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, file], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
