import { userInfo } from "node:os";
import { basename, resolve } from "node:path";
import type { Audit } from "../../../agents/transcripts/audit-html.js";
import { type Figures, figuresOf } from "../../../agents/transcripts/figures.js";
import { learnTranscripts } from "../../../agents/transcripts/learn-transcripts.js";
import { costText, Tally } from "../../../agents/transcripts/tally.js";
import type { Faults } from "../../../agents/transcripts/transcript.js";
import { WhetstoneError } from "../../../base/errors.js";
import { writePrivateTemp } from "../../../base/files/private-file.js";
import { replaceFile } from "../../../base/files/replace-file.js";
import type { Style } from "../../../base/terminal/style.js";
import { grouped } from "../../../base/text/counted.js";
import { openProject } from "../../../verbs/open/open-whetstone.js";
import { outFile, outOption } from "../../../verbs/parts/out-option.js";
import { type CommandContext, defineCommand } from "../command.js";
import { openPage } from "../open-page.js";
import {
  findPastProjects,
  type PastProject,
  projectAt,
  sinceOf,
  sourceOptions,
  withScratch,
} from "../past-projects.js";
import { projectRules } from "../project-rules.js";
import { appliedText } from "../rules-screen.js";

const options = {
  all: { type: "boolean", about: "The sessions in every folder, on one page." },
  ...sourceOptions,
  out: {
    ...outOption.out,
    about: "Where to write the page; a file of yours alone in the system's temporary folder, if left out.",
  },
  open: { type: "boolean", about: "Open the page in the browser." },
} as const;

export const command = defineCommand({
  name: "audit",
  summary: "Show which failures kept coming back in past sessions, as a page to share",
  description: [
    "Reads the sessions that Claude Code, Codex, OpenCode and Gemini CLI keep on this machine, and writes " +
      "one page: how many calls failed, how many of these failures had happened before, what they cost, " +
      "the ten worst with what resolved them, how many repeats a lesson would have warned of, and the three rules " +
      "of the instruction files that were broken most.",
    "Nothing is installed, kept or sent: it works in memory, writes nothing but the page, and changes no " +
      "file of yours. The page holds no prompt, no code, no secret and no path; look at it before you " +
      "share it, because it quotes error messages.",
  ].join("\n\n"),
  arguments: [{ name: "dir", about: "The project's folder; the current one, if left out." }],
  options,
  examples: [
    { run: "npx whetstone audit --open", about: "The first thing to try, before init:" },
    { run: "whetstone audit --all --out audit.html", about: "Every project of this machine:" },
  ],
  run: (context) => audit(context),
});

interface AuditValues {
  readonly all: boolean;
  readonly agent: string | undefined;
  readonly since: string | undefined;
  readonly out: string | undefined;
  readonly open: boolean;
}

type AuditContext = CommandContext<AuditValues, { readonly dir: string | undefined }>;

async function audit(context: AuditContext): Promise<undefined> {
  const { values, io, printer } = context;
  const out = outFile(values.out, io);
  const { made, page } = await withScratch(async (scratch) => {
    const made = await auditIn(context, scratch);
    const { auditHtml } = await import("../../../agents/transcripts/audit-html.js");
    const html = auditHtml(made);
    if (out === undefined) return { made, page: writePrivateTemp("audit.html", html) };
    replaceFile(out, html);
    return { made, page: out };
  });
  if (values.open) openPage(page);
  printer.result({ ...made, page }, (style) => auditScreen(made, page, style));
  return undefined;
}

async function auditIn(context: AuditContext, scratch: string): Promise<Audit> {
  const since = sinceOf(context.values);
  const { projects, faults } = await findPastProjects(context, context.values, scratch);
  const wanted = chosen(context, projects);
  const tally = new Tally();
  await context.printer.progress("Reading", async (update) => {
    for (const project of wanted)
      await tallyProject(context, project, faults, { tally, scratch, since, update });
  });
  return {
    title: titleOf(context, wanted),
    madeAt: new Date().toISOString(),
    rules: context.values.all ? [] : await worstRules(context),
    figures: figuresOf(tally, { roots: wanted.map(({ root }) => root), names: ownNames() }),
    damagedLines: faults.damagedLines,
    filesNotRead: faults.files.length,
  };
}

