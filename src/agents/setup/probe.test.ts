import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { runProbe } from "./probe.js";

const node = (code: string) => [process.execPath, "-e", code] as const;

it("a probe that does not end is ended at its limit, also where what it started holds its output open", async () => {
  const code = `require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 5_000)"], { stdio: "inherit" });
    process.on("SIGTERM", () => {}); setInterval(() => {}, 1_000);`;
  const probed = await runProbe({ command: node(code), input: "" }, tempFolder(), process.env, 100);
  expect(probed).toEqual({ stdout: "", fault: "it did not end within 0.1 s" });
});

it("a probe that ends says what it printed, or why it failed", async () => {
  const answer = (code: string) => runProbe({ command: node(code), input: "x" }, tempFolder(), process.env);
  expect(await answer("process.stdin.pipe(process.stdout)")).toEqual({ stdout: "x", fault: undefined });
  expect(await answer("console.error('no\\nway'); process.exit(3)")).toEqual({ stdout: "", fault: "no" });
});
