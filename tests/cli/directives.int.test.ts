import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { startScript } from "../support/child.js";
import { type Called, commandLine } from "../support/command-line.js";
import { patience } from "../support/patience.js";
import { expectToFit } from "../support/published-schema.js";
import { repositoryAt } from "../support/repository.js";
import { tempFolder } from "../support/temp-folder.js";

const by = ["--by", "maintainer"];
const text = "Validate every request body with a schema";

/** A repository with the command line in it. */
function project() {
  const made = repositoryAt(tempFolder());
  made.write("src/server.ts", "const body = schema.parse(req.body);\n");
  const commit = made.commit();
  const cwd = made.root;
  const env = { PATH: process.env.PATH, ...patience };
  const call = (...args: string[]) => commandLine(args, { cwd, env });
  const pipe = (stdin: string, ...args: string[]) => commandLine(args, { cwd, env, stdin });
  const json = async (schema: string, args: readonly string[], { code = 0, input = "" } = {}) => {
    const ended = await commandLine([...args, "--json"], { cwd, env, stdin: input });
    expect(ended.code, ended.stderr + ended.stdout).toBe(code);
    const document = JSON.parse(ended.stdout);
    if (schema !== "") expectToFit(schema, document);
    return document;
  };
  const add = (...args: string[]) => json("lessons-add", ["lessons", "add", ...args]);
  return { ...made, cwd, env, commit, call, pipe, json, add };
}

const refusal = ({ stdout }: Called) => JSON.parse(stdout).error;
const complete = ["--roles", "coder,reviewer", "--must", "parse the body"];
const critical = [text, ...complete, "--priority", "critical", ...by];
const section = (line: string) => `Reviewed.\n\nDIRECTIVE_COMPLIANCE\n${line}\n`;

