import type { Whetstone } from "../../src/index.js";
import type { EventData } from "../../src/log/events/catalog.js";
import { hostSpeaker, programSpeaker } from "../../src/verbs/call/speaker.js";
import { seed } from "./directives.js";
import type { movingClock } from "./ledger.js";
import { type As, deploysThatFail } from "./page-story.js";

type Clock = ReturnType<typeof movingClock>;

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** When its first session begins, and when the pictures are taken. */
export const firstDay = Date.parse("2026-01-12T08:00:00.000Z");
const pictureTime = Date.parse("2026-03-05T09:30:00.000Z");

/** A call that fails, what it says, and what works instead. */
const mistakes = [
  ["gh pr create --assign ada", "unknown flag: --assign", "gh pr create --assignee ada"],
  ["docker compose up --detached", "unknown flag: --detached", "docker compose up --detach"],
  ["npm run deploy --fast", "unknown option: --fast", "npm run deploy"],
  ["pytest --parallel tests", "unrecognized arguments: --parallel", "pytest -n auto tests"],
] as const;

/** Sessions of eight weeks: their names, and which mistakes each of them made. Later ones make fewer. */
const weeks = [
  [
    ["a1", 0, 1],
    ["a2", 0, 2],
    ["a3", 1, 3],
    ["a4", 2],
  ],
  [
    ["b1", 0, 1],
    ["b2", 1, 2],
    ["b3", 0, 3],
    ["b4", 2],
  ],
  [
    ["c1", 0, 3],
    ["c2", 1],
    ["c3", 2, 0],
    ["c4", 3],
  ],
  [
    ["d1", 0],
    ["d2", 1, 2],
    ["d3", 3],
  ],
  [["e1", 2], ["e2", 0], ["e3"]],
  [["f1", 1], ["f2"], ["f3", 3]],
  [["g1"], ["g2", 2], ["g3"]],
  [["h1"], ["h2", 3], ["h3"], ["h4"]],
] as const satisfies readonly (readonly (readonly [string, ...number[]])[])[];

/** What a person typed first, session after session. */
const prompts = [
  "Show the sum of the cart in the header",
  "Mend the sign-in on Safari",
  "Add a discount code to the checkout",
  "Why does the order mail come twice?",
  "Move the prices into the database",
  "Write tests for the stock counter",
  "Make the product pictures load lazily",
] as const;

/** Two months of a small shop: what the pictures in the documents show. */
export async function tellPicturedStory(ws: Whetstone, as: As, clock: Clock): Promise<void> {
  const person = as(programSpeaker("human", "ada"));
  await person.lessons.add({
    text: "Run npm test before every commit",
    appliesToAgents: ["coder"],
    requiredActions: ["npm test"],
  });
  let told = 0;
  for (const [index, sessions] of weeks.entries()) {
    clock.now = firstDay + index * 7 * day;
    for (const [name, ...failed] of sessions) {
      const task = prompts[told++ % prompts.length] ?? "";
      await tellSession(as, clock, { session: `${name}-3f9a41c2`, task, failed });
    }
  }
  await measure(ws);
  await deploysThatFail(ws);
  await tellWhatWaits(as);
  clock.now = pictureTime;
}

interface Session {
  readonly session: string;
  readonly task: string;
  readonly failed: readonly number[];
}

async function tellSession(as: As, clock: Clock, { session, task, failed }: Session): Promise<void> {
  const name = session < "d" ? "claude-code" : "codex";
  const host = as(hostSpeaker(name));
  const about = { phase: session, taskId: session, run: session };
  await host.brief({ role: "coder", moment: "start", phase: session, taskId: session, run: session });
  await host.brief({ role: "coder", moment: "prompt", ...about, host: name, task });
  for (const which of failed) {
    const [input = "", output = "", instead = ""] = mistakes[which] ?? [];
    clock.advance(4 * minute);
    await host.reflect({ tool: "Bash", input, output, facts: { exitCode: 1 }, ...about });
    clock.advance(minute);
    await host.reflect({ tool: "Bash", input: instead, output: "ok", facts: { exitCode: 0 }, ...about });
  }
  clock.advance(20 * minute);
  const result = failed.length > 1 ? "partial" : "success";
  await host.endPhase({ ...about, result, toolCalls: 30 + 5 * failed.length });
  clock.advance(5 * hour);
}

async function tellWhatWaits(as: As): Promise<void> {
  const agent = as(programSpeaker("agent:coder", "coder"));
  await as(hostSpeaker("claude-code")).hear({
    text: "From now on, never push to main without asking me first",
    session: "h4-3f9a41c2",
    interactive: true,
    call: "Bash git push",
  });
  await agent.lessons.add({
    text: "Keep the migrations in order of their dates",
    appliesToAgents: ["coder"],
    requiredActions: ["sort the migrations"],
  });
  await agent.lessons.add({ text: "Never deploy on a Friday" });
}

/** Of how many sessions in each arm the failure came back, lesson by lesson, and what follows. */
const measured = [
  { mistake: "--assign", of: 40, shown: 3, heldOut: 24, verdict: "helps" },
  { mistake: "--detached", of: 30, shown: 5, heldOut: 9, verdict: null },
  { mistake: "--fast", of: 30, shown: 24, heldOut: 5, verdict: "harms" },
] as const;

async function measure(ws: Whetstone): Promise<void> {
  const { lessons } = await ws.lessons.list({ kind: "failure", all: true });
  for (const { mistake, of, shown, heldOut, verdict } of measured) {
    const lesson = lessons.find(({ text }) => text.includes(mistake))?.id ?? "";
    const ended = Array.from({ length: 2 * of }, (_, index) => {
      const isShown = index % 2 === 0;
      const failed = Math.floor(index / 2) < (isShown ? shown : heldOut);
      const draw = { lesson, shown: isShown, probability: 0.5, moment: "start", failed, worked: !failed };
      const data = { session: `t-${mistake}-${index}`, cause: "task", draws: [draw] };
      return { type: "trial-session-ended", data: data as EventData<"trial-session-ended"> } as const;
    });
    const arms = { shown: { sessions: of, failures: shown }, heldOut: { sessions: of, failures: heldOut } };
    const interval = verdict === "helps" ? { low: -0.72, high: -0.21 } : { low: 0.28, high: 0.84 };
    const judged = verdict === null ? [] : [{ lesson, verdict, evidence: 40, ...interval, ...arms }];
    await seed(ws, [...ended, ...judged.map((data) => ({ type: "trial-judged", data }) as const)]);
  }
}
