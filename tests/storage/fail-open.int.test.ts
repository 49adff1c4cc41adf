import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startScript, whetstone } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";
import { collect, openInTemp } from "../support/whetstone.js";

const text = `I read the change.

## Accumulated Patterns
- Always close file handles before a rename on Windows.
- Retries without a limit flood the queue because nobody stops them.
`;
const verdict = (deliberation: string) =>
  `<!-- jkz:verdict-json\n${JSON.stringify({ verdict: "PASS", issues: [], must_fix: [], deliberation })}\n-->`;

/**
 * The store itself would wait for longer than a test may take: a call that answers while the lock is held has a
 * limit of its own, and one that does not runs into the bound against hanging.
 */
vi.setConfig({ testTimeout: 550_000 });
const patient = ["store.busyWaitMs=600000", "insights.briefLimitMs=2000"];
/** Learning itself must not be given up on a busy machine. */
const unhurried = ["insights.briefLimitMs=60000", "insights.captureLimitMs=60000"];
type Opened = Awaited<ReturnType<typeof openInTemp>>;

/** A project that has learned something, and the files it keeps. */
async function learned(set: readonly string[] = patient) {
  const before = await openInTemp({ set: unhurried });
  const { deliberation } = await before.deliberate({ role: "judge", text, run: "r-1", taskId: "bd-1" });
  await before.close();
  const ws = await openInTemp({ root: before.folder, set });
  const database = (await ws.status()).store.location ?? "";
  return { ws, deliberation, database, lost: join(database, "../lost") };
}

/** Another process holds the write lock until it is released. */
async function lock(database: string) {
  const { child, ended } = startScript("tests/storage/lock-holder.mjs", [database]);
  const release = async () => {
    child.stdin?.end();
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  };
  onTestFinished(() => void child.kill());
  if (child.stdout !== null) await once(child.stdout, "data");
  return release;
}

/** The lines of the only day of losses: the clock of these tests stands still. */
const linesOf = (folder: string) => {
  expect(readdirSync(folder)).toEqual(["2026-03-01.jsonl"]);
  const [first, ...lines] = readFileSync(join(folder, "2026-03-01.jsonl"), "utf8").split("\n");
  expect(first).toBe("");
  return lines.map((line) => JSON.parse(line));
};
const logOf = (ws: Opened) => collect(ws.export());
const checkOf = async (ws: Opened, name: string) =>
  (await ws.doctor()).checks.find((check) => check.name === name);
const countOf = async (ws: Opened, stage: string) =>
  Number(
    new RegExp(`^whetstone_lost\\{stage="${stage}"\\} (\\d+)$`, "m").exec((await ws.metrics()).text)?.[1] ??
      0,
  );

/** The same loss, wherever a person may look for it. */
async function expectLost(ws: Opened, stage: string, count: number, reason: RegExp): Promise<void> {
  expect((await ws.status()).lost).toBe(count);
  expect(await countOf(ws, stage)).toBe(count);
  const check = await checkOf(ws, "losses");
  expect(check).toMatchObject({ state: "warning", detail: expect.stringContaining(`${stage} ${count}`) });
  expect(check?.detail).toMatch(reason);
  expect(check?.next).toBeTruthy();
}

