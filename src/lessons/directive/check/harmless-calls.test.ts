import { expect, it } from "vitest";
import { stateOf, type Tried } from "../../../../tests/support/asked-checks.js";

const days: readonly (readonly [unknown, readonly Tried[]])[] = [
  [
    { never: { run: "git push --force" } },
    [
      ...["grep -rn 'git push --force' docs/", "rg 'push --force' | head", "man git-push | grep -- --force"],
      ...["git commit -m 'Say why nobody may git push --force'", "git log --grep='push --force'"],
      ...["cat > docs/GIT.md <<'EOF'\nNever git push --force\nEOF", "printf '%s\\n' 'git push --force'"],
      ...[
        "gh pr create --title 'feat: x' --body 'No git push --force here'",
        "git push origin feature-force",
      ],
      ...["git push --dry-run --force", "# git push --force\ngit push", "git fetch --force", "git tag -f x"],
      ...["sed -i 's/git push --force/git push/' README.md", "git config alias.pf 'push --force'"],
      ...["python3 - <<'X'\nprint('git push --force')\nX", "gh issue comment 5 --body 'git push --force'"],
    ],
  ],
  [
    { never: { run: "git push", branch: ["main"] } },
    [
      ...["git push -u origin feature/main-menu", "git push origin HEAD:topic", "git pull origin main"],
      ...[
        "git checkout -b topic && git push",
        "git switch -c topic; git push -u origin HEAD",
        "git push --tags",
      ],
      ...["git push origin v1.0 --tags", "git push origin topic:topic", "git stash push main.ts"],
      ...["git push origin --delete topic", "git push origin refs/tags/main", "git log main..topic"],
    ],
  ],
  [
    { never: { run: "git commit", branch: ["main"] } },
    [
      ...["git checkout -b topic && git commit -m x", "git switch -c topic; git add a; git commit -m x"],
      ...[
        "git switch topic && git commit -m x",
        "git checkout topic; git commit -am x",
        "git log --grep commit",
      ],
    ],
  ],
  [
    { never: { run: "* --no-verify" } },
    [
      ...["grep -- --no-verify .husky/pre-commit", "echo --no-verify", "git commit -m 'Forbid --no-verify'"],
      ...["git log -n 5", "head -n 3 x", "git commit -m 'x -n y'", "git commit --no-edit --amend"],
    ],
  ],
  [
    { never: { run: "npm" }, instead: "pnpm" },
    [
      ...["pnpm install", "npm view left-pad versions", "npm --version", "npm install -g pnpm", "which npm"],
      ...[
        "echo 'npm install' >> README.md",
        "cat > Dockerfile <<'X'\nRUN npm install\nX",
        "npm config get x",
      ],
      ...["git commit -m 'Use pnpm, not npm install'", "grep -rn 'npm install' docs", "ls ~/.npm"],
    ],
  ],
  [
    { never: { write: "src/generated/**" } },
    [
      ...[
        "cat src/generated/a.ts",
        "cp src/generated/a.ts /tmp/a.ts",
        "npm run generate",
        "jq . src/generated/a",
      ],
      ...[
        "grep x src/generated/a.ts > out.txt",
        "echo 'src/generated/a.ts' >> .gitignore",
        "wc -l src/generated/*",
      ],
      ...["git add src/generated/a.ts", "git diff -- src/generated", "sed -n 1,5p src/generated/a.ts"],
      ...[
        "cd src/generated && ls > /dev/null",
        "git checkout src/generated/a.ts",
        "echo x > /tmp/src/generated/a",
      ],
      { file: "docs/generated.md", after: "See src/generated/a.ts" },
      { file: "src/generatedX/a.ts", after: "x" },
    ],
  ],
  [
    { never: { text: "console.log" } },
    [
      ...["grep -rn console.log src", "sed -i '/console.log/d' src/a.ts", "node -e 'console.log(1)'"],
      { file: "src/a.ts", before: "x", after: "// console.log is forbidden" },
      { file: "src/a.ts", before: "console.log(1);\na", after: "console.log(1);\nb" },
      { file: "src/a.ts", before: "console.log(1)", after: "" },
      { file: "src/a.ts", before: "", after: "console.logger(1); myconsole.log(1);" },
      { file: "docs/a.md", before: "", after: "console.log(1)" },
      { file: "/tmp/x.ts", before: "", after: "console.log(1)" },
    ],
  ],
  [
    { never: { text: "any" } },
    [
      { file: "src/a.ts", before: "", after: "// if any of them\nconst any = 1; Promise.any(x);" },
      { file: "src/a.ts", before: "", after: "expect.any(String); throw new Error('is there any?');" },
      { file: "src/a.py", before: "", after: "x: any" },
    ],
  ],
  [
    { before: { run: "git commit" }, ran: "npm test", since: "edit" },
    [
      ...["npm test && git commit -m x", "npm run test:unit && git commit -m x", "npm t && git commit -m x"],
      ...["pnpm test; git add .; git commit -m x", "npm test 2>&1 | tail -5 && git commit -m x"],
      ...[
        "git commit --dry-run",
        "git log --grep 'git commit'",
        "echo 'git commit -m x'",
        "grep 'git commit' .",
      ],
      ...["cd /tmp && git commit -m x", "cat > x.sh <<'X'\ngit commit -m x\nX"],
    ],
  ],
  [
    { commit: { like: "conventional" } },
    [
      ...["git commit -m 'feat: add it'", "git commit -m 'fix(cart)!: it' -m 'Long body of any form'"],
      ...["git commit --amend --no-edit", "git commit --fixup HEAD", "git merge topic -m 'Merge topic'"],
      ...[
        "git commit -F - <<'X'\nfeat: it\nX",
        "git commit -m \"$(cat <<'EOF'\nfeat: add it\n\nBody\nEOF\n)\"",
      ],
      ...["git tag -m 'Anything' v1", "git stash push -m 'Anything'", "gh issue create --title 'It breaks'"],
    ],
  ],
  [
    { commit: { not: "/^Co-Authored-By:.*claude/im" } },
    [
      ...["git commit -m 'feat: show who co-authored a line'", "git log --grep 'Co-Authored-By: Claude'"],
      ...["git commit -m x -m 'Co-Authored-By: Ada <a@b>'", "grep -rn 'Co-Authored-By: Claude' ."],
    ],
  ],
  [
    { newFile: { match: "**/*plan*.md", in: "docs/plans/**" } },
    [
      ...["cat docs/plan.md", "touch docs/plans/my-plan.md", "git mv docs/plans/a.md docs/plans/plan-b.md"],
      ...["grep plan README.md > /tmp/plan.md"],
      { file: "README.md", after: "see plan.md" },
    ],
  ],
  [
    { newFile: { match: "src/**", case: "kebab" } },
    [
      { file: "src/new-name.test.ts", after: "x" },
      { file: "src/README.md", after: "x" },
      { file: "src/a/Dockerfile", after: "x" },
      { file: "src/[id].tsx", after: "x" },
      { file: "src/.eslintrc.json", after: "x" },
    ],
  ],
  [
    { limit: { lines: 3, in: "src/**" } },
    [
      { file: "src/a.ts", before: "", after: "1\n2\n3\n" },
      { file: "docs/a.md", before: "", after: "1\n2\n3\n4\n" },
      { file: "src/b.ts", before: "1\n2\n3\n4\n5\n", after: "1\n2\n3\n4\n" },
    ],
  ],
  [
    { prefix: "mise exec --", for: ["ruby"] },
    [
      ...["mise exec -- ruby x.rb", "mise exec -- bundle exec ruby x.rb", "ruby --version", "which ruby"],
      ...[
        "grep ruby Gemfile",
        "echo ruby x.rb",
        "git commit -m 'ruby x.rb'",
        "docker run ruby:3 ls",
        "cd ruby",
      ],
    ],
  ],
];

