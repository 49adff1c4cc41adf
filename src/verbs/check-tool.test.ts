import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judged, rule, topics } from "../../tests/support/directives.js";
import { openInsights } from "../../tests/support/insights.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";

const forcePush = "Never force-push a shared branch";
const enforced = rule({
  text: forcePush,
  appliesToAgents: [],
  appliesToTools: ["Bash"],
  forbiddenActions: ["git push --force"],
  enforcement: "enforce",
});
const call = { tool: "Bash", command: "cd app && git push --force origin main" };
const failure = outcome({ result: "failure", errorCount: 3, adaptersUsed: ["github"], failureType: "auth" });

describe("check-tool", () => {
  it("a tool is allowed without a reason when nothing is known of it", async () => {
    const { ws } = await openInsights();
    expect(await ws.checkTool(call)).toEqual({
      decision: "allow",
      reason: "",
      forbidden: [],
      rules: [],
      warning: "",
      stopped: null,
      policy: null,
      closed: false,
    });
    expect((await ws.status()).log.events).toBe(0);
  });

  it("an enforced directive denies a tool, with the reason and the way out", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(enforced);
    const denied = await ws.checkTool(call);
    expect(denied).toMatchObject({
      decision: "deny",
      closed: false,
      forbidden: [{ lesson, text: forcePush, action: "git push --force", as: "git push --force" }],
    });
    expect(denied.reason).toContain(forcePush);
    expect(denied.reason).toContain(`whetstone lessons set ${lesson} --enforcement warn`);
    await ws.lessons.set({ lesson, enforcement: "warn", reason: "this branch is mine" });
    expect((await ws.checkTool(call)).decision).toBe("allow");
  });

  it("a directive that warns, is proposed or quarantined, was retired, or forbids in prose denies nothing", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add({ ...enforced, enforcement: "warn", priority: "critical" });
    expect((await ws.checkTool(call)).decision).toBe("allow");
    await ws.lessons.set({ lesson, enforcement: "enforce", reason: "it matters" });
    expect((await ws.checkTool(call)).decision).toBe("deny");
    await ws.lessons.retire({ lessons: [lesson], reason: "gone" });
    expect((await ws.checkTool(call)).decision).toBe("allow");
    await ws.lessons.add({ ...enforced, text: topics[0], appliesToTools: [], origin: "agent:coder" });
    await ws.lessons.add({ ...enforced, text: topics[2], origin: "agent:coder" });
    await ws.lessons.add({
      ...enforced,
      text: topics[1],
      forbiddenActions: ["pushing with force", "Force pushes."],
    });
    expect((await ws.checkTool(call)).decision).toBe("allow");
  });

  it("a directive that warned denies a tool as soon as it escalates", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add({ ...enforced, enforcement: "warn", appliesToAgents: ["coder"] });
    await judged(ws, lesson, "r-1");
    expect((await ws.checkTool(call)).decision).toBe("allow");
    await judged(ws, lesson, "r-2");
    expect((await ws.checkTool(call)).decision).toBe("deny");
  });

  it("a directive that an agent, a tool or a model brought in denies nothing", async () => {
    const { ws } = await openInsights();
    for (const [index, origin] of [
      "agent:coder",
      "tool:web",
      "llm:some-model",
      "import:rules.md",
    ].entries()) {
      const { lesson } = await ws.lessons.add({
        ...enforced,
        text: topics[index] ?? "",
        origin,
        appliesToAgents: ["coder"],
      });
      for (const run of ["r-1", "r-2"]) await judged(ws, lesson, `${origin} ${run}`.replace(/\W/g, "-"));
    }
    expect((await ws.checkTool(call)).decision).toBe("allow");
  });

  it.each([
    ["for its tool, whoever calls", [], ["Bash"], { role: "designer" }, "deny"],
    ["for its role", ["coder"], [], { role: "coder" }, "deny"],
    ["for another role", ["reviewer"], [], { role: "coder" }, "allow"],
    ["for a role, when the caller does not say which it is", ["reviewer"], [], {}, "deny"],
    ["for another tool", [], ["Edit"], {}, "allow"],
    ["for everyone", ["*"], [], { role: "designer" }, "deny"],
    ["for every tool", [], ["*"], {}, "deny"],
    ["in another case", [], ["bash"], { tool: "BASH" }, "deny"],
  ] as const)(
    "check-tool judges a call by a directive %s",
    async (_what, agents, tools, changes, decision) => {
      const { ws } = await openInsights();
      await ws.lessons.add({ ...enforced, appliesToAgents: [...agents], appliesToTools: [...tools] });
      expect((await ws.checkTool({ ...call, ...changes })).decision).toBe(decision);
    },
  );

  it("a forbidden file is recognised as a relative path, with a dot, and from the root", async () => {
    const { ws } = await openInsights();
    await ws.lessons.add({
      ...enforced,
      appliesToTools: ["Edit"],
      forbiddenActions: ["Edit(src/generated/**)"],
    });
    const decision = async (...files: string[]) => (await ws.checkTool({ tool: "Edit", files })).decision;
    for (const file of [
      "src/generated/api.ts",
      "./src/generated/api.ts",
      "././src/generated/api.ts",
      "src//generated/api.ts",
      "src/x/../generated/api.ts",
      "src/../src/generated/./api.ts",
      "src\\generated\\api.ts",
      `${ws.folder}/src/generated/deep/api.ts`,
      `${ws.folder}//src/x/../generated/deep/api.ts`,
      `${ws.folder}/x/../src/generated/api.ts`,
    ])
      expect(await decision("README.md", file), file).toBe("deny");
    for (const file of [
      "src/api.ts",
      "/elsewhere/src/generated/api.ts",
      "generated/src/api.ts",
      "src/generated/../a.ts",
    ])
      expect(await decision(file), file).toBe("allow");
    expect(await decision()).toBe("allow");
  });

  it.each([
    "echo x > src/generated/api.ts",
    "echo x >> ./src/generated/api.ts",
    "> src/generated/api.ts",
    "echo x | tee -a src/generated/api.ts",
    "sed -i 's/a/b/' src/generated/api.ts",
    "sed -i.bak -e s/a/b/ src/generated/api.ts",
    "perl -pi -e 's/a/b/' src/generated/api.ts",
    "cp api.ts src/generated/",
    "cp -t src/generated api.ts",
    "mv src/generated/api.ts elsewhere.ts",
    "rm -rf src/generated",
    "dd if=a of=src/generated/api.ts",
    "truncate -s 0 src/generated/api.ts",
    "touch src/generated/api.ts",
    "cd src && echo x > generated/api.ts",
    "(cd docs); echo x > src/generated/api.ts",
    "ls $(cd docs; pwd) && echo x > src/generated/api.ts",
    "echo `cd docs`; echo x > src/generated/api.ts",
    "diff <(cd docs; ls) a; echo x > src/generated/api.ts",
    "cd docs | cat; echo x > src/generated/api.ts",
    "pwd | cd docs; echo x > src/generated/api.ts",
    "cd docs & echo x > src/generated/api.ts",
    "bash -c 'cd docs && ls'; echo x > src/generated/api.ts",
    "echo 'cd docs' | sh; echo x > src/generated/api.ts",
    "sudo cd docs; echo x > src/generated/api.ts",
    "(cd docs; (cd a); ls); echo x > src/generated/api.ts",
    "cd src; (cd ../docs); echo x > generated/api.ts",
    "cd src; (echo x > generated/api.ts)",
    "(cd src; echo x > generated/api.ts)",
    "cd src && bash -c 'echo x > generated/api.ts'",
    "eval 'cd src'; echo x > generated/api.ts",
    "go() { cd src; }; go; echo x > generated/api.ts",
    "F=src/generated/api.ts; echo x > $F",
    "bash -c 'echo x > src/generated/api.ts'",
    "cat > src/generated/api.ts <<'EOF'\nx\nEOF",
    "git checkout main -- src/generated/api.ts",
    "git restore src/generated/api.ts",
    "curl -o src/generated/api.ts https://example.com",
    "prettier --write src/generated/api.ts",
    "python3 -c \"open('src/generated/api.ts', 'w').write('x')\"",
    "node -e \"require('fs').writeFileSync('src/generated/api.ts', 'x')\"",
  ])("the command line %j is an edit of a forbidden path", async (command) => {
    const { ws } = await openInsights();
    const forbiddenActions = ["Edit(src/generated/**)"];
    const { lesson } = await ws.lessons.add({ ...enforced, appliesToTools: ["Edit"], forbiddenActions });
    for (const tool of ["Bash", "run_terminal_cmd"])
      expect(await ws.checkTool({ tool, command })).toMatchObject({
        decision: "deny",
        forbidden: [{ lesson, action: "Edit(src/generated/**)", as: "src/generated/**" }],
      });
  });

  it.each([
    "cat src/generated/api.ts",
    "cp src/generated/api.ts elsewhere.ts",
    "sed -n 1,10p src/generated/api.ts",
    "grep -r x src/generated > found.txt",
    "diff src/generated/api.ts a.ts",
    "echo 'src/generated/api.ts' > notes.txt",
    "npm test 2>&1 > /dev/null",
    "git add src/generated",
    "prettier --check src/generated/api.ts",
    "python3 -c \"open('src/generated/api.ts').read()\"",
    "cd docs && echo x > src/generated/api.ts",
    "(cd src); echo x > generated/api.ts",
    "(cd docs; echo x > src/generated/api.ts)",
    "command cd docs; echo x > src/generated/api.ts",
  ])("the command line %j is not an edit of a forbidden path", async (command) => {
    const { ws } = await openInsights();
    const forbiddenActions = ["Edit(src/generated/**)", "src/generated/**"];
    await ws.lessons.add({ ...enforced, appliesToTools: ["Edit", "Bash"], forbiddenActions });
    expect((await ws.checkTool({ tool: "Bash", command })).decision).toBe("allow");
  });

  it.each(["Shell", "shell", "run_terminal_cmd", "run_shell_command", "local_shell", "exec_command"])(
    "a directive for the tool Bash binds the tool %s",
    async (tool) => {
      const { ws } = await openInsights();
      await ws.lessons.add({ ...enforced, forbiddenActions: ["Bash(git push --force)"] });
      expect((await ws.checkTool({ ...call, tool })).decision).toBe("deny");
    },
  );

  it.each(["Write", "MultiEdit", "NotebookEdit", "apply_patch", "write_file", "str_replace_editor"])(
    "a directive for the tool Edit and a path binds the tool %s",
    async (tool) => {
      const { ws } = await openInsights();
      const forbiddenActions = ["Edit(src/generated/**)"];
      await ws.lessons.add({ ...enforced, appliesToTools: ["Edit"], forbiddenActions });
      expect((await ws.checkTool({ tool, files: ["src/generated/a.ts"] })).decision).toBe("deny");
      expect((await ws.checkTool({ tool, files: ["src/a.ts"] })).decision).toBe("allow");
    },
  );

  it.each(["execute", "mcp__x__bash", "run_command", "mcp__box__exec"])(
    "a directive for Bash binds the tool %s, which is given a command line",
    async (tool) => {
      const { ws } = await openInsights();
      await ws.lessons.add({ ...enforced, forbiddenActions: ["Bash(git push --force)"] });
      expect((await ws.checkTool({ tool, command: "git push -f" })).decision).toBe("deny");
      expect((await ws.checkTool({ tool, command: "git push" })).decision).toBe("allow");
      expect((await ws.checkTool({ tool: "Grep", command: "git push -f" })).decision).toBe("allow");
    },
  );

  it("a directive that forbids the tool Bash leaves another tool that is given a command line", async () => {
    const { ws } = await openInsights();
    await ws.lessons.add({ ...enforced, forbiddenActions: ["Bash"] });
    expect((await ws.checkTool({ tool: "mcp__x__bash", command: "ls" })).decision).toBe("allow");
  });

  it("a forbidden path is stopped through links, whatever tool or command goes there", async () => {
    const root = realpathSync(tempFolder());
    const outside = realpathSync(tempFolder());
    mkdirSync(join(root, "src/generated/deep"), { recursive: true });
    symlinkSync("generated", join(root, "src/gen2"));
    symlinkSync("generated/deep", join(root, "src/deep"));
    symlinkSync("generated/new.ts", join(root, "src/new.ts"));
    symlinkSync(root, join(outside, "project"));
    symlinkSync(outside, join(root, "out"));
    const { ws } = await openInsights({ root });
    const forbiddenActions = ["Edit(src/generated/**)", "Read(src/generated/**)", `Edit(${outside}/**)`];
    await ws.lessons.add({ ...enforced, appliesToTools: ["Edit", "Read"], forbiddenActions });
    const decision = async (tool: string, path: string) => [
      (await ws.checkTool({ tool, files: [path] })).decision,
      (await ws.checkTool({ tool: "Bash", command: `echo x > ${path}` })).decision,
    ];
    for (const path of [
      "src/gen2/a.ts",
      "src/gen2/not/there/a.ts",
      "src/deep/../a.ts",
      "src/new.ts",
      "./src//gen2/a.ts",
      `${root}/src/gen2/a.ts`,
      `${outside}/project/src/gen2/a.ts`,
      `${outside}/project/src/generated/a.ts`,
      "out/a.ts",
    ])
      expect(await decision("Write", path), path).toEqual(["deny", "deny"]);
    expect((await ws.checkTool({ tool: "Read", files: ["src/gen2/a.ts"] })).decision).toBe("deny");
    for (const path of ["src/a.ts", "src/gen2.ts", "src/gen2/../a.ts", "src/not/there.ts"])
      expect(await decision("Write", path), path).toEqual(["allow", "allow"]);
  });

  it("a call of which only the beginning is given is stopped where a rule is about the rest", async () => {
    const { ws } = await openInsights();
    await ws.lessons.add(enforced);
    const generated = {
      text: topics[0],
      appliesToTools: ["Edit"],
      forbiddenActions: ["Edit(src/generated/**)"],
    };
    await ws.lessons.add({ ...enforced, ...generated });
    const reason = async (call: Parameters<typeof ws.checkTool>[0]) =>
      (await ws.checkTool({ ...call, partial: true })).reason;
    expect(await reason({ tool: "Bash", command: "ls" })).toContain(
      "a command line that is too long to be read",
    );
    expect(await reason({ tool: "Edit", files: ["a"] })).toContain("more files than can be checked");
    expect(await reason({ tool: "Read", files: ["a"] })).toBe("");
  });

  it("an alias in the settings of the repository or of the person is resolved", async () => {
    const home = tempFolder();
    writeFileSync(join(home, ".gitconfig"), "[alias]\n\tyolo = !git push -f\n");
    const { ws } = await openInsights({ env: { HOME: home } });
    mkdirSync(join(ws.folder, ".git"));
    writeFileSync(join(ws.folder, ".git", "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(ws.folder, ".git", "config"), "[alias]\n\tfp = push --force\n\tst = status\n");
    await ws.lessons.add(enforced);
    const decision = async (command: string) => (await ws.checkTool({ tool: "Bash", command })).decision;
    expect(await decision("git fp origin main")).toBe("deny");
    expect(await decision("git yolo")).toBe("deny");
    expect(await decision("git st")).toBe("allow");
  });

  it("a denial names the equivalent, and the answer to 'lessons add' and 'explain' list what is covered", async () => {
    const { ws } = await openInsights();
    const { lesson, alsoForbidden } = await ws.lessons.add(enforced);
    expect(alsoForbidden).toContain("git push -f");
    expect(alsoForbidden).toContain("git push --force-with-lease");
    const denied = await ws.checkTool({ tool: "Bash", command: "git push origin +main" });
    expect(denied.reason).toContain("forbids git push --force, and so git push +*");
    expect((await ws.explain({ id: lesson })).answer.join("\n")).toContain(
      "It forbids git push --force; also: git push -f, ",
    );
  });

  it("what stands behind 'unless' stays allowed", async () => {
    const { ws } = await openInsights();
    const forbiddenActions = ["git push --force unless --force-with-lease"];
    const { alsoForbidden } = await ws.lessons.add({ ...enforced, forbiddenActions });
    expect(alsoForbidden).not.toContain("git push --force-with-lease");
    const decision = async (command: string) => (await ws.checkTool({ tool: "Bash", command })).decision;
    expect(await decision("git push --force-with-lease origin main")).toBe("allow");
    expect(await decision("git push --mirror")).toBe("deny");
  });

  it("a tool of an MCP server is recognised by its name", async () => {
    const { ws } = await openInsights();
    const tool = "mcp__github__delete_repository";
    await ws.lessons.add({ ...enforced, appliesToTools: [tool], forbiddenActions: [tool] });
    expect((await ws.checkTool({ tool })).decision).toBe("deny");
    expect((await ws.checkTool({ tool: "mcp__github__list_issues" })).decision).toBe("allow");
  });

  it.each([
    [{ tool: "" }, "tool"],
    [{}, "tool"],
    [{ tool: "Bash", retry: -1 }, "retry"],
    [{ tool: "Bash", retry: Number.NaN }, "retry"],
    [{ tool: "Bash", comand: "ls" }, "comand"],
    [{ tool: "Bash", files: [7] }, "files.0"],
  ])("check-tool refuses the input %j and names the field", async (input, field) => {
    const { ws } = await openInsights();
    await expect(ws.checkTool(input as never)).rejects.toMatchObject({ code: "invalid_input", field });
  });
});

