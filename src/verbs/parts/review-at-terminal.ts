import { Keys } from "../../base/terminal/keys.js";
import type { UnsolvedFailure } from "../../lessons/unsolved.js";
import type { WaitingLesson } from "../../lessons/waiting-lessons.js";
import type { CommandCall } from "../frame/command-line.js";
import { nothingWaits, type Review, unsolvedText, waitingText } from "./review-text.js";

/** Shows what waits one by one; a key decides each. */
export async function reviewAtTerminal(call: CommandCall<Review>): Promise<undefined> {
  const { waiting, unsolved } = await call.run({});
  const keys = new Keys(call.io.stdin);
  const done = { accepted: 0, rejected: 0 };
  const steps = [
    ...waiting.map((each) => ({ text: waitingText(each), decide: () => decision(call, keys, each) })),
    ...unsolved.map((each) => ({ text: unsolvedText(each), decide: () => answerTo(call, keys, each) })),
  ];
  try {
    for (const [index, { text, decide }] of steps.entries()) {
      call.printer.note(`\n${index + 1} of ${steps.length}\n${text}`);
      const decided = await decide();
      if (decided === "quit") break;
      if (decided === undefined) continue;
      await call.run(decided);
      done[(decided.reject ?? decided.dismiss) === undefined ? "accepted" : "rejected"] += 1;
    }
  } finally {
    keys.close();
  }
  const left = steps.length - done.accepted - done.rejected;
  const text =
    steps.length === 0
      ? nothingWaits
      : `${done.accepted} accepted, ${done.rejected} rejected, ${left} still waiting`;
  call.printer.result(done, () => text);
  return undefined;
}

type Decided = {
  readonly accept?: readonly string[];
  readonly block?: readonly string[];
  readonly reject?: readonly string[];
  readonly edit?: readonly { readonly lesson: string; readonly text: string }[];
  readonly answer?: readonly { readonly lesson: string; readonly text: string }[];
  readonly dismiss?: readonly string[];
};

/** What agents should do about a failure that nobody solved, in one line of the person. */
async function answerTo(
  { printer }: CommandCall<Review>,
  keys: Keys,
  { lesson }: UnsolvedFailure,
): Promise<Decided | "quit" | undefined> {
  for (;;) {
    printer.note("t tell agents, d do not ask again, s skip, q quit");
    const key = (await keys.key())?.toLowerCase();
    if (key === undefined || key === "q") return "quit";
    if (key === "s") return undefined;
    if (key === "d") return { dismiss: [lesson] };
    if (key !== "t") continue;
    printer.note("In one line, or an empty one to leave it:");
    const text = (await keys.line())?.trim() ?? "";
    return text === "" ? undefined : { answer: [{ lesson, text }] };
  }
}

/** What to do with one lesson; undefined to leave it. An unknown key asks again. */
async function decision(
  { printer }: CommandCall<Review>,
  keys: Keys,
  { lesson, blocks }: WaitingLesson,
): Promise<Decided | "quit" | undefined> {
  const blocking = blocks === null ? "" : `b accept and block '${blocks}', `;
  for (;;) {
    printer.note(`a accept, ${blocking}e edit and accept, r reject, s skip, q quit`);
    const key = (await keys.key())?.toLowerCase();
    if (key === undefined || key === "q") return "quit";
    if (key === "s") return undefined;
    if (key === "a") return { accept: [lesson] };
    if (key === "b" && blocks !== null) return { block: [lesson] };
    if (key === "r") return { reject: [lesson] };
    if (key !== "e") continue;
    printer.note("In your words, or an empty line to leave it:");
    const text = (await keys.line())?.trim() ?? "";
    return text === "" ? undefined : { edit: [{ lesson, text }] };
  }
}