it.each(days)("a day of harmless work under %j, in which nothing is stopped or asked about", (check, day) => {
  const stopped = day.filter((each) => !["kept", undefined].includes(stateOf(check, each)));
  expect(stopped).toEqual([]);
});

const ways: readonly (readonly [unknown, readonly Tried[]])[] = [
  [
    { never: { run: "git push --force" } },
    [
      ...[
        "git -C . push --force",
        "bash -c 'git push --force'",
        "eval 'git push --force'",
        "git push origin +x",
      ],
      ...["g=git; $g push --force", "echo 'git push --force' | bash", "git -c alias.p='push --force' p"],
      ...[
        "git pu''sh --force",
        "F=--force; git push $F",
        "f() { git push --force; }; f",
        "git push --mirror",
      ],
      ...[
        "python3 -c \"import os; os.system('git push --force')\"",
        "printf 'git push -f' > x.sh && sh x.sh",
      ],
    ],
  ],
  [
    { never: { run: "git push", branch: ["main"] } },
    [
      ...[
        "git push origin HEAD",
        "git push origin @",
        "git push origin HEAD:refs/heads/main",
        "git push origin +main",
      ],
      ...["git checkout topic; git checkout main && git push", "git push --all", "git push origin :main"],
    ],
  ],
  [
    { never: { run: "git commit", branch: ["main"] } },
    ["git switch topic; git switch main; git commit -m x", "git checkout -- a.ts; git commit -m x"],
  ],
  [
    { never: { run: "* --no-verify" } },
    [
      ...["git commit -nm x", "git commit -m x -n", "git commit --no-verif -m x", "HUSKY=0 git commit -m x"],
      ...["git -c core.hooksPath=/dev/null commit -m x", "git push --no-verify"],
    ],
  ],
  [
    { commit: { not: "/^Co-Authored-By:.*claude/im" } },
    [
      "git commit -m x --trailer 'Co-Authored-By: Claude <a@b>'",
      "git commit -F - <<'X'\nfix\n\nCo-Authored-By: Claude\nX",
      "printf 'fix\\n\\nCo-Authored-By: Claude' | git commit -F -",
      "git -C . commit -m $'x\\n\\nCo-Authored-By: Claude'",
    ],
  ],
  [{ before: { run: "git commit" }, ran: "npm test", since: "edit" }, ["npm test & git commit -m x"]],
];

it.each(ways)("what breaks %j breaks it in other words too", (check, tried) => {
  expect(tried.filter((each) => stateOf(check, each) !== "broken")).toEqual([]);
});

it("a file that is checked out is no branch", () => {
  const check = { never: { run: "git commit", branch: ["main"] } };
  const around = { exists: (file: string) => file === "README.md" };
  expect(stateOf(check, "git checkout README.md; git commit -m x", around)).toBe("broken");
  expect(stateOf(check, "git checkout .; git commit -m x", around)).toBe("broken");
});

it("a message that stands in a file or a variable is put to the person", () => {
  const check = { commit: { like: "conventional" } };
  expect(stateOf(check, "git commit -F msg.txt")).toBe("unsure");
  expect(stateOf(check, 'git commit -m "$MESSAGE"')).toBe("unsure");
});
