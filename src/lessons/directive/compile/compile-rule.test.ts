import { describe, expect, it } from "vitest";
import { passagesIn } from "../../instructions/rules/read-instructions.js";
import { compileRule } from "./compile-rule.js";
import { doing } from "./rule-text.js";

const checksOf = (text: string, heading = "", lead = "") => compileRule({ text, heading, lead }).checks;

describe("a rule becomes a check by its form", () => {
  it.each<readonly [string, readonly unknown[]]>([
    ["Never run `terraform apply`.", [{ never: { run: "terraform apply" } }]],
    [
      "Do not use `git rebase -i` or `git add -p`",
      [{ never: { run: "git rebase -i" } }, { never: { run: "git add -p" } }],
    ],
    ["Never use `--no-verify`", [{ never: { run: "* --no-verify" } }]],
    ["Don't skip hooks.", [{ never: { run: "* --no-verify" } }]],
    ["Never force-push.", [{ never: { run: "git push --force" } }]],
    ["Never push directly to `main`", [{ never: { run: "git push", branch: ["main"] } }]],
    ["**Do not** edit `src/schema/` by hand", [{ never: { write: "src/schema/**" } }]],
    ["Never commit `.env.production`", [{ never: { run: "git add .env.production" } }]],
    ["Never commit `.env` to git.", [{ never: { run: "git add .env" } }]],
    ["Never edit `.Designer.cs` files", [{ never: { write: "**/*.Designer.cs" } }]],
    ["Use conventional commits when possible.", [{ commit: { like: "conventional" }, ...doing("warn") }]],
    [
      "Avoid `console.log` in production code.",
      [{ never: { text: "console.log", notIn: ["tests"] }, ...doing("warn") }],
    ],
    ["Use `pathlib.Path` instead of `os.path`", [{ never: { text: "os.path" }, instead: "pathlib.Path" }]],
    ["Use `rg` instead of `grep`", []],
    ["Use `uv run` rather than `python3`", [{ never: { run: "python3" }, instead: "uv run" }]],
    [
      "Use `poetry install`, not `pip install`",
      [{ never: { run: "pip install" }, instead: "poetry install" }],
    ],
    ["Never touch `go.sum` without asking", [{ never: { write: "**/go.sum" }, ...doing("ask") }]],
    [
      "Run `make lint` before every commit",
      [{ before: { run: "git commit" }, ran: "make lint", since: "edit" }],
    ],
    ["Before pushing, run the tests.", [{ before: { run: "git push" }, ran: "@test", since: "edit" }]],
    ["After code changes, run `make check`", [{ before: "stop", ran: "make check", since: "edit" }]],
    ["Never force-push to main.", [{ never: { run: "git push --force", branch: ["main"] } }]],
    ["Never use `eval`", [{ never: { text: "eval" } }]],
    ["Use `list[X]`, not `typing.List[X]`", [{ never: { text: "typing.List[" }, instead: "list[X]" }]],
    [
      "Always run `make lint` before `git push`",
      [{ before: { run: "git push" }, ran: "make lint", since: "edit" }],
    ],
    [
      "`make lint` must pass before every commit.",
      [{ before: { run: "git commit" }, ran: "make lint", since: "edit" }],
    ],
    ["If the build is red, stop. Never run `git push`.", [{ never: { run: "git push" } }]],
    ["Follow Conventional Commits.", [{ commit: { like: "conventional" } }]],
    [
      "bun only",
      [
        { never: { run: "npm" }, instead: "bun" },
        { never: { run: "pnpm" }, instead: "bun" },
        { never: { run: "yarn" }, instead: "bun" },
      ],
    ],
  ])("%s", (text, checks) => {
    expect(checksOf(text)).toEqual(checks);
  });

  it("asks for what a consent allows, also behind an abbreviation", () => {
    const text =
      "NEVER skip hooks (`--no-verify`, `--no-gpg-sign`, etc.) unless the user explicitly requests it";
    const [check] = compileRule({ text, heading: "", lead: "" }).checks;
    expect(JSON.stringify(check)).toBe('{"never":{"run":"* --no-verify"},"then":"ask"}');
  });

  it.each([
    ["Never run `terraform apply` when the plan has errors", "condition"],
    ["Do not use `git rebase -i` except on your own branch", "condition"],
    ["Run `make lint` before committing changes of the parser", "condition"],
    ["The build does not run `npm install`.", "description"],
    ["`parse()` cannot use `eval()`", "description"],
    ["Conventional Commits are not used here", "description"],
    ["Never be late.", "judgement"],
    ["Never use `--force` when publishing unless you were asked to", "condition"],
    ["Don't use `\\r` (carriage return, see `spinner.go`) in log lines", "condition"],
    ["Do not add `.dll`, `.so` or `.pyc`", "judgement"],
    ["Never run a bare `:docs:check`", "judgement"],
    ["Never delete files in `migrations/`", "judgement"],
    ["Use Conventional Commits for the titles of pull requests", "judgement"],
    ["When a release is cut, tag it last. Do not run `git tag`.", "condition"],
  ])("%s gets none: %s", (text, why) => {
    expect(compileRule({ text, heading: "", lead: "" })).toEqual({ checks: [], why });
  });
});

