import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { isProcess } from "./server-files.js";

describe("isProcess", () => {
  it("isProcess is true for this process, and false for one that never was", () => {
    expect(isProcess(process.pid)).toBe(true);
    expect(isProcess(2 ** 30)).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "isProcess does not take a killed process for one that runs",
    async () => {
      // The shell becomes a program that never asks how its child ended.
      const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"]);
      onTestFinished(() => void parent.kill("SIGKILL"));
      const [line] = (await once(parent.stdout, "data")) as [Buffer];
      const pid = Number(line.toString());
      // While it is still the shell, it may ask.
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8")).toBe("sleep\n");
      expect(isProcess(pid)).toBe(true);
      process.kill(pid, "SIGKILL");
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z");
      expect(isProcess(pid)).toBe(false);
    },
  );
});
