import { oneOf } from "../../reading/language/patterns.js";

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
  "(?:project|agent|your|the) (?:rules|instructions)(?: file)?, memory, house rules, your notes",
  "(?:the |our )?agents? file, (?:the )?(?:cursor|claude|copilot) rules, contributing(?:\\.md)?",
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

/** What software shows and its users do: a rule about it is about what is built. */
export const onScreen = new RegExp(
  `\\b${oneOf(
    "buttons?, pages?, screens?, modals?, dialogs?, menus?, (?<!licen[cs]e )headers?, footers?, fonts?",
    "icons?, sidebars?, banners?",
    "scrollbars?, tooltips?, drop-?downs?, checkbox(?:es)?, inputs?, forms?, rows?, columns?, cursors?",
    "canvas",
    "users?, customers?, guests?, visitors?, players?, endpoints?, requests?, responses?, click\\w*",
    "tabs?, widgets?",
    "animations?, layouts?, cards?, carousels?, toasts?, popups?, sliders?, viewports?, sprites?",
    "enem(?:y|ies)",
    "default value, empty (?:list|string|array|state), retr(?:y|ies), timeouts?, payloads?, status codes?",
  )}\\b`,
  "iu",
);

/** One thing that both can see, and no rule without it. */
export const points = new RegExp(
  [
    "\\b(?:this|that|these|those)(?! (?:repo|repository|project|code ?base|monorepo|team|company|org|is",
    " how|includes)\\b|'s how)\\b",
    "(?! [^,;.]{0,30}\\b(?:is|are) (?:shared|owned|generated|public))",
    "|\\bthere\\b(?!'s| is| are)|\\bhere\\b(?=\\?)|\\b(?:above|below|earlier|just now)\\b",
    "|^(?:please )?(?:don't|do not|never|avoid) \\w+ (?:it|them|him|her)\\b",
    "|^[^,;.!–]*\\b(?:it|them)(?:$|[,.!)]| (?:to|in|for|from|with|and|then|just|please|as|instead|back|",
    "again)\\b)",
  ].join(""),
  "iu",
);

const workWord = oneOf(
  "files?, folders?, director(?:y|ies), suite, schemas?, api, apis, venv, helpers?, wrappers?, types?",
  "interfaces?",
  "config(?:uration)?, repo, diffs?, targets?, error messages, modules?, class(?:es)?, functions?",
  "names?, database",
  "db, notebooks?, scripts?, examples?, code, licen[cs]es?, assertions?, changes?, lint\\w*, deploys?",
  "releases?",
  "make ?file, links?, fixtures?, cach(?:e|ing), logs?, errors?, exceptions?, globals?, variables?",
  "constants?, sdk",
);

/** Anything of the work: tools, files, parts of code. */
export const work = [
  `(?:\\b${thing}(?![\\w-])|\\b${workWord}\\b|[\\w-]+/[\\w./*-]*`,
  "|\\b[\\w-]+\\.(?:json|ya?ml|toml|lock|md|txt|cfg|ini)\\b|`)",
].join("");

/** What an agent adds beside what was asked for, and people take out again. */
export const extra = oneOf(
  "comments?, docs?, documentation, (?:docs? )?files?, readmes?, markdown(?: files?)?, summar(?:y|ies)",
  "emojis?, console\\.logs?, (?:debug )?(?:prints?|logs?|logging|output|statements?), todos?",
  "try/?-?catch(?:es)?, dependenc(?:y|ies), packages?, lock ?files?, licen[cs]e headers?, formatting",
  "imports?",
  "snapshots?, co-?author\\S*, attributions?, type (?:hints?|annotations?), blank lines, white ?space",
  "helpers?(?: functions?)?, wrappers?(?: functions?)?, abstractions?, fallbacks?, mocks?, tests?",
  "docstrings?",
  "renam(?:e|es|ing)s?, refactor\\w*, shims?, scripts?, commits?, migrations?, backups?, version bumps?",
  "(?:dependency|version) updates?, \\w{3,}rc",
);

/** What an agent writes about its work, in general. */
export const written = oneOf(
  "commit (?:messages?|subjects?|titles?|bod(?:y|ies)), commits, branch(?:es| names?)",
  "pr (?:titles?|descriptions?|bod(?:y|ies)|comments?), prs, pull requests?, review comments?, replies",
  "changelog entr(?:y|ies), test names?, code comments, docstrings, release notes",
);
