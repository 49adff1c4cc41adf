import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkState } from "../fold/work-states.js";
import { compileGlob } from "../predicate/glob.js";
import { withoutSurroundings } from "../rules/forbidden/read-call.js";
import type { Around, CheckedCall, Matchers } from "./call.js";
import { type Before, type Check, checkTitle, parseCheck, printCheck } from "./check.js";
import { checkedCall } from "./checked-call.js";
import { prepareCheck } from "./prepared-check.js";
import { notesOfStop, withWorkNote, workWatch } from "./work.js";

const matchers: Matchers = {
  glob: (glob, file) => {
    const compiled = compileGlob(glob);
    return !("error" in compiled) && compiled.matches(file);
  },
  regex: (pattern, flags) => (text) => text.match(new RegExp(pattern, `${flags}g`))?.length ?? 0,
};

const nowhere: Around = {
  state: undefined,
  repositoryOf: (folder) => (folder.startsWith("/tmp") ? undefined : "here"),
  branchOf: () => "main",
  exists: () => false,
};

function shell(command: string): CheckedCall {
  const use = { tool: "Bash", command, files: [], writes: false, edits: [] };
  return checkedCall(use, "/project", withoutSurroundings);
}

function edit(file: string, after = "", before?: string): CheckedCall {
  const edits = [{ file, before, after, whole: before === undefined }];
  return checkedCall({ tool: "Edit", files: [file], writes: true, edits }, "/project", withoutSurroundings);
}

const patch = "--- a/src/generated/a.ts\n+++ b/src/generated/a.ts\n@@ -1 +1 @@\n-x\n+y";

const stateOf = (check: unknown, call: CheckedCall, around: Partial<Around> = {}) =>
  prepareCheck(parseCheck(check), matchers).atCall(call, { ...nowhere, ...around })?.state;

