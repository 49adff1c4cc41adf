/** What a model does in one turn: a command line, or a new file. */
export type Act = string | { readonly file: string; readonly text: string };

/** A rule that a person made bind. */
export interface BoundRule {
  readonly rule: string;
  readonly check: object;
  /** As the check says, if left out. */
  readonly onBreach?: "deny" | "ask";
  /** What the agent reads behind file, line and rule. */
  readonly told: string;
}

/** A rule of each form, the call that breaks it, and calls that keep it. */
interface BoundForm extends BoundRule {
  readonly form: string;
  readonly broken: Act;
  readonly kept: readonly Act[];
}

const commit = (subject: string) => `git commit -q --allow-empty -m "${subject}"`;
const six = "1\n2\n3\n4\n5\n6\n";

/** In the order of a session: a commit is made when files were written. */
export const boundForms: readonly BoundForm[] = [
  {
    form: "never.run",
    rule: "Never run `npm publish`.",
    check: { never: { run: "npm publish" } },
    broken: "npm publish --dry-runs",
    told: " (npm publish --dry-runs). Do it another way, or ask the person you work for.",
    kept: ["npm --version"],
  },
  {
    form: "instead",
    rule: "Use npm, not yarn.",
    check: { never: { run: "yarn" }, instead: "npm" },
    broken: "yarn add left-pad",
    told: " (yarn add left-pad). Use `npm` instead.",
    kept: ["npm run lint"],
  },
  {
    form: "never.write",
    rule: "Do not edit files in `src/generated/`.",
    check: { never: { write: "src/generated/**" } },
    broken: { file: "src/generated/a.txt", text: "x\n" },
    told: " (src/generated/a.txt). Do it another way, or ask the person you work for.",
    kept: [{ file: "src/made/a.txt", text: "x\n" }],
  },
  {
    form: "never.text",
    rule: "Never use `console.log` in `src/`.",
    check: { never: { text: "console.log", in: "src/**" } },
    broken: { file: "src/log.ts", text: "console.log(1);\n" },
    told: " (src/log.ts). Write it without that, or ask the person you work for.",
    kept: [{ file: "src/log.ts", text: "export {};\n" }],
  },
  {
    form: "newFile",
    rule: "Plans go to `docs/plans/`.",
    check: { newFile: { match: "**/*plan*.md", in: "docs/plans/**" } },
    broken: { file: "my-plan.md", text: "x\n" },
    told: " (my-plan.md). Put it in docs/plans/**.",
    kept: [{ file: "docs/plans/my-plan.md", text: "x\n" }],
  },
  {
    form: "limit",
    rule: "Files in `src/` have at most 5 lines.",
    check: { limit: { lines: 5, in: "src/**" } },
    onBreach: "deny",
    broken: { file: "src/long.ts", text: six },
    told: " (src/long.ts). Split it: at most 5 lines.",
    kept: [{ file: "src/short.ts", text: "1\n2\n3\n" }],
  },
  {
    form: "prefix",
    rule: "Start `perl` with `nice`.",
    check: { prefix: "nice", for: ["perl"] },
    broken: "perl -e 0",
    told: " (perl -e 0). Write `nice perl -e 0`.",
    kept: ["nice perl -e 0"],
  },
  {
    form: "before",
    rule: "Run `npm run lint` before committing.",
    check: { before: { run: "git commit" }, ran: "npm run lint", since: "edit" },
    broken: commit("feat: add it"),
    told: ". Run `npm run lint` first: last edit HH:MM UTC, not done since.",
    kept: ["npm run lint", commit("feat: add it")],
  },
  {
    form: "commit",
    rule: "Use conventional commits.",
    check: { commit: { like: "conventional" } },
    broken: commit("Add it"),
    told: " (Add it). Write the subject as `type(scope): what it does`.",
    kept: [commit("feat: add it")],
  },
];

/** What is told with the result of a call, which goes on. */
export const warned: BoundRule & { readonly act: Act } = {
  rule: "Files in `docs/` have at most 5 lines.",
  check: { limit: { lines: 5, in: "docs/**" } },
  act: { file: "docs/long.md", text: six },
  told: " (docs/long.md). Split it: at most 5 lines.",
};

/** What is put to the person. */
export const asked: BoundRule & { readonly act: Act } = {
  rule: "Ask before `git tag`.",
  check: { never: { run: "git tag" } },
  onBreach: "ask",
  act: "git tag v1",
  told: " (git tag v1). Do it another way, or ask the person you work for.",
};

/** The end of a turn. */
export const atEnd: BoundRule = {
  rule: "Run `npm test` when you are done.",
  check: { before: "stop", ran: "npm test", since: "edit" },
  told: ". Run `npm test` first: last edit HH:MM UTC, not done since.",
};

/** A day of work that comes near all of these rules and breaks none. */
export const day: readonly Act[] = [
  "grep -rn 'npm publish' AGENTS.md | head -3",
  "echo 'Never npm publish, and no yarn add.' > notes.txt && cat notes.txt && rm notes.txt",
  "git checkout -q -b topic",
  { file: "docs/GIT.md", text: "Never `console.log`, never `yarn add`.\n" },
  "mkdir -p lib && cat > lib/publish.sh <<'X'\nnpm publish\nyarn add left-pad\nX",
  "grep -rn console.log docs | wc -l; ls src/generated 2>/dev/null; perl --version | head -2",
  { file: "src/plan.ts", text: "export const plan = 1; // console.log\n" },
  "npm run lint && git add -A && git commit -q -m 'docs: say why nobody may npm publish'",
  "git log --oneline -1 --grep='git tag'; git stash list; git status --short",
  "git commit -q --amend --no-edit",
];
