import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type AgentDriver, done, startAgent } from "./agent-driver.js";

const rules = [
  "Never run `npm publish`.",
  "Use conventional commits.",
  "Do not edit files in `src/generated/`.",
  "Run `npm run lint` before committing.",
];

const commit = (subject: string) => `git commit --allow-empty -m "${subject}"`;

/** What every agent does with rules of instruction files that a person made bind. */
export function ruleCases(driver: AgentDriver): void {
  it("a rule that binds stops a call, and the model reads the file, the line, the rule and the way out", async () => {
    const { project, script, run, asked } = await startAgent(driver);
    writeFileSync(join(project.project, "AGENTS.md"), rules.map((rule) => `- ${rule}\n`).join(""));
    for (const line of [1, 2, 3, 4])
      project.whetstone("rules", "bind", `AGENTS.md:${line}`, "--by", "maintainer", "--yes");
    const commands = [
      "npm publish --dry-runs",
      commit("Add it"),
      "mkdir -p src/generated && echo x > src/generated/a.txt",
      "mkdir -p src && echo x > src/a.txt",
      commit("feat: add it"),
      "npm run lint",
      commit("feat: add it"),
    ];
    script.main = [...commands.map((command) => driver.shell(command)), done];
    expect((await run()).said).toContain("All done.");
    const told = asked().at(-1) ?? "";
    expect(told).toContain(
      'AGENTS.md:1: \\"Never run `npm publish`\\" (npm publish --dry-runs). Do it another way',
    );
    expect(told).toContain("AGENTS.md:2: ");
    expect(told).toContain("Write the subject as `type(scope): what it does`.");
    expect(told).toContain('AGENTS.md:3: \\"Do not edit files in `src/generated/`\\"');
    expect(told).toMatch(
      /AGENTS\.md:4: .{1,80} Run `npm run lint` first: last edit \d\d:\d\d UTC, not done since\./,
    );
    const guarded = project.events("call-guarded").map(({ data }) => data);
    expect(guarded).toEqual(Array(4).fill(expect.objectContaining({ decision: "denied" })));
  });
}