describe("a check", () => {
  it.each([
    [{ never: { run: "git push --force" } }, "git push --force", "broken"],
    [{ never: { run: "git push --force" } }, "cd x && git push -f origin x", "broken"],
    [{ never: { run: "git push --force" } }, "git push", "kept"],
    [{ never: { run: "git push --force" } }, "git push --force --dry-run", "kept"],
    [{ never: { run: "* --no-verify" } }, "git commit --no-verify -m x", "broken"],
    [{ never: { run: "* --no-verify" } }, "git commit -m --no-verify-not", "kept"],
    [{ never: { run: "git push", branch: ["main"] } }, "git push origin HEAD:main", "broken"],
    [{ never: { run: "git push", branch: ["main"] } }, "git push origin topic", "kept"],
    [{ never: { run: "git push", branch: ["main"] } }, "git push", "broken"],
    [{ never: { run: "npm" }, instead: "pnpm" }, "npm install", "broken"],
    [{ never: { run: "npm" }, instead: "pnpm" }, "npm view left-pad", undefined],
    [{ never: { run: "npm" }, instead: "pnpm" }, "npm install -g pnpm", undefined],
    [{ never: { run: "@format" } }, "npx prettier --write .", "broken"],
    [{ never: { run: "@format" } }, "npm test", "kept"],
    [{ never: { run: "git push --force" } }, "ls", undefined],
    [{ never: { run: "npm" }, instead: "pnpm" }, "ls", undefined],
    [{ never: { run: "npm" }, instead: "pnpm" }, "pnpm install", "kept"],
    [{ never: { run: "git push --force" } }, "git status", undefined],
    [{ never: { run: "git push", branch: ["main"] } }, "git status", undefined],
    [{ never: { run: "go test" }, instead: "mise run test" }, "go build", undefined],
    [{ never: { run: "go test" }, instead: "mise run test" }, "mise run test -v", "kept"],
    [{ never: { run: "docker build" } }, "podman ps", "kept"],
    [{ never: { run: "curl" } }, "ls", "kept"],
    [{ never: { run: "* --no-verify" } }, "ls", "kept"],
    [{ never: { run: "git push --force" } }, "/usr/bin/git push --force", "broken"],
    [{ never: { run: "./gradlew publish" } }, "cd app && ../gradlew publish", "broken"],
    [{ commit: { like: "conventional" } }, 'git commit -m "added a thing"', "broken"],
    [{ commit: { like: "conventional" } }, 'git commit -am "fix(ui): a thing"', "kept"],
    [{ commit: { like: "conventional" } }, "git commit --amend --no-edit", undefined],
    [
      { commit: { not: "/^Co-Authored-By:.*claude/im" } },
      "git commit -m \"$(cat <<'EOF'\nfix: x\n\nCo-Authored-By: Claude\nEOF\n)\"",
      "broken",
    ],
    [{ prefix: "mise exec --", for: ["ruby"] }, "mise exec -- ruby x.rb", "kept"],
    [{ prefix: "mise exec --", for: ["ruby"] }, "ruby x.rb", "broken"],
    [{ prefix: "mise exec --", for: ["ruby"] }, "ls", undefined],
    [{ never: { write: "src/generated/**" } }, "echo x > src/generated/a.ts", "broken"],
  ])("%j is asked of %s", (check, command, state) => {
    expect(stateOf(check, shell(command))).toBe(state);
  });

  it.each([
    [{ never: { write: "src/generated/**" } }, edit("src/generated/a.ts"), "broken"],
    [{ never: { write: "src/generated/**" } }, edit("src/a.ts"), "kept"],
    [{ never: { text: "console.log" } }, edit("src/a.ts", "console.log(1)", ""), "broken"],
    [{ never: { text: "console.log" } }, edit("src/a.ts", "console.log(2)", "console.log(1)"), "kept"],
    [{ never: { text: "console.log" } }, edit("src/a.ts", "// console.log(1)", ""), "kept"],
    [{ never: { text: "console.log" } }, edit("README.md", "console.log(1)", ""), undefined],
    [
      { never: { text: "console.log", notIn: ["tests"] } },
      edit("src/a.test.ts", "console.log()", ""),
      undefined,
    ],
    [{ never: { text: "any" } }, edit("src/a.ts", "const a: any = 1; // any", ""), "broken"],
    [{ never: { text: "any" } }, edit("src/a.ts", "// for any caller\nconst many = 1;", ""), "kept"],
    [{ never: { text: "eval()" } }, edit("src/a.py", "model.eval()", ""), "kept"],
    [{ never: { text: "eval()" } }, edit("src/a.py", "x = eval(text)", ""), "broken"],
    [{ never: { text: "@ts-ignore" } }, edit("src/a.ts", "// @ts-ignore", ""), "broken"],
    [{ never: { text: "/from ['\"]jest/" } }, edit("src/a.ts", 'import x from "jest";', ""), "broken"],
    [{ newFile: { match: "**/*plan*.md", in: "docs/plans/**" } }, edit("my-plan.md", "x"), "broken"],
    [{ newFile: { match: "**/*plan*.md", in: "docs/plans/**" } }, edit("docs/plans/my-plan.md", "x"), "kept"],
    [{ newFile: { match: "src/**", case: "kebab" } }, edit("src/aB.ts", "x"), "broken"],
    [{ limit: { lines: 2, in: "src/**" } }, edit("src/a.ts", "1\n2\n3\n"), "broken"],
    [{ limit: { lines: 2, in: "src/**" } }, edit("src/a.ts", "1\n2\n"), "kept"],
  ])("%j is asked of an edit", (check, call, state) => {
    expect(stateOf(check, call)).toBe(state);
  });

  it("of a file that is there already says nothing about its place", () => {
    const check = { newFile: { match: "**/*.md", in: "docs/**" } };
    expect(stateOf(check, edit("a.md", "x"), { exists: () => true })).toBeUndefined();
  });
});

