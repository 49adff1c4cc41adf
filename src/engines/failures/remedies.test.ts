import { describe, expect, it } from "vitest";
import { classifyToolCall } from "../reflection/classify-tool-call.js";
import { readFailure } from "./read-failure.js";
import type { Remedy } from "./remedy.js";
import { remedyIn } from "./remedy-in.js";

/** What the later calls, each of which succeeded, prove about a command that failed. */
function provenBy(command: string, output: string, later: readonly string[], exitCode = 1) {
  const call = { tool: "Bash", input: command, output, facts: { exitCode } };
  const failed = { ...readFailure(call, classifyToolCall(call)), tool: "Bash", input: command };
  let tried: Remedy | undefined;
  for (const input of later) {
    const remedy = remedyIn(failed, { tool: "Bash", input, output: "done" });
    if (remedy?.relation === "instead") return remedy.advice;
    if (remedy?.relation === "again" && tried !== undefined) return tried.advice;
    if (remedy?.relation === "helps") tried ??= remedy;
  }
  return undefined;
}

const keepsFolder = "the shell keeps its folder between calls";

describe("remedies of commands", () => {
  it.each([
    ["npm run tset", 'npm error Missing script: "tset"', ["npm run test"], "use `npm run test`"],
    [
      "npm install",
      'npm error Unsupported URL Type "workspace:": workspace:*',
      ["pnpm install"],
      "use `pnpm`",
    ],
    [
      "yarn lint",
      'error This project\'s package.json defines "packageManager": "pnpm@9".',
      ["pnpm lint"],
      "use `pnpm`, not `yarn`",
    ],
    [
      "npm ci",
      "npm error `npm ci` can only install packages when your package.json and package-lock.json are in sync. " +
        "Please update your lock file with `npm install` before continuing.",
      ["npm install", "npm ci"],
      "first run `npm install`",
    ],
    [
      "pytest -q",
      "bash: line 1: pytest: command not found",
      ["uv run pytest -q"],
      "start it as `uv run pytest`",
    ],
    ["pytest", "zsh:1: command not found: pytest", [".venv/bin/pytest"], "start it as `.venv/bin/pytest`"],
    [
      "python3 -m pytest -q",
      "/usr/bin/python3: No module named pytest",
      ["pip install pytest", "python3 -m pytest -q"],
      "first run `pip install pytest`",
    ],
    ["python app.py", "bash: line 1: python: command not found", ["python3 app.py"], "use `python3` instead"],
    [
      "docker-compose up -d",
      "bash: line 1: docker-compose: command not found",
      ["docker compose up -d"],
      "use `docker compose` instead of `docker-compose`",
    ],
    ["eslint src", "sh: 1: eslint: not found", ["npx eslint src"], "start it as `npx eslint`"],
    [
      "node dist/server.js",
      "Error: Cannot find module 'express'\n    at Module._resolveFilename (node:internal/a:1:2)",
      ["npm install", "node dist/server.js"],
      "first run `npm install`",
    ],
    [
      "npx playwright test",
      "Error: browserType.launch: Executable doesn't exist at /opt/chrome\n  1 failed",
      ["npx playwright install chromium", "npx playwright test"],
      "first run `npx playwright install chromium`",
    ],
    [
      "node server.js",
      "Error: listen EADDRINUSE: address already in use :::3000\n    at Server.listen (node:net:1:2)",
      ["lsof -ti :3000 | xargs kill", "node server.js"],
      "xargs kill`",
    ],
    [
      "gh pr list",
      "To get started with GitHub CLI, please run:  gh auth login",
      ["gh auth login --with-token", "gh pr list"],
      "first run `gh auth login --with-token`",
    ],
    [
      "terraform plan",
      "╷\n│ Error: Inconsistent dependency lock file\n╵",
      ["terraform init", "terraform plan"],
      "first run `terraform init`",
    ],
    [
      "./deploy.sh",
      "bash: line 1: ./deploy.sh: Permission denied",
      ["chmod +x deploy.sh", "./deploy.sh"],
      "first run `chmod +x deploy.sh`",
    ],
    [
      "cp a.txt out/b.txt",
      "cp: out/b.txt: No such file or directory",
      ["mkdir -p out", "cp a.txt out/b.txt"],
      "mkdir",
    ],
    [
      "echo 1 > out/a",
      "bash: line 1: out/a: No such file or directory",
      ["mkdir -p out && echo 1 > out/a"],
      "mkdir -p out",
    ],
    [
      "git push",
      " ! [rejected]        main -> main (fetch first)",
      ["git pull --rebase origin main", "git push"],
      "git pull --rebase`",
    ],
    [
      "git push",
      "fatal: The current branch a has no upstream branch.\nTo push, use\n\n    git push --set-upstream origin a\n",
      ["git push --set-upstream origin a"],
      "git push --set-upstream",
    ],
    [
      "git checkout main",
      "error: Your local changes to the following files would be overwritten by checkout:",
      ["git stash", "git checkout main"],
      "first run `git stash`",
    ],
    [
      "go test ./...",
      "go: updates to go.mod needed; to update it:\n\tgo mod tidy",
      ["go mod tidy", "go test ./..."],
      "first run `go mod tidy`",
    ],
    [
      "cargo build --locked",
      "error: the lock file Cargo.lock needs to be updated but --locked was passed",
      ["cargo update", "cargo build --locked"],
      "first run `cargo update`",
    ],
    [
      "ruff check --fixx src",
      "error: unexpected argument '--fixx' found",
      ["ruff check --fix src"],
      "call `ruff` with `--fix` instead of `--fixx`",
    ],
    [
      "mypy --strikt src",
      "mypy: error: unrecognized arguments: --strikt",
      ["mypy src"],
      "call `mypy` without `--strikt`",
    ],
    [
      "cargo biuld",
      "error: no such command: `biuld`",
      ["cargo build"],
      "use `cargo build`, not `cargo biuld`",
    ],
    [
      "make tset",
      "make: *** No rule to make target 'tset'.  Stop.",
      ["make test"],
      "use `make test`, not `make tset`",
    ],
    ["cd web && npm test", "bash: line 1: cd: web: No such file or directory", ["npm test"], keepsFolder],
    [
      "git add src/a.ts",
      "fatal: pathspec 'src/a.ts' did not match any files",
      ["cd /srv/shop && git add src/a.ts"],
      keepsFolder,
    ],
    [
      "npm run build",
      "npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/srv/package.json'",
      ["cd /srv/shop && npm run build"],
      keepsFolder,
    ],
    [
      "cargo run",
      "error: could not find `Cargo.toml` in `/srv` or any parent directory",
      ["cd /srv/shop && cargo run"],
      keepsFolder,
    ],
    [
      "git diff src/a.ts",
      "fatal: ambiguous argument 'src/a.ts': unknown revision or path not in the working tree.",
      ["cd /srv/shop", "git diff src/a.ts"],
      keepsFolder,
    ],
    [
      "curl http://localhost:3000/a?b=c",
      "zsh:1: no matches found: http://localhost:3000/a?b=c",
      ["curl 'http://localhost:3000/a?b=c'"],
      "in quotes",
    ],
    [
      "gh pr create --base topic --title a",
      "pull request create failed: GraphQL: Base ref must be a branch",
      ["gh pr create --base main --title a"],
      "`--base main`",
    ],
  ])("%s, which failed with %j, is undone by %j: %s", (command, output, later, advice) => {
    expect(provenBy(command, output, later)).toContain(advice);
  });

  it.each([
    ["a success of another program", "npm run tset", 'npm error Missing script: "tset"', ["ls"]],
    [
      "another script that is not similar, among other things",
      "npm run tset",
      'npm error Missing script: "tset"',
      ["npm run build -- --fast && npm run deploy"],
    ],
    [
      "a step without the proof that the call then works",
      "go test ./...",
      "go: updates to go.mod needed; to update it:\n\tgo mod tidy",
      ["go mod tidy"],
    ],
    [
      "an install after another failure",
      "cat a.txt",
      "cat: a.txt: No such file or directory",
      ["npm install", "cat b.txt"],
    ],
    [
      "another file that is there",
      "cat src/a.ts",
      "cat: src/a.ts: No such file or directory",
      ["cat src/lib/b.ts"],
    ],
    [
      "the same call with the same option",
      "mypy --strikt src",
      "mypy: error: unrecognized arguments: --strikt",
      ["mypy --strikt lib"],
    ],
    [
      "another script of an interpreter",
      "python3 a.py",
      "ModuleNotFoundError: No module named 'yaml'\nTraceback (most recent call last):",
      ["pip install pyyaml", "python3 b.py"],
    ],
    [
      "the same call that simply works later",
      "curl http://localhost:1",
      "curl: (7) Failed to connect",
      ["curl http://localhost:1"],
    ],
    [
      "work that goes on",
      "npm test",
      "Tests: 1 failed, 1 total\nAssertionError: expected 3 to be 4",
      ["npm run build && npm test"],
    ],
    [
      "looking around before the same call",
      "mix run",
      '** (Mix) The task "run" could not be found',
      ["ls && mix compile"],
    ],
  ])("%s is not claimed as the remedy of %s", (_what, command, output, later) => {
    expect(provenBy(command, output, later)).toBeUndefined();
  });

  it("a call that prints nothing behind a pipe, or the same cause again, proves nothing", () => {
    const call = { tool: "Bash", input: "gh pr diff 3 --stat", output: "unknown flag: --stat" };
    const failed = { ...readFailure(call, { result: "failure", by: "host", because: "" }), ...call };
    const later = { tool: "Bash", input: "gh pr diff 3 2>/dev/null | head" };
    expect(remedyIn(failed, { ...later, output: "" })).toBeUndefined();
    expect(remedyIn(failed, { ...later, output: "unknown flag: --stat" })).toBeUndefined();
    expect(remedyIn(failed, { ...later, output: "diff --git a b" })).toMatchObject({ relation: "instead" });
  });
});