/** The rules of the project's instruction files that were broken most, in words that quote nothing else. */
async function worstRules(context: AuditContext): Promise<Audit["rules"]> {
  const { values, args, start, io } = context;
  const folder = args.dir === undefined ? start : resolve(io.cwd, args.dir);
  const { rows } = await projectRules({ ...context, start: folder }, values);
  return rows
    .filter(({ broken, standing }) => broken > 0 && standing !== "wrong")
    .slice(0, worstShown)
    .map(({ file, line, title, applied, broken, unit }) => ({ file, line, title, applied, broken, unit }));
}

/** Accounts that many machines have: their names are words. */
const commonNames = ["root", "admin", "user", "node", "ubuntu", "debian", "runner", "codespace", "vscode"];

/** The name of this account, which may stand in a message outside of a path too. */
function ownNames(): readonly string[] {
  const { username } = userInfo();
  return username.length < 4 || commonNames.includes(username) ? [] : [username];
}

function chosen({ values, args, start, io }: AuditContext, projects: readonly PastProject[]) {
  if (values.all) {
    if (args.dir === undefined) return projects;
    throw new WhetstoneError("invalid_usage", "a folder and --all exclude each other", {
      field: "--all",
      next: "leave one of them out",
    });
  }
  const folder = args.dir === undefined ? start : resolve(io.cwd, args.dir);
  const here = projectAt(folder, io.env);
  const isHere = ({ key, root }: PastProject) => (key === undefined ? root === folder : key === here.key);
  return projects.filter(isHere);
}

function titleOf({ values, args, start, io }: AuditContext, projects: readonly PastProject[]): string {
  if (values.all) return projects.length === 1 ? "1 project" : `${projects.length} projects`;
  const folder = args.dir === undefined ? start : resolve(io.cwd, args.dir);
  return basename(projects[0]?.root ?? folder);
}

interface Given {
  readonly tally: Tally;
  readonly scratch: string;
  readonly since: number | undefined;
  readonly update: (done: number, total: number) => void;
}

/** In a store of its own in memory: what one project learned does not meet the failures of another. */
async function tallyProject(
  { io }: AuditContext,
  { root, key, transcripts }: PastProject,
  faults: Faults,
  { tally, scratch, since, update }: Given,
): Promise<void> {
  // A folder that is gone has no settings; an empty one stands for it.
  const ws = openProject({
    root: key === undefined ? scratch : root,
    env: io.env,
    set: ["store.kind=memory"],
  }).handle();
  try {
    await learnTranscripts(ws, transcripts, faults, {
      now: Date.now(),
      since,
      onProgress: update,
      onEntry: (dated) => tally.noteEntry(dated),
      onBatch: (batch) => tally.noteBatch(batch),
    });
  } finally {
    await ws.close();
  }
}

function auditScreen({ title, figures, rules }: Audit, page: string, style: Style): string {
  if (figures.calls === 0)
    return `No sessions of coding agents were found in ${title}. Try 'whetstone audit --all'.\nWrote ${page}`;
  const lines = [
    `${style.bold(title)}: ${auditSummary(figures)}`,
    ...worstLines(figures),
    ...ruleLines(rules),
  ];
  return [...lines, `Wrote ${page}`].join("\n");
}

function ruleLines(rules: Audit["rules"]): readonly string[] {
  if (rules.length === 0) return [];
  const lines = rules.map(
    (rule) => `  - ${rule.file}:${rule.line} ${rule.title}: ${rule.broken} of ${appliedText(rule)}`,
  );
  return ["Rules that were broken; 'whetstone rules' shows the calls, and makes one bind:", ...lines];
}

function auditSummary({ sessions, calls, failures, repeats, met, avoidable }: Figures): string {
  const number = (value: number) => grouped(Math.round(value));
  const lines = [`${number(sessions)} sessions, ${number(calls)} calls, ${number(failures)} failed.`];
  if (repeats > 0) lines.push(`${number(repeats)} failures had happened in an earlier session.`);
  if (met > 0)
    lines.push(
      `For ${number(met)} of them that session had found a remedy; finding it again took ` +
        `${costText(avoidable)}.`,
    );
  return lines.join("\n");
}

const worstShown = 3;

function worstLines({ worst }: Figures): readonly string[] {
  return worst.slice(0, worstShown).map(({ text, sessions, remedy }) => {
    const wayOut = remedy === null ? "" : `\n    what worked: ${remedy}`;
    return `  - ${text} (${sessions} sessions)${wayOut}`;
  });
}