const generated = { never: { write: "src/generated/**" } };
const npm = { never: { run: "npm" }, instead: "pnpm" };
const yarn = { never: { run: "yarn" }, instead: "pnpm" };
const staged = { never: { run: "git add .env" } };
const all = { never: { run: "git add ." } };
const spellings: readonly (readonly [
  check: object,
  state: string | undefined,
  commands: readonly string[],
])[] = [
  [generated, "broken", ["rm -r src/generated", "rm -rf src", "rm -rf src/*", "mv src old", "git rm -r src"]],
  [generated, "broken", ["find src/generated -type f -delete", "awk -i inplace 1 src/generated/a.ts"]],
  [generated, "broken", ["unzip x.zip -d src/generated", "tar -xf x.tar -C src/generated"]],
  [generated, "broken", [`git apply <<'E'\n${patch}\nE`, `patch -p1 <<'E'\n${patch}\nE`]],
  [generated, "broken", [`cat > a.patch <<'E'\n${patch}\nE\npatch -p1 < a.patch`]],
  [generated, "broken", [`cat > a.patch <<'E'\n${patch}\nE\ngit apply a.patch`]],
  [generated, "kept", ["rm -rf lib node_modules", "git rm -r --cached src", "find . -name '*.orig' -delete"]],
  [generated, undefined, ["tar -czf x.tgz -C src/generated .", `git apply --check <<'E'\n${patch}\nE`]],
  [{ never: { write: "*.lock" } }, "kept", ["rm -rf node_modules"]],
  [staged, "broken", ["git add ./.env", "git commit .env -m x", "git commit -m x -- ./.env"]],
  [staged, "kept", ["git add .env.example"]],
  [staged, undefined, ["git commit -m .env a.ts"]],
  [all, "kept", ["git add -n .", "git add -p .", "git add --dry-run ."]],
  [npm, "broken", ["npm publish", "npm link", "corepack npm install"]],
  [npm, "kept", ["pnpm install"]],
  [npm, undefined, ["corepack enable", "npm view left-pad"]],
  [yarn, "broken", ["yarnpkg install", "yarnpkg"]],
];

describe("other ways to do what a check is about", () => {
  it.each(spellings)("%j says %s of %j", (check, state, commands) => {
    for (const command of commands) expect(stateOf(check, shell(command)), command).toBe(state);
  });
});

describe("a step before a command", () => {
  const check = parseCheck({ before: { run: "git commit" }, ran: "npm run lint", since: "edit" }) as Before;

  function lastOf(calls: readonly CheckedCall[]): string | undefined {
    const course = courseOf([check], calls);
    return course.at(-1)?.[0];
  }

  it.each([
    [["npm run lint:fix", "git commit -m x"], undefined],
    [["edit", "git commit -m x"], "broken"],
    [["edit", "git commit -m x --dry-run"], undefined],
    [["edit", "npm run lint", "git commit -m x"], "kept"],
    [["edit", "pnpm lint:fix --quiet", "git commit -m x"], "kept"],
    [["edit", "npm run lint", "edit", "git commit -m x"], "broken"],
    [["edit", "npm run lint && git commit -m x"], "kept"],
    [["edit", "npm run lint && echo x > src/b.ts && git commit -m x"], "broken"],
    [["echo x > src/a.ts", "git commit -m x"], "broken"],
    [["edit", "npm run lint", "git checkout x -- src/a.ts", "git commit -m x"], "kept"],
    [["edit", "npm run lint &", "git commit -m x"], "broken"],
    [["edit", "cd /tmp/other && git commit -m x"], undefined],
  ])("after %j is %s", (steps, state) => {
    expect(lastOf(steps.map((step) => (step === "edit" ? edit("src/a.ts") : shell(step))))).toBe(state);
  });

  it("may be asked for after some files only", () => {
    const narrow = parseCheck({
      before: { run: "git commit" },
      ran: "just sync",
      since: { write: "**/pyproject.toml" },
    }) as Before;
    const commit = shell("git commit -m x");
    expect(courseOf([narrow], [edit("src/a.py"), commit]).at(-1)?.[0]).toBeUndefined();
    const touched = [edit("pyproject.toml"), edit("src/a.py"), commit];
    expect(courseOf([narrow], touched).at(-1)?.[0]).toBe("broken");
    const ran = [edit("pyproject.toml"), shell("just sync"), edit("src/a.py"), commit];
    expect(courseOf([narrow], ran).at(-1)?.[0]).toBe("kept");
  });
});

/** What each check says of each call; the state is folded from news alone, as the log keeps it, or from all. */
function courseOf(
  checks: readonly Before[],
  calls: readonly (CheckedCall | "stop")[],
  kept: "news" | "all" = "news",
): readonly (readonly (string | undefined)[])[] {
  const prepared = checks.map((check) => prepareCheck(check, matchers));
  const watch = workWatch(checks, matchers);
  let state: WorkState | undefined;
  let seq = 0;
  return calls.map((call) => {
    const around = { ...nowhere, state };
    const said = prepared.map((each) => (call === "stop" ? each.atStop(around) : each.atCall(call, around)));
    const notes = call === "stop" ? notesOfStop(around) : watch(call, "passed", nowhere.repositoryOf);
    for (const note of notes) {
      seq += 1;
      const stamp = { session: "s", thread: "t", at: "2026-01-01T00:00:00.000Z", seq };
      state = kept === "all" ? withEveryNote(state, note, stamp) : withWorkNote(state, note, stamp);
    }
    return said.map((each) => each?.state);
  });
}

