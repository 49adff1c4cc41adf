import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Step } from "../../support/scripted-model/step.js";
import { type AgentDriver, type AgentSession, addDirective, done, startAgent } from "./agent-driver.js";
import { addScripts, knownBefore } from "./known-failure.js";
import { corrupt, diagnosis, killServer } from "./spoil.js";

/**
 * Whatever happens to us, the agent does its work as if we were not there, and `doctor` says what happened.
 */
export function faultCases(driver: AgentDriver): void {
  const work = [driver.shell("echo one > one.txt"), driver.shell("cat one.txt"), done];

  async function expectUndisturbed(
    { project, script, run, asked }: AgentSession,
    steps: readonly Step[] = work,
  ) {
    script.main = steps;
    const { code, said } = await run();
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("All done.") });
    expect(asked()).toHaveLength(steps.length);
    expect(readFileSync(join(project.project, "one.txt"), "utf8")).toBe("one\n");
  }

  describe(`${driver.host} goes on`, () => {
    it("the agent goes on when the server is killed in the middle, and the session still teaches something", async () => {
      const session = await startAgent(driver);
      addScripts(session.project);
      const failing = driver.shell("npm run lnt");
      const kill = driver.shell(killServer(session.project));
      await expectUndisturbed(session, [
        driver.shell("echo one > one.txt"),
        failing,
        kill,
        driver.shell("npm run lint"),
        done,
      ]);
      expect(diagnosis(session.project)).toContain("crashed; started a new one");
      session.script.main = [failing, done];
      await session.run();
      expect(session.asked().at(-1)).toContain(knownBefore);
    });

    it("the agent goes on while another process holds the store, and doctor reports what was given up", async () => {
      const session = await startAgent(driver, { settings: {} });
      addDirective(session.project, "Name the file that you changed", "--roles", "coder");
      const holder = await lock(session.project.database);
      await expectUndisturbed(session);
      holder.stdin?.end();
      expect(diagnosis(session.project)).toMatch(/brief/);
    });

    it("the agent goes on over a corrupt database, and doctor shows the way back", async () => {
      const session = await startAgent(driver);
      corrupt(session.project);
      await expectUndisturbed(session);
      expect(diagnosis(session.project)).toMatch(/not a database|malformed|corrupt|damaged/i);
    });
  });
}

async function lock(database: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [
    join(import.meta.dirname, "../../storage/lock-holder.mjs"),
    database,
  ]);
  onTestFinished(() => void holder.kill());
  await new Promise((resolve) => holder.stdout?.once("data", resolve));
  return holder;
}
