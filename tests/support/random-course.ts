import * as fc from "fast-check";
import { WhetstoneError } from "../../src/base/errors.js";
import type { Whetstone } from "../../src/verbs/open/whetstone.js";
import { hourMs, patterns } from "./insights.js";

/** Who acts in a course: the hooks of an agent's host, a person, and time. */
export interface Cast {
  readonly host: Whetstone;
  readonly person: Whetstone;
  readonly advance: (ms: number) => unknown;
  /** Whether a person had to be asked before each run that used an adapter. */
  readonly asked: boolean[];
}

/** Something that happens in a course, with the words by which a failing test names it. */
export interface Act {
  readonly says: string;
  readonly happen: (cast: Cast) => Promise<unknown>;
}

/** Calls that fail, and what undoes that. */
const calls = [
  { wrong: "deploy site --fast", output: "unknown option: --fast", right: "deploy site" },
  { wrong: "packer run biuld", output: "unknown command: biuld", right: "packer run build" },
  { wrong: "sync --all --forse", output: "unknown option: --forse", right: "sync --all --force" },
  // A search without a hit is no failure.
  { wrong: "grep -rn needle src", output: "", right: "grep -rn hay src" },
];
const rules = ["Validate every request body with a schema", "Log every refused login attempt"];
const insights = ["The retry loop swallows the first error", "Dates are compared as texts in billing"];
const corrections = ["no, always run the linter before you commit", "never push to main from a task"];

const session = fc.constantFrom("s-1", "s-2", "s-3", "s-4");
const role = fc.constantFrom("coder", "reviewer");
const tools = fc.constantFrom([], ["Bash"], ["Edit", "Read"]);
const call = fc.constantFrom(...calls);
const which = fc.nat(2);
const isSub = fc.boolean();
const result = fc.constantFrom("success" as const, "failure" as const);

function about(of: string, sub = false) {
  return { phase: of, taskId: of, run: sub ? `${of}-helper` : of };
}

/** As hosts ask for one. */
function brief({ config }: Whetstone, of: string, as: string, sub = false) {
  return { role: as, ...about(of, sub), maxBytes: config.hosts.contextMaxBytes };
}

function act<Fields>(
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
  says: string,
  happen: (cast: Cast, fields: Fields) => Promise<unknown>,
): fc.Arbitrary<Act> {
  return fc.record(fields).map((drawn) => ({
    says: `${says} ${JSON.stringify(drawn)}`,
    happen: (cast) => happen(cast, drawn as Fields),
  }));
}

/** A person may decide what cannot be done now, such as putting a retired lesson to sleep. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof WhetstoneError)) throw error;
  });
}

async function idOf(ws: Whetstone, kind: "failure" | "directive" | "insight", at: number): Promise<string> {
  const { lessons } = await ws.lessons.list({ kind });
  const ids = lessons.map(({ id }) => id).sort();
  return ids[at % Math.max(1, ids.length)] ?? `${kind}-none`;
}

const begins = act({ session, role, tools }, "a session begins", async ({ host, advance }, each) => {
  await host.endSilentPhases();
  advance(1_000);
  return host.brief({ ...brief(host, each.session, each.role), moment: "start", tools: each.tools });
});

const goesOn = act({ session, role }, "a session goes on", ({ host }, each) =>
  host.brief({ ...brief(host, each.session, each.role), moment: "start", fresh: true }),
);

const helperBegins = act({ session, role }, "a helper begins", ({ host }, each) =>
  host.brief({ ...brief(host, each.session, each.role, true), moment: "agent" }),
);

const asksForBrief = act({ role }, "somebody asks for a brief", ({ host }, each) => host.brief(each));

const fails = act({ session, call, isSub }, "a call fails", ({ host }, { call: made, ...each }) =>
  host.reflect({
    tool: "Bash",
    input: made.wrong,
    output: made.output,
    facts: { exitCode: 1 },
    ...about(each.session, each.isSub),
  }),
);

const works = act(
  { session, call, isSub, right: fc.boolean() },
  "a call works",
  ({ host }, { call: made, right, ...each }) =>
    host.reflect({
      tool: "Bash",
      input: right ? made.right : made.wrong,
      output: "ok",
      facts: { exitCode: 0 },
      ...about(each.session, each.isSub),
    }),
);

/** That is no failure, however often it happens. */
const refuses = act({ session, call }, "a person refuses a call", ({ host }, { call: made, session: of }) =>
  host.reflect({
    tool: "Bash",
    input: made.wrong,
    output: "The user said: ask me first",
    facts: { rejected: true },
    ...about(of),
  }),
);

const ends = act(
  { session, result, cause: fc.constantFrom("task" as const, "infra" as const) },
  "a session ends",
  ({ host }, { session: of, ...how }) => host.endPhase({ ...about(of), ...how }),
);

const timePasses = act(
  { hours: fc.constantFrom(1, 30, 24 * 40) },
  "time passes",
  async ({ advance }, { hours }) => advance(hours * hourMs),
);

