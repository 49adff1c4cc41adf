import { programWithVerbs } from "./blame.js";
import {
  commandSteps,
  commandWords,
  inBackticks,
  plainCommand,
  programsOf,
  sharedPart,
} from "./command-text.js";
import { folderAdvice, isInOtherFolder, missesPath, onlyChangesFolder } from "./folder-remedy.js";
import { dealsWithCause, handlesNamedThing, otherManager, startedAs } from "./missing-remedy.js";
import { optionAdvice } from "./option-remedy.js";
import type { FailedCall, Remedy } from "./remedy.js";
import { writtenAdvice } from "./writing-remedy.js";

/** What a later command that succeeded has to do with one that failed. */
export function shellRemedy(failed: FailedCall, input: string): Remedy | undefined {
  const [before, after] = [plainCommand(failed.input), plainCommand(input)];
  if (before === after) return passing.test(failed.cause) ? instead(secondTry) : again;
  const changed = changedCall(failed, before, after, input);
  if (changed !== undefined) return instead(changed);
  if (!dealsWithCause(failed, after) && isSameStep(failed, before, after)) return again;
  if (missesPath(failed.cause) && onlyChangesFolder(after))
    return { relation: "helps", advice: folderAdvice };
  if (!dealsWith(failed, after)) return undefined;
  const advice = `first run ${inBackticks(firstStep(after))}`;
  return { relation: provenAtOnce(failed, after) ? "instead" : "helps", advice };
}

const again: Remedy = { relation: "again", advice: "" };

function instead(advice: string): Remedy {
  return { relation: "instead", advice };
}

/** Trouble that goes by without anybody's doing. */
const passing =
  /rate limit|too many requests|\b(?:429|50[234])\b|timed? ?out|ETIMEDOUT|ECONNRESET|temporar|try again/i;

/** Once may have been chance: it is worth saying only when it was seen in two sessions. */
export const secondTry = "it works on a second try: wait a moment and call it again";

/** The first family of changes that fits, from the surest to the most general. */
function changedCall(failed: FailedCall, before: string, after: string, input: string): string | undefined {
  if (isInOtherFolder(failed, before, after)) return folderAdvice;
  const written = writtenAdvice(failed, before, after, input);
  if (written !== undefined) return written;
  const started = startedAs(failed, before, after);
  if (started !== undefined) return started;
  const manager = failed.kind === "work" ? undefined : otherManager(before, after);
  if (manager !== undefined) return manager;
  const proposed = proposedCall(failed, after);
  if (proposed !== undefined) return proposed;
  const sameProgram = programsOf(after).some((each) => runsProgram(programWithVerbs(each), failed.program));
  const option = sameProgram ? optionAdvice(failed, before, after) : undefined;
  return option ?? precedingStep(failed, before, after);
}

/** A sub-command that does not exist is not part of the name of the failed program. */
function runsProgram(name: string, program: string): boolean {
  return name === program || name.startsWith(`${program} `);
}

/** Programs that run whatever they are given: that one script works says nothing of another. */
const interpreters = /^(?:python[\d.]*|node|bun|deno|ruby|perl|php|bash|sh|zsh)$/;
const enoughWords = 0.5;

/** The step that failed runs again among others; after trouble of the machine, the program does. */
function isSameStep({ kind, program }: FailedCall, before: string, after: string): boolean {
  const own = commandSteps(before).filter((step) =>
    programsOf(step).some((each) => programWithVerbs(each) === program),
  );
  if (own.some((step) => commandSteps(after).includes(step))) return true;
  if (kind !== "environment" || interpreters.test(program)) return false;
  const runs = programsOf(after).some((each) => programWithVerbs(each) === program);
  return runs && sharedPart(commandWords(own.at(-1) ?? ""), commandWords(after)) >= enoughWords;
}

/** Whether a step is about what the cause says. */
function dealsWith(failed: FailedCall, step: string): boolean {
  return isSuggested(failed, step) || dealsWithCause(failed, step) || handlesNamedThing(failed, step);
}

/** `x && <the failed call>`: x is what was missing. */
function precedingStep(failed: FailedCall, before: string, after: string): string | undefined {
  const [some, all] = [commandSteps(before), commandSteps(after)];
  const added = all[0] ?? "";
  if (all.length < 2 || some.length >= all.length || all.at(-1) !== some.at(-1)) return undefined;
  if (some.includes(added) || failed.kind === "work" || !dealsWith(failed, added)) return undefined;
  return `first run ${inBackticks(firstStep(added))}`;
}

/** The failed program runs in the same call, after the step that helps. */
function provenAtOnce({ program }: FailedCall, after: string): boolean {
  const [, ...rest] = commandSteps(after);
  return rest.some((step) => programsOf(step).some((each) => programWithVerbs(each) === program));
}

/** Without the folder, the branch or the remote of one day. */
function firstStep(after: string): string {
  const step = commandSteps(after).find((each) => !/^cd /.test(each)) ?? after;
  return step
    .replace(/^git -C \S+ /, "git ")
    .replace(/^(git (?:pull|fetch|rebase|merge)(?: --?\S+)*) (?!-).*$/, "$1");
}

/** The failed program as the message itself proposes to call it, without what belongs to one call. */
function proposedCall({ suggested, program }: FailedCall, after: string): string | undefined {
  const command = suggested.find((each) => each.startsWith(`${program} -`) && after.startsWith(each));
  const options = command === undefined ? [] : commandWords(command).filter((word) => word.startsWith("-"));
  return options.length === 0
    ? undefined
    : `call ${inBackticks(`${program} ${options.join(" ")}`)}, as the message proposes`;
}

function isSuggested({ suggested }: FailedCall, after: string): boolean {
  return suggested.some((command) => after.includes(command));
}