describe("the policy of the adapter that a tool works through", () => {
  it("the policy asks for approval after real failures, until a person relaxes it", async () => {
    const { ws } = await openInsights();
    const github = { tool: "Bash", command: "gh pr create", adapter: "GitHub" };
    expect(await ws.checkTool(github)).toMatchObject({
      decision: "allow",
      policy: { adapter: "github", requireApproval: false, maxRetries: 2 },
    });
    for (let n = 0; n < 3; n += 1) await ws.record(failure);
    const asked = await ws.checkTool(github);
    expect(asked).toMatchObject({
      decision: "ask",
      forbidden: [],
      policy: { adapter: "github", requireApproval: true, maxRetries: 1, riskMultiplier: 1.4 },
    });
    expect(asked.reason).toContain("whetstone policy github");
    expect((await ws.checkTool({ ...github, adapter: "gitlab" })).decision).toBe("allow");
    for (let n = 0; n < 30; n += 1) await ws.record(outcome({ adaptersUsed: ["github"] }));
    expect((await ws.checkTool(github)).decision).toBe("ask");
    await ws.relax({ adapter: "github", actor: "maintainer", reason: "new token" });
    expect((await ws.checkTool(github)).decision).toBe("allow");
  });

  it("the policy denies a retry beyond its limit, which failures tighten", async () => {
    const { ws } = await openInsights();
    const decision = async (retry: number) =>
      (await ws.checkTool({ tool: "Bash", adapter: "github", retry })).decision;
    expect([await decision(0), await decision(2), await decision(3)]).toEqual(["allow", "allow", "deny"]);
    for (let n = 0; n < 3; n += 1) await ws.record(failure);
    expect([await decision(1), await decision(2)]).toEqual(["ask", "deny"]);
    const denied = await ws.checkTool({ tool: "Bash", adapter: "github", retry: 2 });
    expect(denied.reason).toContain("this would be retry 2");
    expect(denied.reason).toContain("reliability 0.2 is below 0.7");
    expect(denied.reason).toContain("'whetstone relax github' reviews what was learned");
    await ws.policy.set({ adapter: "github", actor: "maintainer", maxRetries: 0, reason: "once" });
    expect(await decision(1)).toBe("deny");
  });

  it("a directive that forbids the call decides before the policy", async () => {
    const { ws } = await openInsights();
    await ws.lessons.add(enforced);
    for (let n = 0; n < 3; n += 1) await ws.record(failure);
    const denied = await ws.checkTool({ ...call, adapter: "github" });
    expect(denied).toMatchObject({ decision: "deny", policy: { requireApproval: true } });
    expect(denied.reason).toContain(forcePush);
  });

  it("runs that a gate stopped do not tighten the policy", async () => {
    const { ws } = await openInsights();
    for (const cause of ["policy", "approval", "policy"] as const) await ws.record({ ...failure, cause });
    expect((await ws.checkTool({ tool: "Bash", adapter: "github", retry: 2 })).decision).toBe("allow");
  });
});

describe("check-tool with a store that cannot be read", () => {
  it("a store that cannot be read denies every tool, and the answer says how to go on", async () => {
    const before = await openInTemp();
    await before.lessons.add(enforced);
    const database = (await before.status()).store.location ?? "";
    await before.close();
    writeFileSync(database, "garbage ".repeat(1_000));
    const ws = await openInTemp({ root: before.folder });
    const denied = await ws.checkTool({ tool: "Read", files: ["README.md"] });
    expect(denied).toMatchObject({ decision: "deny", closed: true, forbidden: [], policy: null });
    expect(denied.reason).toContain("whetstone doctor");
  });
});
