import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { addDirective, done, startAgent, taskOf } from "./support/agent-driver.js";
import { claude } from "./support/claude-driver.js";
import { installAgent } from "./support/install-agent.js";

beforeAll(() => void installAgent("claude"));

it("a rule that two sessions broke is enforced in the next, and a person takes that back", async () => {
  const { project, script, run, asked, askedByAgent } = await startAgent(claude);
  writeFileSync(join(project.project, "a.ts"), "const user = req.body as User;\n");
  const checked = ["--predicate", "grep:req\\.body as :*.ts", "--forbid", "Bash(echo cast)"];
  const rule = addDirective(project, "Never cast a request body", "--roles", "coder", ...checked);
  script.roles = { reviewer: `Looks good.\n\nDIRECTIVE_COMPLIANCE\nVERIFIED:${rule} evidence=a.ts:1` };
  const cast = claude.shell("echo cast");
  script.main = [cast, ...claude.delegate(taskOf("reviewer")), done];
  await run();
  expect(asked()[1]).not.toContain("ask the person you work for");
  await run();
  expect(askedByAgent().join("\n")).toContain("DIRECTIVES TO VERIFY");
  expect(project.events("directive-escalated").map(({ data }) => data)).toMatchObject([{ lesson: rule }]);
  script.main = [cast, done];
  asked();
  await run();
  const enforced = asked();
  expect(enforced[0]).toContain("critical: Never cast a request body");
  expect(enforced[1]).toContain("ask the person you work for");
  const back = ["--priority", "medium", "--enforcement", "warn", "--reason", "the body is checked before"];
  project.whetstone("lessons", "set", rule, ...back, "--by", "maintainer");
  await run();
  const after = asked();
  expect(after[0]).toContain("medium: Never cast a request body");
  expect(after[1]).not.toContain("ask the person you work for");
});
