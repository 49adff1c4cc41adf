import { WhetstoneError } from "../../base/errors.js";
import type { Style } from "../../base/terminal/style.js";
import { counted } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/one-line.js";
import { breachesOfBranch } from "../../lessons/directive/bound/branch-rules.js";
import { GitHistory } from "../../lessons/directive/bound/git-history.js";
import { type DecidedStanding, uniqueChecks } from "../../lessons/directive/bound/rule-rows.js";
import { writtenRules } from "../../lessons/directive/bound/written-rules.js";
import { InstructionFiles } from "../../lessons/kept/instruction-files.js";
import { instructionSources } from "../../verbs/open/instruction-sources.js";
import type { CommandContext } from "./command.js";
import { projectAt } from "./past-projects.js";
import { standingsIn } from "./project-rules.js";

/** What a branch breaks of the rules of instruction files. */
export interface BranchCheck {
  /** The commit where the branch began. */
  readonly from: string;
  readonly broken: readonly {
    readonly file: string;
    readonly line: number;
    readonly text: string;
    readonly title: string;
    /** False for a rule that only warns or asks. */
    readonly fails: boolean;
    /** Subjects of commits, or files. */
    readonly by: readonly string[];
  }[];
  readonly kept: number;
  /** Checks that only a session can answer: they fail nothing. */
  readonly unjudged: number;
}

/** Asks the rules of the commits and the diff of the branch that is checked out. Reads no session. */
export async function checkBranch(
  context: CommandContext<unknown, unknown>,
  base: string | undefined,
): Promise<BranchCheck> {
  const { start, io } = context;
  const here = projectAt(start, io.env);
  const history = GitHistory.open(here.root, io.env);
  const from = await history?.began(base);
  if (history === undefined || from === undefined) throw noBranch(base);
  const standings: ReadonlyMap<string, DecidedStanding> = await standingsIn(context, here.isSetUp);
  const rules = writtenRules(new InstructionFiles(here.root, instructionSources));
  const asked = uniqueChecks(rules).filter(({ id }) => standings.get(id) !== "wrong");
  const breaches = await breachesOfBranch(
    asked.map(({ check }) => check),
    history,
    from,
  );
  const judged = asked.flatMap(({ rule, check, title }, at) => {
    const by = breaches[at];
    const { file, line, text } = rule;
    const fails = check.then === undefined || check.then === "deny";
    return by === undefined ? [] : [{ file, line, text, title, fails, by }];
  });
  const broken = judged.filter(({ by }) => by.length > 0);
  return { from, broken, kept: judged.length - broken.length, unjudged: asked.length - judged.length };
}

function noBranch(base: string | undefined): WhetstoneError {
  const reason =
    base === undefined
      ? "it is not known where this branch began"
      : `this branch and '${base}' have no commit in common`;
  return new WhetstoneError("invalid_usage", reason, {
    field: "--base",
    next: "name the branch that it goes to with --base, and fetch its commits too",
  });
}

const mostNamed = 5;
const textChars = 160;

export function branchText({ from, broken, kept, unjudged }: BranchCheck, style: Style): string {
  const lines = broken.flatMap(({ file, line, text, title, fails, by }) => [
    `${style.bold(`${file}:${line}`)} ${fails ? style.red("broken") : "warning"}: ${oneLine(text, textChars)}`,
    `  ${style.dim(title)}`,
    ...by.slice(0, mostNamed).map((each) => `  ${oneLine(each, textChars)}`),
    ...(by.length > mostNamed ? [`  and ${by.length - mostNamed} more`] : []),
  ]);
  const sum = [
    `${counted(broken.length, "check")} broken, ${kept} kept since ${from.slice(0, 10)}`,
    ...(unjudged === 0 ? [] : [`${unjudged} that only a session can answer`]),
  ];
  return [...lines, sum.join("; ")].join("\n");
}
