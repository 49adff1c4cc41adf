import { masked } from "../../base/text/masked.js";
import { oneLine } from "../../base/text/one-line.js";
import { compacted } from "../../engines/failures/call-fields.js";
import { inputChars } from "../../engines/failures/call-form.js";
import { folderFailure, isOfFolder } from "../../engines/failures/folder-failure.js";
import type { Remedy } from "../../engines/failures/remedy.js";
import { failureId } from "../../engines/failures/signature.js";
import type { InsightCandidate } from "../../engines/reflection/candidates.js";
import type { Reflection, ToolCall } from "../../engines/reflection/tool-call.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { failures } from "../../projections/failures.js";
import type { Context } from "../context.js";

/** Who made a call, and where. */
export interface AboutCall {
  readonly phase: string | undefined;
  readonly task: string | undefined;
  readonly run: string | undefined;
  readonly actor: string;
  readonly origin: string;
}

interface Recorded {
  readonly call: ToolCall;
  readonly reflection: Reflection;
  readonly candidate: Omit<InsightCandidate, "source">;
  /** What the call, which then succeeded, has to do with the failure. */
  readonly remedy?: Remedy;
}

export const fixChars = 160;

/** A failure under the name of the lesson that it is part of, as far as earlier calls showed that. */
export async function knownAs<Candidate extends { readonly signature: string }>(
  reader: LedgerReader,
  candidate: Candidate,
): Promise<Candidate> {
  const row = await reader.row(failures, failureId(candidate.signature));
  const isPart = row !== undefined && isOfFolder(row);
  return isPart ? { ...candidate, signature: folderFailure.signature } : candidate;
}

/** Records a failed call, or one that has to do with a failure before it. Everything is masked first. */
export async function recordFailure(
  { places }: Context,
  writer: LedgerWriter,
  { call, reflection, candidate, remedy }: Recorded,
  { phase, ...about }: AboutCall,
): Promise<void> {
  const written = (text: string, chars = inputChars) => masked(text, places.root).slice(0, chars);
  const { text, signature, failure } = candidate;
  const { kind, program, cause, named, suggested } = failure;
  const { result, by, because } = reflection;
  const data = {
    tool: call.tool,
    result,
    by,
    because: because.slice(0, 500),
    phase,
    signature,
    kind,
    program: written(program, 200) || call.tool,
    cause: written(cause),
    named: written(named),
    ...(suggested.length === 0 ? {} : { suggested: suggested.map((each) => written(each)) }),
    text: written(text),
    input: written(compacted(call.input)),
    ...(remedy === undefined
      ? {}
      : {
          relation: remedy.relation,
          advice: written(remedy.advice),
          ...(remedy.relation === "instead" ? { fixedBy: written(oneLine(call.input, fixChars)) } : {}),
        }),
  };
  await writer.append({ type: "reflection-recorded", data, ...about });
}
