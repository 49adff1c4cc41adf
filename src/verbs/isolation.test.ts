import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledgerOver, movingClock } from "../../tests/support/ledger.js";
import { sqliteIn } from "../../tests/support/sqlite.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { collect, openInTemp, outcome } from "../../tests/support/whetstone.js";
import { type LoadedConfig, loadConfig } from "../base/config/load.js";
import { MemoryLosses } from "../base/losses/memory.js";
import { LastSeen } from "../base/project/last-seen.js";
import { placesForProject } from "../base/project/places.js";
import type { Input, Whetstone } from "../index.js";
import { InstructionFiles } from "../lessons/kept/instruction-files.js";
import { PreparedRules } from "../lessons/kept/prepared-rules.js";
import { ReadActions } from "../lessons/kept/read-actions.js";
import { Threads } from "../lessons/kept/threads.js";
import { MemoryStore } from "../log/store/memory.js";
import type { Store } from "../log/store/store.js";
import { LessonSearch } from "../search/lesson-search.js";
import type { Context } from "./call/context.js";
import { handleFor } from "./frame/handle.js";
import { instructionSources } from "./open/instruction-sources.js";

const shared = [
  "Always close file handles before a rename on Windows.",
  "Retries without a limit flood the queue because nobody stops them.",
  "The parser accepts trailing commas in arrays.",
];
const section = (...items: readonly string[]) =>
  `I looked.\n\n## Accumulated Patterns\n${items.map((each) => `- ${each}\n`).join("")}`;
const verdict = (fields: object) =>
  `<!-- jkz:verdict-json\n${JSON.stringify({ issues: [], must_fix: [], ...fields })}\n-->`;

/** A directive of one of three texts: an agent's, or a person's that stops a tool. */
const directive = (n: number): Input<"lessons add"> => ({
  text:
    ["Close every file handle before a rename", "Bind database values", "Keep network timeouts short"][
      n % 3
    ] ?? "",
  appliesToAgents: ["judge"],
  appliesToTools: ["Bash"],
  requiredActions: ["look at it"],
  forbiddenActions: ["git push --force"],
  ...(n % 2 === 0 ? { origin: "agent:judge" } : { priority: "critical", enforcement: "enforce" }),
});

/** The limits are wide: this is about what a verb answers, not how soon. */
const loaded: LoadedConfig = loadConfig({
  set: ["insights.briefLimitMs=60000", "insights.captureLimitMs=600000", "antiPatterns.minObservations=2"],
});

/** Hundreds of projects in one store, whose event ids tell whose they are. */
function world(root: string, store: Store) {
  const clock = movingClock();
  const made = new Map<string, Context>();
  const search = new LessonSearch({ folder: undefined, settings: loaded.config.retrieval, model: undefined });
  const contextOf = (project: string): Context => {
    const known = made.get(project);
    if (known !== undefined) return known;
    let ids = 0;
    const [actions, instructions] = [new ReadActions(), new InstructionFiles(root, instructionSources)];
    const rules = new PreparedRules();
    const newId = () => `${project}-event-${String(++ids).padStart(6, "0")}`;
    const context: Context = {
      ledger: ledgerOver({ store, project, config: loaded.config, clock: clock.read, newId }),
      loaded,
      identity: { key: project, from: "config", basis: project },
      unaccepted: undefined,
      limits: { briefMs: 60_000, captureMs: 600_000, starvedMs: 0 },
      rules: async () => rules,
      actions: async () => actions,
      places: placesForProject({ key: project, root, env: {}, platform: "linux", home: root }),
      losses: new MemoryLosses(),
      lastSeen: new LastSeen(undefined),
      threads: new Threads(undefined),
      instructions: async () => instructions,
      modelsFolder: () => "",
      env: {},
      search: async () => search,
      close: async () => undefined,
      languageModel: () => Promise.reject(new Error("not used")),
      otherProject: () => {
        throw new Error("not used");
      },
      clock: clock.read,
      actor: "tester",
      origin: "human",
      witness: "person",
      run: undefined,
      version: "test",
      beforeWriting: () => undefined,
    };
    made.set(project, context);
    return context;
  };
  return { clock, contextOf };
}

