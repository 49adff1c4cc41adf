import { expect, it } from "vitest";
import { patience } from "../../../tests/support/patience.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import type { NamedSetup } from "../../agents/setup/agent-setup.js";
import { proveSetup } from "./prove-setup.js";

const everyFile = `const { readdirSync, readFileSync } = require("fs");
  for (const file of readdirSync(process.argv[1], { recursive: true, withFileTypes: true }))
    if (file.isFile()) process.stdout.write(readFileSync(file.parentPath + "/" + file.name));`;

/** An agent whose hook prints nothing until it is asked for this time. */
function agentThatAnswersAt(time: number) {
  const sessions: string[] = [];
  const probe: NamedSetup["probe"] = (_place, folder, session) => {
    sessions.push(session);
    const code = sessions.length < time ? "" : everyFile;
    return { command: [process.execPath, "-e", code, folder], input: "" };
  };
  return { sessions, setup: { name: "codex", probe } as unknown as NamedSetup };
}

async function provenWithin(silentMs: number, ...times: readonly number[]) {
  const home = tempFolder();
  const agents = times.map(agentThatAnswersAt);
  const place = { root: home, dist: home, hasProgram: () => true };
  const setups = agents.map(({ setup }) => setup);
  const env = { PATH: process.env.PATH, HOME: home, ...patience };
  const { proofs } = await proveSetup(setups, place, env, () => undefined, silentMs);
  return {
    verified: proofs.map(({ verified }) => verified),
    asked: agents.map(({ sessions }) => sessions.length),
  };
}

it("hooks that say nothing yet are asked again until they answer, for as long as all agents together may be silent", async () => {
  expect(await provenWithin(600_000, 1, 5)).toEqual({ verified: [true, true], asked: [1, 5] });
});

it("hooks that stay silent longer are asked three times each, and are not verified", async () => {
  const never = Number.POSITIVE_INFINITY;
  expect(await provenWithin(0, never, 3, never)).toEqual({
    verified: [false, true, false],
    asked: [3, 3, 3],
  });
});
