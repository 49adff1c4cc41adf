import { oneOf } from "../../language/patterns.js";

/*
 * Words that tell a rule for the agent from a rule about the software that it builds, and a rule that stays
 * from an instruction for this once.
 */

/** Acts of an agent that software hardly does. */
const ownActs = [
  "run, re-?run, use, commit, stash, amend, rebase, squash, checkout, check out, cherry-?pick",
  "force[- ]?push",
  "branch, tag, deploy, publish, bump, install, uninstall, upgrade, double[- ]?check, verify, test, lint",
  "format, fmt, type-?check, rebuild, compile, regenerate, re-?read, grep, edit, touch, modify, hand-?edit",
  "explain, summari[sz]e, mention, cite, reference, prefer, avoid, rename, reformat, refactor, rewrite, mock",
  "stub, disable, guess, invent, hard-?code, document, comment, sign, suggest, propose, plan, review, import",
  "deprecate, backport, alias, polyfill, declare, pin, cast, co-?author, revert, forget, work, look",
  "search, tell, bring, leave, split, clean up",
];

/** Acts of both: what they are done to shows who is meant. */
const sharedActs = [
  "write, add, put, include, keep, make, close, open, start, stop, delete, remove, update, create",
  "call, pass",
  "wait, go, do, try, let, skip, ignore, check, reset, restart, wrap, build, release, name, prefix, fetch",
  "pull, push, merge, read, confirm, ask, assume, follow, link, respond, reply, answer, generate, finish",
  "export, spawn, kill, launch, have, want, show, set, change, fix, allow, store, track, move, log",
];

export const ownAct = oneOf(...ownActs);
export const act = oneOf(...ownActs, ...sharedActs);

/** Things of the work itself: tools, versions, tests, style. A rule about one of them is for the agent. */
const things = [
  "npm, pnpm, yarn, bun, npx, bunx, pip3?, pipx, uv, poetry, conda, virtualenv, venv, cargo, makefile, mise",
  "gradlew?, maven, mvn, bazel, docker(?: compose)?, podman, git, gh, glab, rg, ripgrep, fd, sed, awk, jest",
  "vitest, mocha, pytest, unittest, rspec, ruff, black, eslint, prettier, biome, tsc, tox, nox, playwright",
  "cypress, deno, tsx, ts-node, python3?, brew, apt, kubectl, terraform, helm, mcp, lsp, nix, asdf, nvm",
  "turbo, sub-?agents?, skills?, work ?trees?, rebas(?:e|ing), merge commits?, main(?: branch)?, master",
  "branch(?:es)?(?: names?)?, commits?(?: messages?)?, prs?, pull requests?, change ?logs?, release notes?",
  "unit tests?, integration tests?, e2e(?: tests?)?, test suite, tests?, testing, specs?, mocks?, mocking",
  "stubs?, fixtures?, snapshots?, coverage, linter?, lint(?:ing)?, formatters?, fmt, formatting, code ?style",
  "generated (?:files?|code), lock ?files?, migrations?, vendored?, comments?, doc ?strings?, emojis?",
  "type hints?, type annotations?, type assertions?, `any`, `unknown`, todos?, print statements?, reviewers?",
  "logger, print, console",
  "console\\.log, tabs, indentation, semicolons?, camel ?case, snake_?case, kebab-case, pascalcase, @ts-\\w+",
  "british english, american english, default exports?, named exports?, barrel files?, relative imports?",
  "absolute imports?, wildcard imports?, imports?, arrow functions?, conventional commits?, co-author\\w*",
  "trailers?, dependenc(?:y|ies), packages?, package managers?, force push(?:es|ing)?, go-git, git cli",
  "libraries, table[- ]driven tests?, dev server, staging, production, prod, secrets?, credentials, \\.env",
  "ci, pipeline, docs, documentation, readme, file names?, naming, code duplication, markdown files",
  "the plan",
  "`(?:npm|pnpm|yarn|bun|git|go|cargo|make|mise|docker|gh|uv|pip|python|npx|just|task|rake) [^`]+`",
  "(?:backwards?|backward)[- ]compat\\w*, dead code, unused code, any types?, test data, test files",
];
export const thing = oneOf(...things);

/** An act that only an agent does, or one that is done to a thing of the work. */
export const workAct = `(?:${ownAct}\\b|${act}\\b[^.!?]{0,80}\\b${thing}(?![\\w-]))`;

/** Where people keep rules for agents. */
export const ruleFile = oneOf(
  "claude(?:\\.local)?\\.md, agents?\\.md, gemini\\.md, \\.?cursor ?rules, \\.cursor/rules\\S*",
  "copilot-instructions(?:\\.md)?, \\.windsurfrules, (?:your|the|its|claude's) (?:memory|memories)",
  "(?:project|agent|your|the) (?:rules|instructions)(?: file)?, memory, house rules",
);

/** This once, or about one thing only. */
export const once = new RegExp(
  `\\b${oneOf(
    "yet, right now, for now, just now, not now, this time, for a (?:second|moment|sec|bit|minute), today",
    "until, till, at the moment, for the moment, in the meantime, this once, still, tomorrow, later",
    "for (?:this|that|these|those) (?:one|pr|commit|task|change|branch|test|case|fix|file|issue|step)s?",
    "for (?:this|that|these|those) (?:feature|package|module)s?",
    "in (?:this|that|these|those) (?:pr|commit|branch|change|session|file|function|case|test|step|diff)s?",
    "on this (?:branch|pr|one), this (?:branch|pr|commit|change) , as part of this, lines? \\d+",
    "next (?:step|week)",
    "(?:the|this|that) (?:last|new|second|first|third|other|current|latest|previous|above|same) \\w+",
    "step \\d+, option \\d+, phase \\d+, part \\d+, your (?:plan|change|last|previous|fix|edit|suggestion)s?",
  )}(?![\\w-])`,
  "iu",
);

/** The software or its users are the subject. */
export const product = new RegExp(
  `\\b(?:the|an?|our|this|that|each|every|these|those) ${oneOf(
    "users?, customers?, buttons?, pages?, functions?, methods?, apis?, endpoints?, servers?, clients?",
    "caches?",
    "components?, fields?, requests?, responses?, ui, modals?, forms?, tables?, columns?, menus?, screens?",
    "apps?, commands?, flags?, hooks?, handlers?, quer(?:y|ies), jobs?, workers?, queues?, parsers?, loops?",
    "class(?:es)?, objects?, values?, lists?, routes?, sessions?, tokens?, services?, modules?, cli, tool",
  )} ${oneOf(
    "should, must, will, can, is, are, has, have, needs?, to, never, always, does, do, gets?",
  )}\\b|\\b${oneOf(
    "users (?:should|must|can|will|never|always), (?:if|when|so) (?:the|an?|there|it|its|it's)\\b",
  )}`,
  "iu",
);