/** The slow, obvious fold: each note takes the place of the one before it. */
function withEveryNote(
  state: WorkState | undefined,
  { noted, repository, what, ended = "unknown" }: Parameters<typeof withWorkNote>[1],
  { thread, at, seq }: Parameters<typeof withWorkNote>[2],
): WorkState {
  const before = state ?? { session: "s", began: seq, repositories: [], unseen: 0 };
  const place = before.repositories[0] ?? { repository, edits: [], ran: [] };
  const edits = [...place.edits.filter((each) => each.what !== what), { thread, at, seq, what }];
  const ran = [...place.ran.filter((each) => each.what !== what), { what: what ?? "", at, seq, ended }];
  const after = noted === "edited" ? { ...place, edits } : { ...place, ran };
  return { ...before, repositories: [after] };
}

const steps = fc.constantFrom<CheckedCall | "stop">(
  edit("src/a.ts"),
  edit("docs/a.md"),
  shell("npm test"),
  shell("npm run lint && git commit -m x"),
  shell("git commit -m x"),
  shell("echo x > src/c.ts; npm test"),
  shell("git push"),
  "stop",
);

it("says the same of a session whose log keeps only news as of one that keeps everything", () => {
  const checks = [
    { before: { run: "git commit" }, ran: "npm test", since: "edit" },
    { before: { run: "git push" }, ran: "npm run lint" },
    { before: { run: "git commit" }, ran: "npm run lint", since: { write: "docs/**" } },
    { before: { write: "src/**" }, ran: "npm test" },
    { before: "stop", ran: "npm test", since: "edit" },
  ].map((each) => parseCheck(each) as Before);
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 25 }), (calls) => {
      expect(courseOf(checks, calls, "news")).toEqual(courseOf(checks, calls, "all"));
    }),
  );
});

it("speaks once at the end of a turn, until something is edited again", () => {
  const check = parseCheck({ before: "stop", ran: "npm test", since: "edit" }) as Before;
  const course = courseOf(
    [check],
    [edit("src/a.ts"), "stop", "stop", edit("src/a.ts"), "stop", shell("npm test")],
  );
  expect(course.map(([state]) => state)).toEqual([
    undefined,
    "broken",
    undefined,
    undefined,
    "broken",
    undefined,
  ]);
});

it("is not sure of what happened while nobody watched", () => {
  const check = parseCheck({ before: { run: "git commit" }, ran: "npm test", since: "edit" });
  const place = { repository: "here", edits: [{ thread: "t", at: "x", seq: 1 }], ran: [] };
  const state = { session: "s", began: 0, repositories: [place], unseen: 2 };
  expect(stateOf(check, shell("git commit -m x"), { state })).toBe("unsure");
});

describe("the form of a check", () => {
  it.each<readonly [unknown, string]>([
    [{ never: { run: "" } }, "check.never.run"],
    [{ never: { run: "x", in: "y" } }, "check.never.in"],
    [{ before: { run: "x" } }, "check"],
    [{ before: { run: "x" }, ran: "y", read: "z" }, "check"],
    [{ limit: { lines: 0 } }, "check.limit.lines"],
    [{ commit: {} }, "check.commit"],
    [{ hello: 1 }, "check"],
    ["{", "check"],
  ])("%j is refused and %s is named", (value, field) => {
    expect(() => parseCheck(value)).toThrow(expect.objectContaining({ field }));
  });

  it("is read back as it is printed", () => {
    const text = fc.string({ minLength: 1, maxLength: 40 });
    const some = fc.oneof(
      fc.record({ never: fc.record({ run: text }), instead: text }),
      fc.record({ never: fc.record({ text, notIn: fc.array(text, { minLength: 1, maxLength: 3 }) }) }),
      fc.record({ before: fc.record({ run: text }), ran: text, since: fc.constant("edit") }),
      fc.record({ prefix: text, for: fc.array(text, { minLength: 1, maxLength: 3 }) }),
    );
    fc.assert(
      fc.property(some, (value) => {
        const check: Check = parseCheck(value);
        expect(parseCheck(printCheck(check))).toEqual(check);
        expect(checkTitle(check)).not.toBe("");
      }),
    );
  });
});