describe("while another process holds the write lock", () => {
  it("brief gives up at its limit, shows nothing, records nothing, and says so everywhere", async () => {
    const { ws, database, lost } = await learned();
    const before = await logOf(ws);
    const release = await lock(database);
    const prompt = "Judge this change.\r\n\ttabs and ünïcode \u2028";
    const answer = await ws.brief({ role: "judge", run: "r-2", prompt });
    expect(answer).toMatchObject({
      id: "",
      role: "judge",
      run: "r-2",
      text: "",
      prompt,
      form: "nothing",
      shown: [],
      dropped: [],
      patterns_found: 0,
      failed: { code: "busy", reason: expect.stringMatching(/\d+ ms/) },
    });
    expect(linesOf(lost)).toEqual([
      { at: expect.any(String), stage: "brief", reason: `busy: ${answer.failed?.reason}` },
    ]);
    await expectLost(ws, "brief", 1, /by brief: busy: /);
    await release();
    expect(await logOf(ws)).toEqual(before);
    const again = await openInTemp({ root: ws.folder });
    expect(await again.brief({ role: "judge", run: "r-2" })).toMatchObject({
      form: "full",
      patterns_found: 2,
    });
  });

  it("deliberate and review give up too, and nothing of them is written later", async () => {
    const { ws, database, deliberation } = await learned([...patient, "insights.captureLimitMs=300"]);
    const before = await logOf(ws);
    const release = await lock(database);
    const said = await ws.deliberate({ role: "Judge", text, run: "r-2" });
    expect(said).toMatchObject({ deliberation: "", role: "judge", insights: [], failed: { code: "busy" } });
    const judged = await ws.review({ output: verdict(deliberation) });
    expect(judged).toMatchObject({ id: "", applied: false, verdict: null, failed: { code: "busy" } });
    expect(judged.reason).toBe(judged.failed?.reason);
    expect(await ws.status()).toMatchObject({ lost: 2 });
    expect(await countOf(ws, "deliberate")).toBe(1);
    expect(await countOf(ws, "review")).toBe(1);
    await release();
    expect(await logOf(ws)).toEqual(before);
    const again = await openInTemp({ root: ws.folder });
    expect(await again.review({ output: verdict(deliberation) })).toMatchObject({
      applied: true,
      replayed: false,
    });
  });

  it("what was given up is never committed when the lock is gone: no exposure without a reader", async () => {
    const { ws, database } = await learned();
    const before = await logOf(ws);
    const release = await lock(database);
    // A writer without a limit waits in front, so the briefs are still in the queue when their time is over.
    const waiting = ws.record({ result: "success", durationMs: 1, errorCount: 0, retryCount: 0, run: "r-9" });
    const answers = await Promise.all([1, 2, 3].map((n) => ws.brief({ role: "judge", run: `r-${n}` })));
    expect(answers.map(({ failed }) => failed?.code)).toEqual(["busy", "busy", "busy"]);
    await release();
    await waiting;
    // Whatever was still queued has had its turn once a later write is done.
    await ws.record({ result: "success", durationMs: 1, errorCount: 0, retryCount: 0, run: "r-9" });
    const types = (await logOf(ws)).slice(before.length - 1, -1).map((line) => JSON.parse(line).type);
    expect(types).toEqual(["outcome-recorded", "outcome-recorded"]);
    expect(await ws.status()).toMatchObject({ shown: { exposures: 0 }, lost: 3 });
    expect(await ws.outcomeScore({ run: "r-1", result: "held" })).toMatchObject({ lessons: [] });
  });

  it("bad input is refused within the limit, and the loss is noted though the refusal cannot be kept", async () => {
    const { ws, database } = await learned([...patient, "insights.captureLimitMs=2000"]);
    const before = await logOf(ws);
    const release = await lock(database);
    const prompt = "Judge this.\n";
    const answers = [
      await ws.brief({ role: "../judge", prompt }),
      await ws.deliberate({ role: "judge", text: "" }),
      await ws.review({ output: 5 } as never),
    ];
    expect(answers[0]).toMatchObject({ prompt, text: "", role: "../judge" });
    expect(answers.map(({ failed }) => failed?.code)).toEqual([
      "invalid_input",
      "invalid_input",
      "invalid_input",
    ]);
    for (const [index, field] of ["role", "text", "output"].entries())
      expect(answers[index]?.failed?.reason).toContain(`'${field}'`);
    await ws.close();
    await release();
    const again = await openInTemp({ root: ws.folder });
    expect(await again.status()).toMatchObject({ lost: 3, rejected: 0 });
    expect(await logOf(again)).toEqual(before);
    expect((await checkOf(again, "losses"))?.detail).toContain("brief 1, deliberate 1, review 1");
  });

  it("bad input does not hold up close, nor the end of a command", async () => {
    const { ws, database } = await learned();
    const release = await lock(database);
    expect(await ws.brief({ role: "" })).toMatchObject({ failed: { code: "invalid_input" } });
    await ws.close();
    const set = patient.flatMap((each) => ["--set", each]);
    const call = whetstone(["brief", "--role", "../judge", "--prompt", "-", ...set], {
      cwd: ws.folder,
      input: "My prompt.",
    });
    expect(await call).toMatchObject({
      code: 0,
      stdout: "My prompt.",
      stderr: expect.stringContaining("No patterns this run: brief: 'role': "),
    });
    await release();
  });

  it("bad input to a verb that may wait is still kept before it is refused", async () => {
    const { ws, database } = await learned();
    const release = await lock(database);
    const refused = expect(ws.record({} as never)).rejects.toMatchObject({ code: "invalid_input" });
    await release();
    await refused;
    expect(await ws.status()).toMatchObject({ rejected: 1, lost: 0 });
  });

  it("a call that was given up does not hold up close, nor the end of a command", async () => {
    const { ws, database } = await learned();
    const release = await lock(database);
    expect(await ws.brief({ role: "judge" })).toMatchObject({ failed: { code: "busy" } });
    await ws.close();
    const calls = [
      whetstone(["brief", "--role", "judge", ...patient.flatMap((each) => ["--set", each])], {
        cwd: ws.folder,
      }),
      whetstone(["deliberate", "--role", "judge", "--set", "insights.captureLimitMs=2000"], {
        cwd: ws.folder,
        input: text,
      }),
    ];
    const [shown, said] = await Promise.all(calls);
    expect(shown).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("No patterns this run: "),
    });
    expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining("Nothing was recorded: ") });
    await release();
  });
});