/** Everything a caller can do, in words that are the same in all projects. */
const calls: Readonly<Record<string, (context: Context, n: number, foreign: string) => Promise<unknown>>> = {
  deliberate: (context, n) =>
    handleFor(context).deliberate({
      role: n % 3 === 0 ? "auditor" : "judge",
      text: section(shared[n % 3] ?? "", shared[(n + 1) % 3] ?? ""),
      run: `r-${n % 2}`,
      taskId: `bd-${n % 2}`,
      labels: [`label-${n % 2}`],
    }),
  deliberateOnce: (context) =>
    handleFor(context).deliberate({ role: "judge", text: section(...shared), key: "the same key" }),
  brief: (context, n) =>
    handleFor(context).brief({
      role: n % 3 === 0 ? "auditor" : "judge",
      run: `r-${n % 2}`,
      phase: "build",
      task: shared[n % 3],
    }),
  addLesson: (context, n) => handleFor(context).lessons.add(directive(n)),
  harden: async (context, n) =>
    handleFor(context).lessons.harden({
      lesson: (await handleFor(context).lessons.add(directive(n))).lesson,
      triggers: [`trigger number ${n}`],
    }),
  acknowledge: async (context, n) => {
    const { lesson } = await handleFor(context).lessons.add(directive(n));
    const { id } = await handleFor(context).brief({ role: "judge", run: `r-${n % 2}`, phase: "build" });
    return handleFor(context).acknowledge({
      brief: id,
      output: `KNOWLEDGE_APPLIED:${lesson.slice("directive-".length)}`,
    });
  },
  acknowledgeRun: (context, n) =>
    handleFor(context).acknowledge({
      run: `r-${n % 2}`,
      output: `KNOWLEDGE_IGNORED:${"0".repeat(8)} reason=${n}`,
    }),
  reviewPhase: async (context, n) => {
    const id = (await handleFor(context).lessons.add(directive(n))).lesson.slice("directive-".length);
    const output = `## DIRECTIVE_COMPLIANCE\n${n % 2 === 0 ? "VIOLATED" : "VERIFIED"}:${id} evidence=src/a.ts:1\n`;
    return handleFor(context).review({ phase: "build", run: `r-${n}`, output });
  },
  gate: (context) => handleFor(context).gate({ phase: "build" }),
  override: (context) => handleFor(context).gate({ phase: "build", override: "accepted by the maintainer" }),
  checkTool: (context) => handleFor(context).checkTool({ tool: "Bash", command: "git push --force" }),
  reflect: (context, n) =>
    handleFor(context).reflect({
      tool: "Bash",
      input: "npm tst",
      output: "npm error unknown command: tst",
      facts: { exitCode: n % 4 === 3 ? 0 : 1 },
      phase: "build",
      taskId: `bd-${n % 2}`,
    }),
  motifs: (context) => handleFor(context).lessons.motifs(),
  review: async (context, n) => {
    const own = `${context.identity.key}-event-000001`;
    const text = n % 2 === 0 ? { false_positives: [{ text: shared[n % 3] }] } : {};
    return handleFor(context).review({ output: verdict({ verdict: "PASS", ...text }), deliberation: own });
  },
  reviewForeign: (context, n, foreign) =>
    handleFor(context).review({
      output: verdict({ verdict: "PASS", false_positives: [{ text: shared[n % 3] }] }),
      deliberation: `${foreign}-event-000001`,
    }),
  explainForeign: (context, _n, foreign) => handleFor(context).explain({ id: `${foreign}-event-000001` }),
  outcomeScore: (context, n) =>
    handleFor(context).outcomeScore({ run: `r-${n % 2}`, result: n % 2 === 0 ? "held" : "reverted" }),
  record: (context, n) =>
    handleFor(context).record(
      outcome({ result: n % 2 === 0 ? "failure" : "success", strategy: "Split by layer", run: `r-${n % 2}` }),
    ),
  recordOnce: (context) => handleFor(context).record(outcome({ key: "the same outcome" })),
  plan: (context, n) => handleFor(context).plan({ task: "Split the work", taskId: `bd-${n % 2}` }),
  promote: async (context) =>
    handleFor(context).lessons.promote({ lesson: await anyLesson(context), reason: "seen" }),
  reset: async (context) =>
    handleFor(context).lessons.reset({ lesson: await anyLesson(context), reason: "seen" }),
  forget: async (context) =>
    handleFor(context).lessons.forget({ lesson: await anyLesson(context), reason: "asked" }),
  lessons: (context) => handleFor(context).lessons.list(),
  explain: async (context) => handleFor(context).explain({ id: await anyLesson(context) }),
  report: (context) => handleFor(context).report(),
  // Where the store lies is the one thing that differs between a world and its oracle.
  status: async (context) => ({ ...(await handleFor(context).status()), store: null }),
  metrics: (context) => handleFor(context).metrics(),
};

async function anyLesson(context: Context): Promise<string> {
  return (await handleFor(context).lessons.list()).lessons[0]?.id ?? "insight-none";
}

interface Step {
  readonly project: number;
  readonly call: string;
  readonly n: number;
  readonly foreign: number;
}

