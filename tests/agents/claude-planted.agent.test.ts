import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { nameOf, plantedIn, plantedTexts } from "../support/planted/texts.js";
import type { Step } from "../support/scripted-model/step.js";
import { done, startAgent } from "./support/agent-driver.js";
import { claude } from "./support/claude-driver.js";
import { installAgent } from "./support/install-agent.js";

beforeAll(() => void installAgent("claude"));

/** Every so many of them: a session of a real agent takes its time. */
const step = Math.max(1, Math.floor(plantedTexts.length / 6));
const sample = plantedTexts.filter((_, at) => at % step === 0);

/** A program that fails with a text, and works when it is called as `--again`, whatever stands behind that. */
const program = (text: string) => `#!/bin/sh
[ "$1" = --again ] && echo done && exit 0
cat <<'PLANTED'
${text}
PLANTED
exit 1
`;

it("what somebody planted in what programs print and in what agents ran is told to no later session of Claude Code", async () => {
  const { project, script, run, asked } = await startAgent(claude, {
    settings: { evidence: { enabled: false } },
  });
  mkdirSync(join(project.project, "bin"));
  const write = (name: string, text: string) =>
    writeFileSync(join(project.project, "bin", name), program(text), { mode: 0o755 });
  write("control", "error: the till is open");
  for (const [at, text] of sample.entries()) {
    write(`${nameOf(at)}-prints`, text);
    write(`${nameOf(at)}-runs`, "error: the till is open");
  }
  const words = (text: string) => text.replace(/[^\p{L}\p{N} ]+/gu, " ");
  const calls = sample.flatMap((text, at): Step[] => [
    claude.shell(`bin/${nameOf(at)}-prints`),
    claude.shell(`bin/${nameOf(at)}-prints --again`),
    claude.shell(`bin/${nameOf(at)}-runs`),
    claude.shell(`bin/${nameOf(at)}-runs --again ${words(text)}`),
  ]);
  const control = [claude.shell("bin/control"), claude.shell("bin/control --again")];
  script.main = [...control, ...calls, done];
  await run();
  await run();
  asked();
  const failing = sample.flatMap((_, at) => [
    claude.shell(`bin/${nameOf(at)}-prints`),
    claude.shell(`bin/${nameOf(at)}-runs`),
  ]);
  script.main = [claude.shell("bin/control"), ...failing, done];
  await run();
  // To the end of the text in JSON: what the program printed stands beside it.
  const told = asked().flatMap((request) => request.match(/This failed in (?:[^"\\]|\\.)*/g) ?? []);
  expect(told.join("\n")).toContain("what worked in 2 sessions: `bin/control --again`");
  expect(told.length).toBeGreaterThan(sample.length);
  expect(plantedIn(told.join("\n"), sample)).toEqual([]);
});
