import { claudeSessions } from "./claude-sessions.js";
import { dayMs, hourMs, openInsights } from "./insights.js";
import { movingClock } from "./ledger.js";

/** A call that a runbook still asks for, and what an agent makes of the lesson about it. */
interface Habit {
  readonly program: string;
  readonly does: "helps" | "harms" | "nothing";
  readonly wrong: string;
  readonly error: string;
  readonly right: string;
  /** How likely it fails in a session, told of it before or not. */
  readonly untold: number;
  readonly told: number;
}

const habit = (
  program: string,
  [option, slip]: readonly [string, string],
  does: Habit["does"],
  chances: Pick<Habit, "untold" | "told">,
): Habit => ({
  program,
  does,
  ...chances,
  wrong: `${program} --${slip}`,
  right: `${program} --${option}`,
  error: `unknown option: --${slip}`,
});

/** Two lessons that agents follow, two that they read and ignore, and one that leads them astray. */
export const habits: readonly Habit[] = [
  habit("deploy site", ["fast", "fsat"], "helps", { untold: 0.6, told: 0.1 }),
  habit("packer image", ["slim", "silm"], "helps", { untold: 0.7, told: 0.15 }),
  habit("linter sources", ["strict", "stirct"], "nothing", { untold: 0.5, told: 0.5 }),
  habit("mirror archive", ["deep", "depe"], "nothing", { untold: 0.35, told: 0.35 }),
  habit("migrate tables", ["online", "onlnie"], "harms", { untold: 0.15, told: 0.7 }),
];

const habitsPerSession = 3;
const pastSessions = 60;
/** A Monday, so that the weeks of the experiment are whole. */
const monday = Date.parse("2026-01-05T06:00:00.000Z");
/** Twenty sessions a week. */
const betweenSessions = (7 * dayMs) / 20;

/**
 * Past sessions are learned from, as from transcripts; then agents work with the hooks of a host, each session
 * on some of the habits. What an agent does depends on what the hooks really told it, and on nothing else.
 */
export async function runExperiment(seed: number, sessions: number) {
  const clock = movingClock(monday);
  // A call that is stopped cannot fail: what the words do would not be seen.
  const words = ["evidence.enabled=true", "reflection.atTheCall=off"];
  const set = ["store.kind=memory", ...words, `project=experiment-${seed}`];
  const { ws } = await openInsights({ set, clock: clock.read });
  const random = randomFrom(seed);
  const session = claudeSessions(ws, clock.read);
  for (let n = 0; n < pastSessions; n += 1) {
    const start = clock.now;
    clock.advance(betweenSessions);
    await ws.learnCalls({ steps: pastSession(`past-${n}`, start, pick(random), random) });
  }
  for (let n = 0; n < sessions; n += 1) {
    await work(session(`session-${n}`), pick(random), random, clock.advance);
    clock.advance(betweenSessions - hourMs);
  }
  return ws;
}

type Random = () => number;

function pick(random: Random): readonly Habit[] {
  const order = habits.map((each) => ({ each, at: random() })).sort((one, other) => one.at - other.at);
  return order.slice(0, habitsPerSession).map(({ each }) => each);
}

function pastSession(session: string, start: number, mine: readonly Habit[], random: Random) {
  let calls = 0;
  const whose = () => {
    calls += 1;
    const at = new Date(start + calls * 60_000).toISOString();
    return { agent: "claude-code", session, at };
  };
  const call = (input: string, exitCode: number, output: string) => {
    const about = whose();
    return {
      call: { ...about, id: `${session}-${calls}`, tool: "Bash", input, output, facts: { exitCode } },
    };
  };
  const steps = mine.flatMap(({ wrong, error, right, untold }) => [
    ...(random() < untold ? [call(wrong, 1, `Exit code 1\n${error}`)] : []),
    call(right, 0, "ok"),
  ]);
  return [...steps, { end: { ...whose(), result: "success" as const } }];
}

async function work(
  agent: ReturnType<ReturnType<typeof claudeSessions>>,
  mine: readonly Habit[],
  random: Random,
  wait: (ms: number) => void,
): Promise<void> {
  const runbook = `Please run ${mine.map(({ wrong }) => `\`${wrong}\``).join(", then ")}.`;
  const told = (await agent.start()) + (await agent.prompt(runbook));
  for (const { wrong, error, right, untold, told: ifTold } of mine) {
    const isTold = told.includes(`\`${wrong}\` failed`);
    // A call that is stopped is not made: the agent goes on with the other one.
    if (random() < (isTold ? ifTold : untold) && (await agent.before(wrong)) === "")
      await agent.fails(wrong, `Exit code 1\n${error}`);
    await agent.before(right);
    await agent.works(right);
  }
  wait(hourMs);
  await agent.end();
}

/** Mulberry32: the same numbers for the same seed everywhere. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