describe("an agent goes on, and the loss is recorded", () => {
  it("a damaged database stops no agent, and the loss is recorded", async () => {
    const { ws, database, deliberation } = await learned();
    await ws.close();
    const cut = readFileSync(database).subarray(0, 10_000);
    writeFileSync(database, cut);
    const again = await openInTemp({ root: ws.folder });
    expect(await again.brief({ role: "judge", prompt: "p" })).toMatchObject({
      text: "",
      prompt: "p",
      failed: { code: "corrupt" },
    });
    expect(await again.deliberate({ role: "judge", text })).toMatchObject({ failed: { code: "corrupt" } });
    expect(await again.review({ output: verdict(deliberation) })).toMatchObject({
      failed: { code: "corrupt" },
    });
    expect(readFileSync(database).equals(cut)).toBe(true);
    const checks = (await again.doctor()).checks;
    expect(checks.find(({ name }) => name === "store")).toMatchObject({ state: "problem" });
    expect(checks.find(({ name }) => name === "losses")).toMatchObject({
      state: "warning",
      detail: expect.stringMatching(/brief 1, deliberate 1, review 1; .*by review: corrupt: /),
    });
  });

  it("with a limit of a millisecond a brief is either shown and on record, or given up and not on record", async () => {
    const { ws } = await learned();
    await ws.close();
    const hurried = await openInTemp({
      root: ws.folder,
      set: ["insights.briefLimitMs=1", "insights.captureLimitMs=1"],
    });
    const before = (await logOf(hurried)).length;
    const asked = Array.from({ length: 20 }, (_, n) => `r-${n + 2}`);
    const answers = await Promise.all(asked.map((run) => hurried.brief({ role: "judge", run })));
    const made = answers.filter(({ failed }) => failed === undefined);
    for (const { failed, text: block } of answers)
      expect(failed?.code).toBe(block === "" ? "busy" : undefined);
    // Reading a megabyte takes longer than a millisecond on any machine.
    const long = Array.from(
      { length: 20_000 },
      (_, n) => `Part ${n} must never call part ${n + 1} in a loop.`,
    ).join("\n\n");
    expect(await hurried.deliberate({ role: "judge", text: long })).toMatchObject({
      failed: { code: "busy" },
    });
    const added = (await logOf(hurried)).slice(before - 1, -1).map((line) => JSON.parse(line));
    expect(added.filter(({ type }) => type === "brief-made").map(({ id }) => id)).toEqual(
      made.map(({ id }) => id),
    );
    expect(added).toHaveLength(made.length * 3);
    expect((await hurried.status()).lost).toBe(answers.length - made.length + 1);
    expect(await checkOf(hurried, "losses")).toMatchObject({
      detail: expect.stringContaining("deliberate 1"),
    });
  });

  it.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /'role'/],
    ["null", null, /the input/],
    ["no role", { text }, /'role'/],
    ["a text that is a number", { role: "judge", text: 5 }, /'text'/],
    ["an empty text", { role: "judge", text: "" }, /'text'/],
    ["more than a mebibyte", { role: "judge", text: "x".repeat(1_048_577) }, /'text'/],
    ["a role with a path in it", { role: "../judge", text }, /'role'/],
    ["a run that is an object", { role: "judge", text, run: {} }, /'run'/],
  ])(
    "a malformed deliberation (%s) stops no agent, and the loss is recorded",
    async (_what, input, reason) => {
      const ws = await openInTemp();
      const answer = await ws.deliberate(input as never);
      expect(answer).toMatchObject({
        deliberation: "",
        insights: [],
        replayed: false,
        failed: { code: "invalid_input" },
      });
      expect(answer.failed?.reason).toMatch(reason);
      expect(await ws.status()).toMatchObject({ log: { events: 0 }, lost: 1, rejected: 1 });
      await expectLost(ws, "deliberate", 1, reason);
    },
  );

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a role that is a list", { role: ["judge"] }],
    ["room that is no number", { role: "judge", leftTokens: Number.NaN }],
    ["room below nothing", { role: "judge", leftTokens: -1 }],
  ])("a malformed brief (%s) stops no agent, and the loss is recorded", async (_what, input) => {
    const ws = await openInTemp();
    expect(await ws.brief(input as never)).toMatchObject({
      id: "",
      text: "",
      failed: { code: "invalid_input" },
    });
    await expectLost(ws, "brief", 1, /invalid_input: brief: /);
  });

  it.each([
    ["no verdict at all", "It looks fine to me.", /no verdict-json block/],
    ["a verdict that is no JSON", "<!-- jkz:verdict-json\n{PASS}\n-->", /the verdict is invalid/],
    [
      "a verdict on an unknown deliberation",
      verdict("01900000-0000-7000-8000-000000000000"),
      /there is no deliberation/,
    ],
  ])("an output with %s changes nothing, and the loss is recorded", async (_what, output, reason) => {
    const { ws } = await learned();
    const before = await logOf(ws);
    const answer = await ws.review({ output });
    expect(answer).toMatchObject({ id: "", applied: false });
    expect(answer.reason).toMatch(reason);
    expect(answer.failed).toBeUndefined();
    await expectLost(ws, "review", 1, reason);
    expect(await logOf(ws)).toEqual(before);
  });

  it("a closed Whetstone answers brief and deliberate with a failure", async () => {
    const { ws } = await learned();
    await ws.close();
    expect(await ws.brief({ role: "judge" })).toMatchObject({ text: "", failed: { code: "closed" } });
    expect(await ws.deliberate({ role: "judge", text })).toMatchObject({ failed: { code: "closed" } });
  });
});

