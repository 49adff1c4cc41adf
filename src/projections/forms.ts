import { formsOfFailure, namedArgument } from "../engines/failures/call-form.js";
import { folderFailure } from "../engines/failures/folder-failure.js";
import { failureId } from "../engines/failures/signature.js";
import { forgottenMark } from "../log/events/blank-text.js";
import type { EventOf } from "../log/events/catalog.js";
import { sessionOf } from "../log/events/session-of.js";
import type { Projection } from "../log/projection.js";
import { moveToEnd, pushBounded } from "./bounded-list.js";
import { views } from "./views.js";

/** Failed calls of one form: the identical call, or calls of one program with an argument it lacks. */
export interface FormRow {
  readonly failures: readonly FailedForm[];
}

interface FailedForm {
  readonly lesson: string;
  readonly program: string;
  /** The argument that the failure named; null for an identical call. */
  readonly argument: string | null;
  /** The newest sessions in which this form failed. */
  readonly sessions: readonly string[];
}

/** Programs with more arguments that do not exist are misused in ever new ways. */
const failuresKept = 20;
const sessionsKept = 5;

/** What failed, by the form of the call: before a call and after it this is all that is looked up. */
export const forms: Projection<FormRow, null> = {
  ...views.forms,
  on: {
    "reflection-recorded": {
      keys: ({ data }) => {
        const failed = failedCall(data);
        return failed === undefined ? [] : formsOfFailure(failed);
      },
      evolve: (row, event, _settings, key) => withFailure(row, event, key),
    },
  },
};

type Data = EventOf<"reflection-recorded">["data"];

function failedCall({
  result,
  signature = forgottenMark,
  kind,
  tool,
  input = "",
  program = "",
  cause = "",
  named = "",
}: Data) {
  if (result === "success" || signature === forgottenMark || kind === undefined) return undefined;
  // In another folder the same call works: that says nothing of the lesson.
  if (signature === folderFailure.signature) return undefined;
  return { kind, tool, input, program, cause, named };
}

function withFailure(row: FormRow | undefined, event: EventOf<"reflection-recorded">, key: string): FormRow {
  const { data } = event;
  const before = row?.failures ?? [];
  const lesson = failureId(data.signature ?? "");
  const failed = failedCall(data);
  const isCall = key.startsWith("call ");
  const argument = isCall || failed === undefined ? null : (namedArgument(failed) ?? null);
  const known = before.find((each) => each.lesson === lesson && each.argument === argument);
  const sessions = moveToEnd(known?.sessions ?? [], sessionOf(event) ?? "", sessionsKept);
  const others = before.filter((each) => each !== known);
  const entry = { lesson, program: data.program ?? "", argument, sessions };
  return { failures: pushBounded(others, entry, failuresKept) };
}
