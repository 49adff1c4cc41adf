import { expect, it } from "vitest";
import { claudeSessions } from "../support/claude-sessions.js";
import { agentsOfSession } from "../support/host-agents.js";
import { dataOf } from "../support/host-session.js";
import { dayMs, output, patterns, refuting, verdictOn } from "../support/insights.js";
import { movingClock } from "../support/ledger.js";

const areas = "billing, queue, search, login, upload, export, mail, cache, report, backup".split(", ");
const ruleOf = (area: string) => `The ${area} module must release its lock before it answers a caller`;
const mistaken = "Every comparison of two strings must take constant time";
const warned = `AVOID raising without new evidence: "${mistaken}"`;
const words = "amber birch cedar delta ember fjord grove heron inlet jetty".split(" ");
/** What holds of one change alone; no two of them are about the same. */
const oneOff = (n: number) =>
  `The ${words[n % 10]} form shows the ${words[Math.floor(n / 10)]} field twice after step ${n}`;

const wrong = "deploy site --fsat";
const error = "Exit code 1\nunknown option: --fsat";
const right = "deploy site --fast";

/**
 * A session a day. In the first ten the judge learns one rule each and, in the third, a mistaken one; in the others
 * it raises one of the ten, and what holds of that change alone. No hook says what an agent was asked to do.
 */
async function sixtySessions() {
  const clock = movingClock();
  const set = ["store.kind=memory", "insights.briefLimitMs=60000", "insights.captureLimitMs=600000"];
  const claude = await agentsOfSession("claude-code", { clock: clock.read, set });
  const commands = claudeSessions(claude.ws, clock.read);
  const told: string[] = [];
  const atFailure: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    clock.advance(dayMs);
    const session = `session-${n}`;
    await claude.begin(session);
    if (n < 2 || n === 59) {
      atFailure.push(await commands(session).fails(wrong, error));
      await commands(session).works(right);
    }
    const brief = await claude.start(session, "judge");
    told.push(brief);
    const raises = n === 2 || (n > 9 && !brief.includes(warned));
    const raised = [
      ruleOf(areas[n % 10] ?? ""),
      ...(n < 10 ? [] : [oneOff(n)]),
      ...(raises ? [mistaken] : []),
    ];
    await claude.answer(session, "judge", output + patterns(...raised));
    clock.advance(60_000);
    await claude.start(session, "inspector");
    await claude.answer(session, "inspector", verdictOn(undefined, raises ? refuting(mistaken) : {}));
    await claude.end(session);
  }
  return { ws: claude.ws, told, atFailure };
}

it("what Claude Code's agents learned in ten sessions still reaches their prompts in the sixtieth", async () => {
  const { ws, told, atFailure } = await sixtySessions();
  const last = told.at(-1) ?? "";
  expect(areas.filter((area) => !last.includes(ruleOf(area)))).toEqual([]);
  expect(told.slice(3).every((brief) => brief.includes(warned))).toBe(true);
  expect(last.match(/field twice after step/g)).toHaveLength(3);
  const [firstTold, , lastTold] = atFailure;
  expect(firstTold).not.toContain(right);
  expect(lastTold).toContain(right);
  const briefs = await dataOf(ws, "brief-made");
  expect(briefs.length).toBeGreaterThanOrEqual(180);
  const budget = ws.config.insights.adversarialBudgetTokens;
  expect(Math.max(...briefs.map(({ tokens }) => Number(tokens)))).toBeLessThanOrEqual(budget);
});
