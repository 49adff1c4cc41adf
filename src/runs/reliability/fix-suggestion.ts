import { unattributed } from "./attribution.js";

/** Failure types of a dangerous shell command. */
export const unsafeShell = /unsafe.*(shell|command)|(shell|command).*(unsafe|injection)/;

type Advice = (adapter: string) => string;

/** The first row that fits wins, so the narrower words stand above the wider ones. */
const heuristics: readonly (readonly [words: RegExp, advice: Advice])[] = [
  [unsafeShell, (a) => `Put the command that ${a} ran on the block-list.`],
  [
    /rate.?limit|too.?many|throttl|429/,
    (a) => `Space out the calls to ${a} and wait as long as it asks before a retry.`,
  ],
  [
    /quota|billing|budget|token.?limit/,
    (a) => `Check what is left of the quota of ${a}, and raise it or do less.`,
  ],
  [/time.?d?.?out|deadline/, (a) => `Raise the time limit of ${a} or split the work into smaller calls.`],
  [
    /permission|forbidden|denied|eacces|403/,
    (a) => `Check that the account of ${a} may do this, and grant only what is missing.`,
  ],
  [
    /auth|token|credential|login|401/,
    (a) => `Check the token of ${a}: is it valid, and does it have the scopes needed?`,
  ],
  [/disk|no.?space|enospc/, (a) => `Free space on the disk that ${a} writes to.`],
  [
    /network|dns|enotfound|econn|socket|connection|offline/,
    (a) => `Check that ${a} can be reached from here: network, proxy, name.`,
  ],
  [
    /conflict|merge|409/,
    (a) => `Fetch the newest state from ${a}, apply the change again, and do one change at a time.`,
  ],
  [
    /valid|schema|parse|malformed|422/,
    (a) => `Check what is sent to ${a} against its schema before the call.`,
  ],
  [
    /not.?found|missing|enoent|404/,
    (a) => `Check the name and place of what ${a} was asked for; it may be moved or gone.`,
  ],
];

/** What usually helps against this kind of failure; a general step where nothing is known of it. */
export function fixSuggestionFor(adapter: string, failureType: string): string {
  const type = failureType.toLowerCase();
  const advice = heuristics.find(([words]) => words.test(type))?.[1];
  return (
    advice?.(adapter) ??
    (adapter === unattributed
      ? `These ${failureType} failures name no tool: compare the newest ones.`
      : `Compare the newest ${failureType} failures of ${adapter}.`)
  );
}