const corrects = act(
  { session, text: fc.constantFrom(...corrections) },
  "a person corrects",
  ({ host }, each) => host.hear({ ...each, interactive: true }),
);

const notices = act(
  { session, role, text: fc.constantFrom(...insights) },
  "a role notices",
  ({ host }, { session: of, role: as, text }) =>
    host.deliberate({ ...about(of, true), role: as, text: patterns(text) }),
);

const directs = act(
  { role, text: fc.constantFrom(...rules), forTool: fc.boolean() },
  "a person adds a rule",
  ({ person }, { role: as, text, forTool }) => {
    const scope = forTool ? { appliesToTools: ["Edit"] } : { appliesToAgents: [as] };
    const rule = { text, ...scope, requiredActions: ["see the guide"], origin: "human" };
    return unlessRefused(person.lessons.add(rule));
  },
);

const judges = act(
  {
    kind: fc.constantFrom("failure" as const, "failure" as const, "directive" as const, "insight" as const),
    which,
    as: fc.constantFrom("promote" as const, "sleep" as const, "reset" as const, "retire" as const),
  },
  "a person judges a lesson",
  async ({ person }, { kind, which: at, as }) => {
    const lesson = await idOf(person, kind, at);
    const given = { reason: "looked at it", origin: "human" };
    const work =
      as === "retire"
        ? person.lessons.retire({ lessons: [lesson], ...given })
        : person.lessons[as]({ lesson, ...given });
    return unlessRefused(work);
  },
);

const mutes = act({ role, which }, "a person mutes a lesson", async ({ person }, { role: as, which: at }) =>
  unlessRefused(
    person.lessons.mute({ lesson: await idOf(person, "directive", at), role: as, origin: "human" }),
  ),
);

const tries = act(
  { which, all: fc.boolean(), as: fc.constantFrom("start" as const, "stop" as const) },
  "a person tries lessons",
  async ({ person }, { which: at, all, as }) => {
    const lesson = all ? {} : { lesson: await idOf(person, "failure", at) };
    return unlessRefused(person.trial[as]({ ...lesson, origin: "human" }));
  },
);

const plans = act({ session }, "a run is planned", ({ host }, { session: of }) =>
  host.plan({ task: "Add OAuth to the API", taskId: of, run: of }),
);

const records = act(
  {
    session,
    result,
    strategy: fc.constantFrom("Split by feature", "Split by layer"),
    adapter: fc.constantFrom("github", "jira"),
  },
  "an outcome is recorded",
  async ({ host, asked }, { session: of, adapter, ...outcome }) => {
    asked.push((await host.policy({ adapter })).effective.requireApproval.value);
    const numbers = { durationMs: 60_000, errorCount: 0, retryCount: 0 };
    return host.record({ ...outcome, ...numbers, adaptersUsed: [adapter], run: `${of}-work` });
  },
);

/** Goes by the words of a prompt; at the first prompt of a run they would decide the order of what is shown. */
const prompts = act({ session, role, call }, "a person asks", async ({ host }, { call: meant, ...each }) => {
  const asked = brief(host, each.session, each.role);
  await host.brief({ ...asked, moment: "start", fresh: true });
  return host.brief({
    ...asked,
    moment: "prompt",
    fresh: true,
    task: `Please run ${meant.wrong} once more`,
  });
});

/** Goes by a call that did not run. */
const wantsCall = act({ session, call, isSub }, "a call is wanted", ({ host }, { call: meant, ...each }) =>
  host.checkTool({ tool: "Bash", command: meant.wrong, ...about(each.session, each.isSub) }),
);

/** Sessions after which two of these failures are known, with what undoes them. */
export async function past({ host }: Pick<Cast, "host">): Promise<void> {
  for (const of of ["past-1", "past-2"])
    for (const { wrong, output, right } of calls.slice(0, 2)) {
      const call = { tool: "Bash", ...about(of) };
      await host.reflect({ ...call, input: wrong, output, facts: { exitCode: 1 } });
      await host.reflect({ ...call, input: right, output: "ok", facts: { exitCode: 0 } });
    }
}

/** What people, agents and their hosts do, of which the log keeps everything that rules go by. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: begins },
  { weight: 1, arbitrary: goesOn },
  { weight: 1, arbitrary: helperBegins },
  { weight: 1, arbitrary: asksForBrief },
  { weight: 6, arbitrary: fails },
  { weight: 4, arbitrary: works },
  { weight: 3, arbitrary: ends },
  { weight: 2, arbitrary: timePasses },
  ...[refuses, corrects, notices, directs, judges, mutes, tries, plans, records].map((arbitrary) => ({
    weight: 1,
    arbitrary,
  })),
);

/** The same, and what goes by words and calls that the log does not keep. */
export const anyActAtAll: fc.Arbitrary<Act> = fc.oneof(
  { weight: 10, arbitrary: anyAct },
  { weight: 1, arbitrary: prompts },
  { weight: 2, arbitrary: wantsCall },
);
