import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import type { InstructionFiles, InstructionMatch } from "../kept/instruction-files.js";
import { rolesMutedFor } from "../muted-roles.js";

/** Who is not shown a lesson, and which files of the project say the same or the opposite, as sentences. */
export async function explainReach(
  context: Context,
  reader: LedgerReader,
  { lesson, ...said }: Said & { readonly lesson: string },
): Promise<readonly string[]> {
  const { text, whole, shownAnyway } = said;
  const muted = await rolesMutedFor(reader, lesson);
  const instructions = await context.instructions();
  return [
    ...(muted.length === 0
      ? []
      : [`It is muted for ${muted.join(", ")}${shownAnyway ? ", but shown: it blocks them" : ""}.`]),
    ...instructions.all().flatMap((file) => {
      const match = file.compare(whole) ?? file.compare(text);
      return match === undefined ? [] : [fileSentence(instructions, match, said)];
    }),
  ];
}

interface Said {
  readonly text: string;
  /** With all that a file has to say in its place. */
  readonly whole: string;
  /** Whatever files say and whoever muted it. */
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
