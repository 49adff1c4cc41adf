import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentsOfSession, hostsWithAgents } from "../../tests/support/host-agents.js";
import { addDirective, dataOf } from "../../tests/support/host-session.js";

const rule = {
  text: "Validate every request body with a schema before it is used",
  forbiddenActions: ["cast a request body"],
  verificationChecks: ["no cast of a request body"],
  verificationPredicate: "grep:req\\.body as :src-*.ts",
};

async function session(name: (typeof hostsWithAgents)[number]) {
  const agents = await agentsOfSession(name);
  writeFileSync(join(agents.ws.folder, "src-a.ts"), "const user = req.body as User;\n");
  const { lesson } = await addDirective(agents.ws, rule);
  return { ...agents, lesson, id: lesson.replace(/^directive-/, "").slice(0, 8) };
}

const compliance = (line: string) => `Looked at it.\n\nDIRECTIVE_COMPLIANCE\n${line} evidence=src-a.ts:1`;

describe.each(hostsWithAgents)("a reviewer in %s", (name) => {
  it("a reviewer is told which directives of the session to verify, with their ids and checks, and other roles are not", async () => {
    const { begin, start, id } = await session(name);
    expect(await begin("s1")).toContain(id);
    const brief = await start("s1", "reviewer");
    expect(brief).toContain("DIRECTIVE_COMPLIANCE\nVERIFIED:<id>");
    expect(brief).toContain(`- [${id}] medium: ${rule.text}`);
    expect(brief).toContain("CHECK: no cast of a request body");
    expect(await start("s1", "tester")).not.toContain("DIRECTIVE_COMPLIANCE");
    expect(await start("another", "reviewer")).not.toContain("DIRECTIVE_COMPLIANCE");
  });

  it("a reviewer reads each rule once: what it verifies is not also in its brief", async () => {
    const { begin, start, id } = await session(name);
    await begin("s1");
    const brief = await start("s1", "reviewer");
    expect(brief.split(rule.text)).toHaveLength(2);
    expect(brief.indexOf(`[${id}]`)).toBeGreaterThan(brief.indexOf("DIRECTIVES TO VERIFY"));
  });

  it("a reviewer is overruled by a check that fails, and violations in two sessions make the directive critical for the next", async () => {
    const { ws, begin, start, answer, end, lesson, id } = await session(name);
    for (const each of ["s1", "s2"]) {
      await begin(each);
      await start(each, "reviewer");
      await answer(each, "reviewer", compliance(`VERIFIED:${id}`));
      await end(each);
    }
    expect(await dataOf(ws, "directive-escalated")).toMatchObject([{ lesson }]);
    expect(await begin("s3")).toContain(`[${id}] critical: ${rule.text}`);
  });

  it("a reviewer escalates nothing by two reviews of one session: the same work is not violated twice", async () => {
    const { ws, begin, start, answer, id } = await session(name);
    await begin("s1");
    for (const role of ["reviewer", "code-reviewer"]) {
      await start("s1", role);
      await answer("s1", role, compliance(`VIOLATED:${id}`));
    }
    const violations = (await dataOf(ws, "receipt-recorded")).filter(({ kind }) => kind === "violated");
    expect(violations.length).toBeGreaterThanOrEqual(3);
    expect(await dataOf(ws, "directive-escalated")).toEqual([]);
  });
});