describe("remedies of other tools", () => {
  const failure = { kind: "misuse", named: "", suggested: [] } as const;

  it.each([
    ["Grep", "spawn /usr/lib/rg ENOENT", '{"pattern":"a"}', "grep -rn a src", "`grep -r` in the shell"],
    [
      "Glob",
      "ENOENT: no such file or directory, posix_spawn 'x'",
      '{"pattern":"*.ts"}',
      "find . -name '*.ts'",
      "`find` or `ls`",
    ],
    [
      "WebFetch",
      "Request failed with status code 403",
      '{"url":"https://example.com/a"}',
      "curl -s https://example.com/a",
      "`curl` in the shell",
    ],
  ])("%s that cannot be used is replaced by the shell", (tool, cause, input, command, advice) => {
    const failed = { ...failure, kind: "environment" as const, tool, program: tool, cause, input };
    expect(remedyIn(failed, { tool: "Bash", input: command, output: "a" })?.advice).toContain(advice);
    expect(remedyIn(failed, { tool: "Bash", input: "git status", output: "a" })).toBeUndefined();
  });

  it("a skill that does not exist is replaced by the command of its name", () => {
    const cause = "Unknown skill: commit";
    const failed = {
      ...failure,
      tool: "Skill",
      program: "Skill",
      cause,
      named: "commit",
      input: '{"skill":"commit"}',
    };
    expect(remedyIn(failed, { tool: "Bash", input: "git commit -m a" })?.advice).toBe(
      "use `git commit` instead of Skill `commit`",
    );
  });

  it("an agent is given its full name, although the rest of the call is worded anew", () => {
    const cause = "Agent type 'reviewer' not found. Available agents: team:reviewer";
    const input = '{"subagent_type":"reviewer","description":"look","prompt":"one"}';
    const later = '{"subagent_type":"team:reviewer","description":"review","prompt":"two"}';
    const failed = { ...failure, tool: "Task", program: "Task", cause, named: "reviewer", input };
    expect(remedyIn(failed, { tool: "Task", input: later })?.advice).toBe(
      "give `subagent_type` as `team:reviewer`, not `reviewer`",
    );
  });

  it("a value that belongs to one call is told by its shape", () => {
    const cause = "Received non-uuid id - parentId contained a non-uuid identifier.";
    const body = "x".repeat(700);
    const input = JSON.stringify({ title: "a", body, parentId: "ENT-59" });
    const uuid = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const later = JSON.stringify({ title: "a", body, parentId: uuid });
    const failed = { ...failure, tool: "mcp__x__create", program: "mcp__x__create", cause, input };
    expect(remedyIn(failed, { tool: "mcp__x__create", input: later })?.advice).toBe(
      "give `parentId` as a UUID",
    );
  });

  it("a refusal has no remedy", () => {
    const failed = {
      ...failure,
      kind: "refused" as const,
      tool: "Bash",
      program: "rm",
      cause: "no",
      input: "rm a",
    };
    expect(remedyIn(failed, { tool: "Bash", input: "rm a" })).toBeUndefined();
  });
});