const projects = 300;
const name = (n: number) => `project-${String(n).padStart(3, "0")}`;
// A few are busy, so that a project has some past; the rest come once or twice.
const anyProject = fc.oneof(fc.nat(3), fc.nat(projects - 1));
const steps = fc.array(
  fc.record({
    project: anyProject,
    call: fc.constantFrom(...Object.keys(calls)),
    n: fc.nat(11),
    foreign: anyProject,
  }),
  { minLength: 60, maxLength: 400 },
);

/**
 * Two projects that do everything in turn, before chance takes over: the second explains and reviews what the
 * first said.
 */
const opening = [
  "deliberate deliberateOnce brief outcomeScore review reviewForeign record recordOnce plan lessons explain explainForeign",
  "addLesson brief harden acknowledge acknowledgeRun reviewPhase gate override checkTool reflect reflect gate motifs",
  "promote reset report status metrics deliberate forget",
]
  .join(" ")
  .split(" ")
  .flatMap((call): Step[] => [0, 1].map((project) => ({ project, call, n: 1, foreign: 0 })));

async function answer(
  { contextOf }: ReturnType<typeof world>,
  { project, call, n, foreign }: Step,
): Promise<string> {
  const context = contextOf(name(project));
  const given = calls[call]?.(context, n, name(foreign)) ?? Promise.reject(new Error("no such call"));
  return JSON.stringify(await given.catch((error) => ({ code: error.code, message: error.message })));
}

describe("hundreds of projects in one store", () => {
  it.each([
    ["memory", 10, () => new MemoryStore()],
    ["a SQLite file", 2, () => sqliteIn(tempFolder())],
  ])(
    "projects in %s each answer as if they were alone, whatever the others do in the same words",
    async (_kind, numRuns, open) => {
      const root = tempFolder();
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(steps, async (chance) => {
          const history = [...opening, ...chance];
          const store = open();
          const together = world(root, store);
          const answers: string[] = [];
          for (const step of history) {
            together.clock.advance(60_000);
            answers.push(await answer(together, step));
            if (!answers.at(-1)?.includes('"code"')) seen.add(step.call);
          }
          for (const project of new Set(history.map((step) => step.project))) {
            const alone = world(root, new MemoryStore());
            for (const [index, step] of history.entries()) {
              alone.clock.advance(60_000);
              if (step.project === project)
                expect(await answer(alone, step), name(project)).toBe(answers[index]);
            }
            const log = (from: typeof alone) => collect(handleFor(from.contextOf(name(project))).export());
            expect(await log(together)).toEqual(await log(alone));
            expect(together.contextOf(name(project)).losses.list()).toEqual(
              alone.contextOf(name(project)).losses.list(),
            );
          }
          await store.close();
        }),
        { numRuns },
      );
      // Calls that are always refused would prove nothing.
      expect(Object.keys(calls).filter((call) => !seen.has(call))).toEqual([]);
    },
  );
});

interface Tenant {
  readonly name: string;
  readonly secret: string;
  readonly ws: Whetstone;
}

/** A project of its own in a data folder that all share, named in whetstone.json or by the caller. */
async function tenantOf(home: string, n: number): Promise<Tenant> {
  const project = name(n);
  const root = join(home, project);
  mkdirSync(root);
  const named = n % 2 === 0;
  if (named) writeFileSync(join(root, "whetstone.json"), JSON.stringify({ project }));
  const env = {
    HOME: home,
    WHETSTONE_DATA_DIR: join(home, "data"),
    WHETSTONE_STORE_SYNCHRONOUS: "normal",
    WHETSTONE_INSIGHTS_BRIEF_LIMIT_MS: "60000",
    WHETSTONE_INSIGHTS_CAPTURE_LIMIT_MS: "600000",
  };
  const ws = await openInTemp({ root, env, ...(named ? {} : { project }) });
  return { name: project, secret: `Never hand the token of ${project} to a subprocess.`, ws };
}

/** All that a project can be asked, as one text. */
async function everythingSaidBy({ ws }: Tenant): Promise<string> {
  const lessons = await ws.lessons.list();
  const said: unknown[] = [
    lessons,
    await ws.status(),
    await ws.report(),
    (await ws.metrics()).text,
    await ws.plan({ task: "Next" }),
  ];
  said.push(
    await ws.brief({ role: "judge", run: "r-9" }),
    await ws.brief({ role: "lens", labels: ["auth"], run: "r-9" }),
  );
  for (const { id } of lessons.lessons) said.push(await ws.explain({ id }));
  said.push(await collect(ws.export()));
  return said.map((each) => JSON.stringify(each)).join("\n");
}

