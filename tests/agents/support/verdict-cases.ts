import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Step } from "../../support/scripted-model/step.js";
import { type AgentDriver, type AgentSession, done, startAgent, taskOf } from "./agent-driver.js";
import { program } from "./learning-project.js";

/** What verdicts do to insights in every agent that starts others. */
export function verdictCases(driver: AgentDriver): void {
  describe(`agents of ${driver.host} that judge each other`, () => {
    it("a verdict reinforces what was said or shown and holds, and refutes it later as a regression", async () => {
      const { session, judge } = await startJudging(driver);
      await judge(`## Accumulated Patterns\n\n${claims}\n\nSeen at cache.ts:2`, verdictOf([]));
      for (let passed = 1; passed <= 3; passed += 1)
        await judge("Nothing new, by cache.ts:2.", verdictOf([]));
      const verdicts = verdictsIn(session);
      expect(verdicts).toMatchObject(
        Array.from({ length: 4 }, () => ({
          role: "judge",
          validator: "inspector",
          verdict: "PASS",
          evidenceLevel: 2,
          witness: "host",
        })),
      );
      // All that was said is confirmed first, five at once; then what the next sessions were shown of it.
      const confirmations = verdicts.map(({ reinforced }) => reinforced);
      expect(confirmations[0]).toHaveLength(5);
      for (const each of confirmations) expect([3, 4, 5]).toContain(each.length);
      const confirmed = String(
        confirmations[0]?.find((id) => confirmations.every((each) => each.includes(id))),
      );
      expect(explained(session, confirmed)).toMatchObject({ numbers: { ageing: 0, decay: 1 } });
      expect(explained(session, confirmed).answer.join(" ")).toContain("it no longer fades");
      const { lessons } = session.project.whetstone("lessons", "list", "--kind", "insight");
      const known = lessons as readonly { readonly id: string; readonly text: string }[];
      const text = known.find(({ id }) => id === confirmed)?.text ?? "";
      const told = await judge(`## Accumulated Patterns\n\n- [J1] ${text}`, verdictOf(["J1"]));
      expect(told.join("\n")).toContain("FINDINGS TO JUDGE");
      expect(verdictsIn(session).at(-1)).toMatchObject({
        penalised: [{ lesson: confirmed, regression: true }],
      });
      expect(explained(session, confirmed)).toMatchObject({ numbers: { ignores: 1, reinforcements: 0 } });
    });

    it("words without evidence reinforce nothing, and a false positive is known by the id that was told", async () => {
      const { session, judge } = await startJudging(driver);
      const told = await judge(`## Accumulated Patterns\n\n- [J2] ${patterns[0]}`, verdictOf(["J2"]));
      expect(told.find((each) => each.includes("FINDINGS TO JUDGE"))).toContain("[J2]");
      await judge("It looks good to me.", verdictOf([]));
      expect(verdictsIn(session)).toMatchObject([
        { penalised: [{ by: "finding", regression: false }], reinforced: [] },
        { evidenceLevel: 3, reinforced: [], aged: [] },
      ]);
      const { lessons } = session.project.whetstone("lessons", "list", "--kind", "insight");
      expect(lessons).toMatchObject([{ text: patterns[0], failures: 1 }]);
    });
  });
}

/** Each call is a session whose judge says one thing and whose inspector another; returns what they were asked. */
async function startJudging(driver: AgentDriver) {
  const session = await startAgent(driver);
  const { project, script, run, asked, askedByAgent } = session;
  writeFileSync(join(project.project, "cache.ts"), "const a = 1;\nconst b = 2;\n");
  for (const role of ["judge", "inspector"]) driver.addRole(project, role);
  let sessions = 0;
  const judge = async (said: string, verdict: string): Promise<readonly string[]> => {
    sessions += 1;
    script.roles = { judge: said, inspector: verdict };
    script.main = [
      ...driver.delegate(`${taskOf("judge")}: ${subjects}`, "judge"),
      waitFor(driver, "deliberation-recorded", sessions),
      ...driver.delegate(taskOf("inspector"), "inspector"),
      waitFor(driver, "verdict-recorded", sessions),
      done,
    ];
    expect((await run()).said).toContain("All done.");
    const requests = askedByAgent();
    asked();
    return requests;
  };
  return { session, judge };
}

/** A started agent works on its own in some agents: a turn that lasts until the log has so many events of a type. */
function waitFor(driver: AgentDriver, type: string, count: number): Step {
  const counted = `${process.execPath} ${program} export | grep -c '"type":"${type}"'`;
  return driver.shell(
    `for i in $(seq 60); do [ "$(${counted})" -ge ${count} ] && break; sleep 1; done; echo waited`,
  );
}

interface RecordedVerdict extends Readonly<Record<string, unknown>> {
  readonly reinforced: readonly string[];
}

function verdictsIn({ project }: AgentSession): readonly RecordedVerdict[] {
  return project.events("verdict-recorded").map(({ data }) => Object(data) as RecordedVerdict);
}

function explained({ project }: AgentSession, lesson: string) {
  return project.whetstone("explain", lesson) as { answer: readonly string[] };
}

function verdictOf(falsePositives: readonly string[]): string {
  const verdict = { verdict: "PASS", issues: [], must_fix: [], false_positives: falsePositives };
  return `Checked.\n\n<!-- jkz:verdict-json\n${JSON.stringify(verdict)}\n-->`;
}

/** An agent whose brief is made for its task is shown what is about it. */
const subjects =
  "review cache keys and tenants, retries and locks, the size of uploads, migrations and rollbacks, dates and time zones";

/** Two more than a verdict reinforces when none is about the files at hand. */
const patterns = [
  "Cache keys must always contain the tenant id, or one tenant reads the data of another.",
  "Retries must never run before the lock is released.",
  "Uploads must always be checked for their size before they are read.",
  "Every migration must be reversible, or a rollback loses rows.",
  "Dates must never be compared as texts of the local time zone.",
  "Log lines must never hold the password of a customer.",
  "A queue must always have an upper limit for its messages.",
];
const claims = patterns.map((text) => `- ${text}`).join("\n");
