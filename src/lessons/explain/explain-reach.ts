import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { namedIn } from "../brief/left-out.js";
import type { DirectiveRow } from "../directive/fold/directive-row.js";
import type { FailureRow } from "../failure/fold/failures.js";
import { knownFailure } from "../failure/rules/known.js";
import { publishedText } from "../instructions/rules/published-text.js";
import type { InstructionFiles, InstructionMatch } from "../kept/instruction-files.js";
import { isAlwaysShown, rolesMutedFor } from "../muted-roles.js";

/** Who is not shown a lesson, and which files of the project say the same or the opposite, as sentences. */
export async function explainReach(
  context: Context,
  reader: LedgerReader,
  {
    lesson,
    text,
    directive,
  }: { readonly lesson: string; readonly text: string; readonly directive?: DirectiveRow },
): Promise<readonly string[]> {
  const muted = await rolesMutedFor(reader, lesson);
  const shownAnyway = directive !== undefined && isAlwaysShown(directive);
  const whole = directive === undefined ? text : publishedText(directive);
  const instructions = await context.instructions();
  return [
    ...(muted.length === 0
      ? []
      : [`It is muted for ${muted.join(", ")}${shownAnyway ? ", but shown: it blocks them" : ""}.`]),
    ...instructions.all().flatMap((file) => {
      const match = file.compare(whole) ?? file.compare(text);
      return match === undefined ? [] : [fileSentence(instructions, match, { whole, text, shownAnyway })];
    }),
  ];
}

/** Which files of the project say what to do about a failure, as sentences. */
export async function explainReachOfFailure(context: Context, row: FailureRow): Promise<readonly string[]> {
  const known = knownFailure(row, undefined);
  if (known === undefined) return [];
  const command = known.chosen?.pair.worked.text ?? "";
  const text = known.word === "" ? command : known.word;
  const instructions = await context.instructions();
  return instructions.all().flatMap((file) => {
    const match = file.compare(text) ?? (known.word === "" ? namedIn([file], command) : undefined);
    if (match?.relation !== "same") return [];
    const readers = instructions.hostsOf(file.path);
    const where = `${file.path} line ${match.line} says what to do`;
    return readers.length === 0
      ? []
      : [`${where}: ${readers.join(", ")} read it there, and are told only when it fails again.`];
  });
}

interface Said {
  readonly whole: string;
  readonly text: string;
  readonly shownAnyway: boolean;
}

function fileSentence(
  instructions: InstructionFiles,
  match: InstructionMatch,
  { whole, text, shownAnyway }: Said,
): string {
  const { relation, file, line } = match;
  if (relation === "opposite")
    return `${file} line ${line} says the opposite, "${match.text}": change one of the two.`;
  const already = `It is already in ${file} line ${line}`;
  const isWhole = whole === text || match.text.length >= whole.length;
  const readers = instructions.hostsOf(file);
  if (readers.length === 0) return `${already}, which no agent with hooks here reads at its start.`;
  if (shownAnyway) return `${already}; it is shown all the same, since it is critical or enforced.`;
  if (!isWhole) return `${already}, without its checks and its scope: it is shown all the same.`;
  return `${already}: ${readers.join(", ")} read it there, and briefs for them leave it out.`;
}
