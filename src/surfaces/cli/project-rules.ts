import { basename, isAbsolute, normalize } from "node:path";
import { inTimeOrder } from "../../agents/transcripts/in-time-order.js";
import { PastSteps } from "../../agents/transcripts/past-steps.js";
import type { Faults, Transcript } from "../../agents/transcripts/transcript.js";
import { InstructionFiles } from "../../app/instructions/instruction-files.js";
import { pastRules } from "../../app/rules/past-rules.js";
import { askedChecks, byBroken, type RuleRow, ruleRow } from "../../app/rules/rule-rows.js";
import { type WrittenRule, writtenRules } from "../../app/rules/written-rules.js";
import { repositoryOf, topOf } from "../../base/project/repository-of.js";
import { instructionSources } from "../../compose/instruction-sources.js";
import type { CommandContext } from "./command.js";
import { findPastProjects, projectAt, type Sources, sinceOf, withScratch } from "./past-projects.js";

/** The rules that a project's instruction files state, and what its past sessions say of them. */
export interface ProjectRules {
  readonly project: string;
  readonly root: string;
  /** The files that state rules. */
  readonly files: readonly string[];
  readonly sessions: number;
  /** ISO 8601 of the first and the last thing that was read; null without any. */
  readonly from: string | null;
  readonly to: string | null;
  readonly statements: number;
  readonly rows: readonly RuleRow[];
  readonly unchecked: readonly Pick<WrittenRule, "file" | "line" | "text" | "why">[];
}

/** Reads the instruction files and the past sessions of the project. Writes nothing. */
export async function projectRules(
  context: CommandContext<unknown, unknown>,
  sources: Sources = {},
): Promise<ProjectRules> {
  const { start, io, printer } = context;
  const here = projectAt(start, io.env);
  const rules = writtenRules(new InstructionFiles(here.root, instructionSources));
  return withScratch(async (scratch) => {
    const { projects, faults } = await findPastProjects(context, sources, scratch);
    const transcripts = projects.find(({ key, root }) => key === here.key && (key ?? root === here.root));
    const past = { transcripts: transcripts?.transcripts ?? [], faults, since: sinceOf(sources) };
    return printer.progress("Reading", (update) => replayed(here.root, rules, past, update));
  });
}

interface Past {
  readonly transcripts: readonly Transcript[];
  readonly faults: Faults;
  readonly since: number | undefined;
}

async function replayed(
  root: string,
  rules: readonly WrittenRule[],
  { transcripts, faults, since }: Past,
  update: (done: number, total: number) => void,
): Promise<ProjectRules> {
  const asked = askedChecks(rules);
  const topIn = topsOf(root, transcripts);
  const past = pastRules(asked, topIn);
  const steps = new PastSteps({ topOf: topIn });
  const times: string[] = [];
  const from = since === undefined ? "" : new Date(since).toISOString();
  let done = 0;
  for (const dated of inTimeOrder(transcripts, faults)) {
    if (dated.entry === undefined) {
      done += 1;
      update(done, transcripts.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const step = steps.of(dated);
    if (step === undefined || step.at < from) continue;
    times.splice(1, 1, step.at);
    past.note(step);
  }
  const { tallies } = past;
  const rows = asked.flatMap(({ rule, check }, at) => {
    const tally = tallies[at];
    return tally === undefined ? [] : [ruleRow(rule, check, tally)];
  });
  return {
    project: basename(root),
    root,
    files: [...new Set(rules.map(({ file }) => file))],
    sessions: new Set(transcripts.map(({ session }) => session)).size,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    statements: rules.length,
    rows: rows.sort(byBroken),
    unchecked: rules
      .filter(({ checks }) => checks.length === 0)
      .map(({ file, line, text, why }) => ({ file, line, text, why })),
  };
}

/** The working tree of this project around a folder. Of a folder that is gone, the one in which a session began. */
function topsOf(root: string, transcripts: readonly Transcript[]): (folder: string) => string | undefined {
  const { git } = repositoryOf(root);
  const begun = [...new Set([root, ...transcripts.map(({ folder }) => folder)])];
  const tops = begun.filter((folder) => !begun.some((other) => folder.startsWith(`${other}/`)));
  const known = new Map<string, string | undefined>();
  const find = (folder: string) => {
    const around = tops.find((top) => folder === top || folder.startsWith(`${top}/`));
    const top = topOf(folder);
    if (top === undefined || git === undefined) return around;
    if (around?.startsWith(`${top}/`) === true) return around;
    return repositoryOf(top).git === git ? top : undefined;
  };
  return (given) => {
    if (!isAbsolute(given)) return undefined;
    const folder = normalize(given).replace(/(?<=.)\/$/, "");
    if (!known.has(folder)) known.set(folder, find(folder));
    return known.get(folder);
  };
}