describe("a phase on the command line", () => {
  it("a phase goes from add to brief, ack, review and gate, and each JSON fits its published schema", async () => {
    const { commit, json, add, call, pipe, write } = project();
    const predicate = "grep:req\\.body as :src/**/*.ts";
    const { lesson, status } = await add(
      ...critical,
      "--predicate",
      predicate,
      "--trigger",
      "request body parsing",
    );
    expect(status).toBe("active");
    expect(await json("begin-phase", ["gate", "build", "--begin"])).toEqual({
      phase: "build",
      baseCommit: commit,
      carried: [],
    });
    const told = ["brief", "--role", "coder", "--phase", "build", "--run", "r-1", "--tools", "Bash,Edit"];
    const brief = await json("brief", told);
    const id = brief.shown[0].shortId;
    expect(lesson).toContain(id);

    const closed = await json("gate", ["gate", "build"], { code: 1 });
    expect(closed).toMatchObject({ passed: false, blocks: [{ lesson, reason: "no_receipt" }] });
    const plain = await call("gate", "build");
    expect(plain).toMatchObject({ code: 1, stderr: "" });
    expect(plain.stdout).toContain(`Write: KNOWLEDGE_APPLIED:${id}`);

    const answer = { input: `KNOWLEDGE_APPLIED:${id}\nKNOWLEDGE_APPLIED:deadbeef\n` };
    expect(await json("acknowledge", ["ack", "--brief", brief.id], answer)).toMatchObject({
      receipts: [{ lesson, kind: "applied" }],
      spoofed: ["deadbeef"],
      replayed: false,
    });
    expect((await pipe(answer.input, "ack", "--brief", brief.id)).stdout).toContain(
      "1 acknowledged, known already",
    );

    write("src/server.ts", "const body = req.body as Order;\n");
    const verdict = { input: section(`VERIFIED:${id} evidence=src/server.ts:1`) };
    const reviewed = await json("review", ["review", "--phase", "build", "--run", "r-2"], verdict);
    expect(reviewed.compliance.checks).toMatchObject([
      { lesson, passed: false, reason: "matches src/server.ts:1" },
    ]);
    const failed = await json("gate", ["gate", "build"], { code: 1 });
    expect(failed).toMatchObject({ blocks: [{ reason: "check_failed" }] });
    expect(failed.blocks[0].check).toEqual({ predicate, found: ["src/server.ts:1"] });
    write("src/server.ts", "const body = schema.parse(req.body);\n");
    expect(await json("gate", ["gate", "build"])).toMatchObject({ passed: true, considered: 1 });
    expect((await call("gate", "build")).stdout).toBe("build passed: 1 directive looked at\n");
    expect(await json("explain", ["lessons", "show", lesson])).toMatchObject({ kind: "directive" });
    expect(await json("status", ["status"])).toMatchObject({ receipts: { acknowledged: 1, violated: 1 } });
    expect((await json("report", ["report"])).directives).toMatchObject({ total: 1, spoofed: 1 });
    expect((await call("metrics")).stdout).toContain("whetstone_acks_spoofed_total 1\n");
  });

  it("a phase compares files with the commit at which it began", async () => {
    const { json, add, write, commit: first, git } = project();
    const { lesson } = await add(...critical, "--predicate", "file_modified:CHANGELOG.md");
    await json("begin-phase", ["gate", "build", "--begin"]);
    const { shown } = await json("brief", ["brief", "--role", "coder", "--phase", "build"]);
    const check = async () => {
      const input = section(`VERIFIED:${shown[0].shortId}`);
      return (await json("review", ["review", "--phase", "build"], { input })).compliance.checks[0];
    };
    expect(await check()).toMatchObject({ lesson, passed: false });
    write("CHANGELOG.md", "new\n");
    git("add", "--all");
    git("commit", "--quiet", "--message=more");
    expect(git("rev-parse", "HEAD").trim()).not.toBe(first);
    expect(await check()).toMatchObject({ lesson, passed: true });
  });

  it("a phase is not closed by an acknowledgement, a new beginning, a bare line or a verdict on oneself", async () => {
    const { json, add, call, pipe, write } = project();
    const predicate = "grep:req\\.body as :src/**/*.ts";
    const { lesson } = await add(...critical, "--predicate", predicate);
    const told = ["brief", "--role", "coder", "--phase", "build", "--run", "c-1"];
    const id = (await json("brief", told)).shown[0].shortId;
    write("src/server.ts", "const body = req.body as Order;\n");

    await pipe(`KNOWLEDGE_APPLIED:${id}\n`, "ack", "--run", "c-1");
    const failed = await call("gate", "build");
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain(`  Check: ${predicate}\n  Found: src/server.ts:1\n  Fix it, then run:`);
    expect((await call("gate", "build", "--begin")).stdout).toContain(`${lesson} was open, and stays open`);
    expect((await call("gate", "build")).code).toBe(1);

    write("src/server.ts", "const body = schema.parse(req.body);\n");
    const found = section(`VIOLATED:${id} evidence=src/server.ts:1`);
    await json("review", ["review", "--phase", "build", "--run", "r-1"], { input: found });
    const own = ["review", "--phase", "build", "--run", "c-1", "--validator-role", "coder"];
    const trusted = await json("review", own, { input: section(`VERIFIED:${id} evidence=trust me`) });
    expect(trusted.compliance).toMatchObject({ verdicts: [], dismissed: [{ lesson, because: "shown" }] });
    expect((await pipe(section(`VERIFIED:${id}`), ...own)).stdout).toContain("does not review itself");
    await pipe(`KNOWLEDGE_IGNORED:${id}\n`, "ack", "--run", "c-1");
    expect(await json("gate", ["gate", "build"], { code: 1 })).toMatchObject({
      blocks: [{ lesson, reason: "violated" }],
    });
    await pipe(`Mended.\nKNOWLEDGE_APPLIED:${id}\n`, "ack", "--run", "c-1");
    expect((await call("gate", "build")).code).toBe(1);
    const verified = section(`VERIFIED:${id} evidence=src/server.ts:1`);
    await json("review", ["review", "--phase", "build", "--run", "r-2"], { input: verified });
    expect((await call("gate", "build")).code).toBe(0);
  });

  it.each([
    { typed: "gate biuld", meant: "gate build" },
    { typed: "gate biuld --end", meant: "gate build --end" },
  ])(
    "the command $typed ends with 2 and names $meant when only the phase build is known",
    async ({ typed, meant }) => {
      const { json, call } = project();
      await json("begin-phase", ["gate", "build", "--begin"]);
      const ended = await call(...typed.split(" "), "--json");
      expect(ended.code).toBe(2);
      expect(refusal(ended)).toMatchObject({
        code: "not_found",
        message: expect.stringContaining("Did you mean 'build'?"),
        next: `ask again: whetstone ${meant}`,
      });
      expect((await json("status", ["status"])).log.events).toBe(1);
      expect(await json("end-phase", ["gate", "build", "--end"])).toMatchObject({ passed: true });
    },
  );

  it("a predicate that can decide nothing ends with 2 and says what was meant", async () => {
    const { call, add } = project();
    const refused = await call("lessons", "add", ...critical, "--predicate", "grep:lodash:scr/**", "--json");
    expect(refused.code).toBe(2);
    expect(refusal(refused)).toMatchObject({
      field: "--predicate",
      next: expect.stringContaining("did you mean src/**?"),
    });
    const later = ["--predicate", "grep:lodash:lib/**", "--files-come-later"];
    expect(await add(...critical, ...later)).toMatchObject({ status: "active" });
  });

  it("only a person who gives a reason can override the gate", async () => {
    const { json, add, call } = project();
    await add(...critical);
    await json("brief", ["brief", "--role", "coder", "--phase", "build"]);
    const override = ["gate", "build", "--override"];
    const short = await call(...override, "because", ...by, "--json");
    expect(short.code).toBe(2);
    expect(refusal(short)).toMatchObject({ code: "invalid_input", field: "--override" });
    const nobody = await call(...override, "accepted until the migration", "--json");
    expect(nobody.code).toBe(2);
    expect(refusal(nobody)).toMatchObject({
      field: "origin",
      next: expect.stringContaining("at a terminal"),
    });
    const passed = await json("gate", [...override, "accepted until the migration", ...by]);
    expect(passed).toMatchObject({ passed: true, overridden: true });
  });

  it("a phase does not end while the database is damaged or locked, and the answer says how to go on", async () => {
    const { json, add, call, env, cwd } = project();
    await add(...critical);
    await json("begin-phase", ["gate", "build", "--begin"]);
    const { store } = await json("status", ["status"]);
    const { child } = startScript("tests/storage/lock-holder.mjs", [store.location]);
    onTestFinished(() => void child.kill());
    if (child.stdout !== null) await once(child.stdout, "data");
    const impatient = { cwd, env: { ...env, WHETSTONE_STORE_BUSY_WAIT_MS: "200" } };
    const locked = await commandLine(["gate", "build"], impatient);
    expect(locked.code).toBe(1);
    expect(locked.stdout).toContain("whetstone doctor");
    child.stdin?.end();
    await once(child, "close");
    expect((await call("gate", "build")).code).toBe(0);
    writeFileSync(store.location, "garbage ".repeat(1_000));
    const damaged = await call("gate", "build");
    expect(damaged.code).toBe(1);
    expect(damaged.stdout).toContain("whetstone doctor");
    expect(await json("gate", ["gate", "build"], { code: 1 })).toMatchObject({ passed: false, closed: true });
    expect(await json("check-tool", ["check-tool", "Bash", "--command", "ls"], { code: 1 })).toMatchObject({
      decision: "deny",
      closed: true,
    });
    expect((await call("reflect", "--tool", "Bash")).code).toBe(0);
    expect((await call("brief", "--role", "coder")).code).toBe(0);
  });
});