async function live({ ws, secret }: Tenant) {
  const text = section(...shared, secret);
  const first = await ws.deliberate({
    role: "judge",
    text,
    run: "r-1",
    taskId: "bd-1",
    labels: ["auth"],
    files: ["src/a.ts"],
  });
  const shown = await ws.brief({ role: "judge", run: "r-2", labels: ["auth"] });
  await ws.record(
    outcome({ result: "failure", strategy: "Split by layer", failureDetails: secret, run: "r-2" }),
  );
  return { first, shown };
}

describe("many projects in one data folder", () => {
  const tenants = 40;

  it(`${tenants} projects with the same roles, runs and texts show nothing of each other`, async () => {
    const home = tempFolder();
    const all: Tenant[] = [];
    for (let n = 0; n < tenants; n += 1) all.push(await tenantOf(home, n));
    const lives = await Promise.all(all.map(live));
    for (const [n, { first, shown }] of lives.entries()) {
      // Somebody else's sighting of the same text would make a candidate; somebody else's exposure would make
      // an echo.
      expect(
        first.insights.map(({ state, echo }) => ({ state, echo })),
        name(n),
      ).toEqual(Array(4).fill({ state: "observed", echo: false }));
      expect(shown).toMatchObject({ memory_queried: 4, patterns_found: 4 });
    }
    for (const tenant of all) {
      const said = await everythingSaidBy(tenant);
      expect(new Set(said.match(/project-\d{3}/g))).toEqual(new Set([tenant.name]));
      expect(said).toContain(tenant.secret);
    }
  });

  it("projects are not affected by another project's ids, runs and keys", async () => {
    const home = tempFolder();
    const [a, b] = [await tenantOf(home, 1), await tenantOf(home, 2)];
    const { first, shown } = await live(a);
    await b.ws.deliberate({ role: "judge", text: section(...shared), run: "r-7", key: "k" });
    const before = { a: await collect(a.ws.export()), b: await collect(b.ws.export()) };

    const output = verdict({
      verdict: "PASS",
      false_positives: [{ text: shared[0] }],
      deliberation: first.deliberation,
    });
    for (const input of [{ output }, { output, deliberation: first.deliberation, run: "r-2" }])
      expect(await b.ws.review(input)).toMatchObject({
        applied: false,
        reason: `there is no deliberation '${first.deliberation}'`,
      });
    expect(await b.ws.outcomeScore({ run: shown.run, result: "reverted" })).toMatchObject({ lessons: [] });
    for (const id of [first.deliberation, shown.id, shown.shown[0]?.exposure ?? ""])
      await expect(b.ws.explain({ id })).rejects.toMatchObject({ code: "not_found" });
    const secretLesson = first.insights[3]?.lesson ?? "";
    await expect(b.ws.explain({ id: secretLesson })).rejects.toMatchObject({ code: "not_found" });
    await expect(b.ws.lessons.forget({ lesson: secretLesson, reason: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(b.ws.lessons.promote({ lesson: secretLesson, reason: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await collect(a.ws.export())).toEqual(before.a);
    expect(await collect(b.ws.export())).toEqual(before.b);

    // A run of A means nothing in B: nobody there was shown anything in it, so what is said in it is no echo.
    const said = await b.ws.deliberate({ role: "judge", text: section(...shared), run: shown.run });
    expect(said.insights.map(({ echo }) => echo)).toEqual([false, false, false]);
    // A key of B means nothing in A.
    expect(
      await a.ws.deliberate({ role: "judge", text: section(...shared), run: "r-8", key: "k" }),
    ).toMatchObject({
      replayed: false,
    });
    expect((await a.ws.status()).lost).toBe(0);
    expect((await b.ws.status()).lost).toBe(2);
  });

  it("projects forget only their own text", async () => {
    const home = tempFolder();
    const [a, b] = [await tenantOf(home, 1), await tenantOf(home, 2)];
    const first = await a.ws.deliberate({ role: "judge", text: section(...shared), run: "r-1" });
    await live(b);
    const lesson = first.insights[0]?.lesson ?? "";
    expect(await a.ws.lessons.forget({ lesson, reason: "asked" })).toMatchObject({ remains: [] });
    expect(JSON.stringify(await collect(a.ws.export()))).not.toContain("close file handles");
    const kept = (await b.ws.lessons.list({ kind: "insight" })).lessons.find(({ id }) => id === lesson);
    expect(kept).toMatchObject({ text: shared[0], exposures: 1 });
    expect((await b.ws.brief({ role: "judge", run: "r-9" })).text).toContain(shared[0]);
  });
});