it("a heading or a lead that is nothing but a negation turns the points below it", () => {
  expect(checksOf("Edit `gen/api.ts` by hand", "Do NOT")).toEqual([{ never: { write: "gen/api.ts" } }]);
  expect(checksOf("`git stash`", "", "**Prohibited commands:**")).toEqual([{ never: { run: "git stash" } }]);
  expect(checksOf("`git stash`", "Commands")).toEqual([]);
  expect(checksOf("Push to main", "Do NOT:")).toEqual([{ never: { run: "git push", branch: ["main"] } }]);
  expect(checksOf("Never push to main", "Do NOT:")).toEqual([
    { never: { run: "git push", branch: ["main"] } },
  ]);
  expect(checksOf("Push to main", "Releases")).toEqual([]);
  expect(checksOf("`git stash`", "", "Never run (it loses work):")).toEqual([
    { never: { run: "git stash" } },
  ]);
});

it("a lead that names a case or a place takes what its points forbid with it, but for files and commits", () => {
  expect(checksOf("Never use `any`", "", "In tests:")).toEqual([]);
  expect(checksOf("Do not use `sleep()`", "", "When you write a handler:")).toEqual([]);
  expect(checksOf("Never edit `gen/api.ts`", "", "For releases:")).toEqual([
    { never: { write: "gen/api.ts" } },
  ]);
  expect(checksOf("Never use `--no-verify`", "", "When you commit:")).toEqual([
    { never: { run: "* --no-verify" } },
  ]);
});

it("reads the steps of a shell block below the line that asks for them", () => {
  const file = [
    "## Before every commit (REQUIRED)",
    "",
    "```bash",
    "make fmt   # formats",
    "make test",
    "git add .",
    "git commit -m 'what it does'",
    "```",
  ].join("\n");
  const checks = passagesIn(file).flatMap(({ text, heading, lead, kind }) => {
    return compileRule({ text, heading, lead, shell: kind === "shell" }).checks;
  });
  expect(checks).toEqual([
    { before: { run: "git commit" }, ran: "make fmt", since: "edit" },
    { before: { run: "git commit" }, ran: "make test", since: "edit" },
  ]);
});

it("reads the steps below a line that calls them checks of the project", () => {
  const step = { text: "make validate", heading: "", shell: true };
  const checks = [{ before: { run: "git commit" }, ran: "make validate", since: "edit" }];
  for (const lead of ["Before committing, run:", "Before committing, run the repository checks:"])
    expect(compileRule({ ...step, lead }).checks, lead).toEqual(checks);
  for (const lead of ["Before committing, run the checks for docs:", "To see how committing works, run:"])
    expect(compileRule({ ...step, lead }).checks, lead).toEqual([]);
});

it("keeps the line, the heading and the lead of each passage", () => {
  const file = "# Shop\n\nDo not:\n\n- `npm ci`\n- edit\n  - `a.ts`\n\n## Style\nTabs.\n";
  expect(passagesIn(file)).toEqual([
    { line: 3, kind: "paragraph", heading: "Shop", lead: "", text: "Do not:" },
    { line: 5, kind: "point", heading: "Shop", lead: "Do not:", text: "`npm ci`" },
    { line: 6, kind: "point", heading: "Shop", lead: "Do not:", text: "edit" },
    { line: 7, kind: "point", heading: "Shop", lead: "edit", text: "`a.ts`" },
    { line: 10, kind: "paragraph", heading: "Style", lead: "", text: "Tabs." },
  ]);
});