describe("directives on the command line", () => {
  it("directives wait in quarantine, are hardened, activated, set and retired", async () => {
    const { json, add, call } = project();
    const { lesson, missing } = await add(text);
    expect(missing).toEqual(["missing_predicate", "missing_scope"]);
    const listed = ["lessons", "list", "--kind", "directive", "--state", "quarantined"];
    expect(await json("lessons-list", listed)).toMatchObject({
      lessons: [{ id: lesson, state: "quarantined" }],
      total: 1,
    });
    const modelless = await call("lessons", "harden-quarantine", "--json");
    expect(modelless.code).toBe(3);
    expect(refusal(modelless)).toMatchObject({
      code: "model_unavailable",
      next: expect.stringContaining("by hand"),
    });
    expect(await json("lessons-list", listed)).toMatchObject({ total: 1 });
    const change = (verb: string, ...args: string[]) => ["lessons", verb, lesson, ...args];
    expect(await json("lessons-harden", change("harden", ...complete))).toMatchObject({
      status: "proposed",
    });
    const nobody = await call(...change("set", "--priority", "critical", "--reason", "x", "--json"));
    expect(nobody.code).toBe(2);
    expect(refusal(nobody)).toMatchObject({ field: "origin" });
    const why = ["--reason", "reviewed", ...by];
    const set = await json(
      "lessons-set",
      change("set", "--priority", "critical", "--enforcement", "enforce", ...why),
    );
    expect(set).toMatchObject({ status: "active", priority: "critical", enforcement: "enforce" });
    for (const verb of ["retire", "activate"]) {
      const refused = await call(...change(verb, "--reason", "reviewed", "--json"));
      expect(refused.code, verb).toBe(2);
      expect(refusal(refused)).toMatchObject({
        field: "origin",
        next: expect.stringContaining("at a terminal"),
      });
    }
    const widened = await call(...change("harden", "--forbid", "Bash", "--json"));
    expect(widened.code).toBe(2);
    expect(refusal(widened)).toMatchObject({ field: "<lesson>", next: "ask the person you work for" });
    expect(await json("lessons-retire", change("retire", ...why))).toMatchObject({
      retired: [{ state: "archived" }],
    });
    const shared = await call(...change("share", "--to", "global", ...by, "--json"));
    expect(shared.code).toBe(2);
    expect(refusal(shared)).toMatchObject({ field: "<lesson>" });
    expect(await add(text, ...complete)).toMatchObject({ lesson, merged: true, status: "archived" });
    expect(await json("lessons-activate", change("activate", ...why))).toMatchObject({
      status: "active",
    });
    expect((await call(...change("activate", ...by))).code).toBe(2);
    expect((await call("lessons", "retire", "directive-00000000", ...why)).code).toBe(2);
  });

  it("only a person can forget a directive", async () => {
    const { add, call, json, cwd, env } = project();
    const { lesson } = await add(...critical);
    const forget = ["lessons", "forget", lesson, "--reason", "it names a customer", "--yes"];
    const asAgent = { cwd, env: { ...env, WHETSTONE_ORIGIN: "agent:coder" } };
    const agent = await commandLine([...forget, "--json"], asAgent);
    expect(agent.code).toBe(2);
    expect(refusal(agent)).toMatchObject({
      field: "origin",
      next: expect.stringContaining("ask the person"),
    });
    expect((await call("export")).stdout).toContain(text);
    expect(await json("", forget)).toMatchObject({ lesson, remains: [] });
    expect((await call("export")).stdout).not.toContain(text);
  });

  it("directives from an untrusted origin have less weight and no predicate", async () => {
    const { add, call } = project();
    const capped = await add(text, ...complete, "--priority", "critical", "--enforce");
    expect(capped).toMatchObject({ priority: "high", enforcement: "warn", capped: true });
    const refused = await call(
      "lessons",
      "add",
      "Another rule for all of us",
      "--predicate",
      "grep:x:*.ts",
      "--json",
    );
    expect(refused.code).toBe(2);
    expect(refusal(refused)).toMatchObject({ field: "--predicate" });
    const broken = await call(
      "lessons",
      "add",
      "Another rule for all of us",
      "--predicate",
      "grep:(:x",
      ...by,
    );
    expect(broken.code).toBe(2);
    expect(broken.stderr).toMatch(/at character \d/);
  });

  it("directives that say the same are merged, and those that say the opposite wait", async () => {
    const { add, call } = project();
    await add("Always commit the lock file of the packages", ...complete);
    expect((await call("lessons", "add", "always commit the lock file of the packages!")).stdout).toContain(
      "confirmed",
    );
    const { stdout } = await call(
      "lessons",
      "add",
      "Never commit the lock file of the packages",
      ...complete,
    );
    expect(stdout).toContain("it says the opposite of directive-");
  });

  it("directives are shared with the person's own set and from there, with their provenance", async () => {
    const { json, add, cwd, env } = project();
    const { lesson } = await add(...critical);
    const share = ["lessons", "share", lesson, "--to", "global"];
    const shared = await json("lessons-share", [...share, ...by]);
    expect(shared).toMatchObject({ to: "global", status: "active", priority: "critical" });
    await json("", share, { code: 2 });
    const other = tempFolder();
    const taken = ["lessons", "share", lesson, "--from", "global", ...by, "--json"];
    const ended = await commandLine(taken, { cwd: other, env: { ...env, HOME: cwd } });
    expect(ended.code, ended.stdout).toBe(0);
    const result = JSON.parse(ended.stdout);
    expectToFit("lessons-share", result);
    expect(result).toMatchObject({ from: "global", merged: false, status: "active", priority: "critical" });
    const shown = await commandLine(["lessons", "show", lesson], { cwd: other, env: { ...env, HOME: cwd } });
    expect(shown.stdout).toContain("copied from global");
  });

  it("an enforced directive stops its tool with exit code 1, and lets others run", async () => {
    const { add, call, json } = project();
    const forbid = ["--tools", "Bash", "--forbid", "git push --force", "--enforce", ...by];
    const { lesson } = await add("Never force-push a shared branch", ...forbid);
    const denied = await json("check-tool", ["check-tool", "Bash", "--command", "git push --force"], {
      code: 1,
    });
    expect(denied).toMatchObject({ decision: "deny", forbidden: [{ lesson }] });
    expect(await json("check-tool", ["check-tool", "Bash", "--command", "git push"])).toMatchObject({
      decision: "allow",
    });
    const plain = await call("check-tool", "Bash", "--command", "cd app && git push --force");
    expect(plain).toMatchObject({ code: 1, stderr: "" });
    expect(plain.stdout).toMatch(/^deny: Blocked by a lesson/);
    expect((await call("check-tool", "Bash", "--retry", "many")).code).toBe(2);
    expect((await call("check-tool")).code).toBe(2);
  });

  it("reflections become a failure lesson and a motif when several tasks share a failure", async () => {
    const { json, call, pipe } = project();
    const failed = (task: string) => [
      "reflect",
      "--tool",
      "Bash",
      "--input",
      "npm tst",
      "--exit-code",
      "1",
      "--phase",
      "build",
      "--run",
      "r-1",
      "--task-id",
      task,
    ];
    const input = 'npm error Unknown command: "tst"\n';
    expect(await json("reflect", failed("bd-1"), { input })).toMatchObject({ result: "failure", by: "host" });
    expect((await call("lessons", "motifs")).stdout).toContain("Nothing has failed in the same way");
    expect((await pipe(input, ...failed("bd-2"))).stdout).toContain("kept: `npm tst` failed: ");
    expect(await json("lessons-motifs", ["lessons", "motifs"])).toMatchObject({
      motifs: [{ tasks: 2, count: 2 }],
    });
    expect((await call("lessons", "motifs")).stdout).toMatch(/^# Recurring failure: /);
    expect((await call("gate", "build")).code).toBe(0);
    const { lessons } = await json("lessons-list", [
      "lessons",
      "list",
      "--kind",
      "failure",
      "--state",
      "unsolved",
    ]);
    const [{ id }] = lessons as [{ id: string }];
    await pipe(input, ...failed("bd-3"));
    await call("lessons", "promote", id, "--reason", "the command is test", ...by);
    const { shown } = await json("brief", ["brief", "--role", "coder", "--tools", "Bash"]);
    expect(shown).toMatchObject([{ kind: "failure", text: expect.stringContaining("Unknown command") }]);
    expect((await pipe("12 passed\n", "reflect", "--tool", "Bash")).stdout).toContain("success");
  });

  it.each([
    ["unknown brief", ["ack", "--brief", "0190-none"]],
    ["no brief", ["ack"]],
    ["no phase", ["gate"]],
    ["a phase with a name that is too long", ["gate", "x".repeat(201)]],
    ["a misspelled option", ["gate", "build", "--overide", "x"]],
    ["an unknown priority", ["lessons", "add", text, "--priority", "urgent"]],
    ["no text", ["lessons", "add"]],
    ["a cited file that is not there", ["lessons", "add", text, "--cites", "src/gone.ts"]],
    ["no direction", ["lessons", "share", "directive-1", ...by]],
  ])("a command with %s ends with 2 and says the next step", async (_what, args) => {
    const { cwd, env } = project();
    const ended = await commandLine([...args, "--json"], { cwd, env });
    expect(ended.code, ended.stdout).toBe(2);
    expect(refusal(ended)).toMatchObject({
      message: expect.stringMatching(/./),
      next: expect.stringMatching(/./),
    });
  });

  it.each([
    ["ack"],
    ["gate"],
    ["check-tool"],
    ["reflect"],
    ["review"],
    ["brief"],
    ...["add", "harden", "retire", "activate", "set", "share", "motifs", "show"].map((verb) => [
      "lessons",
      verb,
    ]),
  ])("help explains %s %s", async (...words) => {
    const cwd = tempFolder();
    const args = words.filter((word) => typeof word === "string");
    const ended = await commandLine([...args, "--help"], { cwd });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toContain(`whetstone ${args.join(" ")}`);
    expect(ended.stdout).toMatch(/Examples?/i);
    if (args[0] === "gate" || args[0] === "check-tool") expect(ended.stdout).toMatch(/^\s+1\s/m);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
