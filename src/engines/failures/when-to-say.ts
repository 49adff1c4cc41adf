import type { Config } from "../../base/config/settings.js";

/** A failure lesson as far as its moments need it. */
export interface SayableFailure {
  readonly program: string;
  readonly named: string;
  readonly examples: readonly string[];
  readonly sessions: readonly string[];
  readonly told: readonly { readonly session: string; readonly announced: boolean }[];
  readonly lastAt: string;
}

/** How often a failure has to come to be worth its place at the start of a session. */
type StartRule = Pick<Config["reflection"], "startShare" | "recentSessions" | "startFailures">;

/**
 * The share of the newest sessions in which it failed. Sessions that were told before it failed do not count:
 * else a lesson that helps would silence itself.
 */
function recentShare(
  { sessions, told }: SayableFailure,
  recent: readonly string[],
  { recentSessions, startFailures }: StartRule,
): number {
  const announced = new Set(told.filter((each) => each.announced).map(({ session }) => session));
  const looked = recent.filter((session) => !announced.has(session)).slice(-recentSessions);
  const failed = looked.filter((session) => sessions.includes(session)).length;
  return failed < startFailures ? 0 : failed / looked.length;
}

/** Those that come often enough to be said before they happen, the most frequent first. */
export function frequentFailures<Failure extends SayableFailure>(
  failures: readonly Failure[],
  recent: readonly string[],
  rule: StartRule,
): readonly Failure[] {
  return failures
    .map((failure) => ({ failure, share: recentShare(failure, recent, rule) }))
    .filter(({ share }) => share > 0 && share >= rule.startShare)
    .sort((one, other) => other.share - one.share || (one.failure.lastAt < other.failure.lastAt ? 1 : -1))
    .map(({ failure }) => failure);
}

/** A shorter call, such as `ls`, stands in prompts that have nothing to do with it. */
const leastCallChars = 8;

/** Whether a prompt names the failing call: the program with the argument that it lacks, or the call itself. */
export function isNamedInPrompt({ program, named, examples }: SayableFailure, prompt: string): boolean {
  const text = ` ${prompt
    .toLowerCase()
    .replace(/["'`()[\]{},;]+|[.:!?]+(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")} `;
  const has = (words: string) => text.includes(` ${words.toLowerCase().trim()} `);
  const isCall = (call: string) => call.length >= leastCallChars && /\s/.test(call.trim()) && has(call);
  if (examples.some((example) => isCall(example.replace(/["'`()[\]{},;]+/g, " ").replace(/\s+/g, " "))))
    return true;
  return named.length >= 2 && program !== named && program.split(" ").every(has) && has(named);
}