const root = join(import.meta.dirname, "../..");

/** Root may write everywhere, so as root the folder is mounted read-only in a namespace of its own. */
function readOnlyCall(folder: string, home: string, args: string, input = "") {
  const call = `cd "${home}" && env -i PATH="$PATH" HOME="${home}" WHETSTONE_DATA_DIR="${folder}" "${process.execPath}" "${root}/dist/cli/main.cjs" ${args}`;
  const script = `mount --bind "${folder}" "${folder}" && mount -o remount,bind,ro "${folder}" && ${call}`;
  const asRoot = process.getuid?.() === 0;
  if (!asRoot) chmodSync(folder, 0o555);
  const { status, stdout, stderr } = spawnSync(
    "unshare",
    asRoot ? ["--mount", "sh", "-c", script] : ["--map-current-user", "sh", "-c", call],
    { encoding: "utf8", input },
  );
  if (!asRoot) chmodSync(folder, 0o755);
  return { code: status, stdout, stderr };
}

const possible = spawnSync("unshare", ["--mount", "true"]).status === 0 || process.getuid?.() !== 0;

// Skipped for a root that may not make a mount namespace: nothing is read-only for it.
describe.skipIf(!possible)("in a data folder that cannot be written", () => {
  it.each([
    ["that is empty", false],
    ["that holds a store", true],
  ])("in a read-only data folder %s agents go on, and every answer says why", async (_what, filled) => {
    const [folder, home] = [tempFolder(), tempFolder()];
    const env = { WHETSTONE_DATA_DIR: folder };
    if (filled) await whetstone(["deliberate", "--role", "judge"], { cwd: home, env, input: text });
    const shown = readOnlyCall(folder, home, "brief --role judge --prompt -", "My prompt.\n");
    expect(shown).toMatchObject({ code: 0, stdout: "My prompt.\n" });
    expect(shown.stderr).toMatch(/No patterns this run: .*cannot be written/);
    const said = readOnlyCall(folder, home, "deliberate --role judge --json", text);
    expect(said.code).toBe(0);
    expect(JSON.parse(said.stdout)).toMatchObject({ deliberation: "", failed: { code: "not_writable" } });
    expect(readOnlyCall(folder, home, "doctor").stdout).toMatch(/problem +data folder/);
  });
});

describe("losses", () => {
  it("the losses of many processes at once are all recorded, each in a line of its own", async () => {
    const folder = tempFolder();
    const [processes, each] = [6, 40];
    const started = Array.from({ length: processes }, (_, n) =>
      startScript("tests/storage/loser.mjs", [folder, `loser-${n}`, String(each)]),
    );
    const ended = await Promise.all(started.map((one) => one.ended));
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      ended.map(() => ({ code: 0, stderr: "" })),
    );
    const ws = await openInTemp({ root: folder, clock: Date.now });
    expect((await ws.status()).lost).toBe(processes * each);
    const { location } = (await ws.status()).store;
    // The days of a real clock: one, or two when it strikes midnight.
    const days = readdirSync(join(location ?? "", "../lost"));
    const lines = days.flatMap((day) =>
      readFileSync(join(location ?? "", "../lost", day), "utf8")
        .split("\n")
        .slice(1),
    );
    expect(lines).toHaveLength(processes * each);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ stage: "review" });
    expect(await countOf(ws, "review")).toBe(processes * each);
  });

  it("losses are counted for a week, and kept out of the log", async () => {
    const now = { ms: Date.parse("2026-03-01T00:00:00.000Z") };
    const ws = await openInTemp({ clock: () => now.ms });
    await ws.review({ output: "nothing" });
    now.ms += 6.9 * 86_400_000;
    await ws.review({ output: "nothing" });
    expect(await ws.status()).toMatchObject({ lost: 2, log: { events: 0 } });
    now.ms += 0.2 * 86_400_000;
    expect((await ws.status()).lost).toBe(1);
    now.ms += 7 * 86_400_000;
    expect((await ws.status()).lost).toBe(0);
    expect(await checkOf(ws, "losses")).toMatchObject({ state: "ok", detail: "none in 7 days" });
  });

  it("losses that cannot be recorded stop no call", async () => {
    const { ws, lost } = await learned();
    await ws.close();
    expect(existsSync(lost)).toBe(false);
    const memory = await openInTemp({ root: ws.folder, set: ["store.kind=memory"] });
    expect(await memory.brief({ role: "" })).toMatchObject({ failed: { code: "invalid_input" } });
    expect((await memory.status()).lost).toBe(1);
    expect(existsSync(lost)).toBe(false);
  });
});
