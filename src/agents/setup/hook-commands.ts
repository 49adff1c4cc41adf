import { join } from "node:path";
import { isHookUrl } from "../../base/project/http-hooks.js";
import type { HookCommand, OwnHooks } from "./hooks-file.js";

interface HookTimes {
  /** Milliseconds for the events that need more or less than the usual budget of the hook program. */
  readonly budgets: Readonly<Record<string, number>>;
  /** When the agent gives a hook up, in the agent's own unit. */
  readonly timeout: number;
  /** The same for events for which the agent itself allows no more. */
  readonly timeouts?: Readonly<Record<string, number>>;
}

/** A command for each event, in the form that most agents read. */
export function hookCommands(
  dist: string,
  agent: string,
  events: readonly string[],
  { budgets, timeout, timeouts = {} }: HookTimes,
): Readonly<Record<string, HookCommand>> {
  const program = `node ${JSON.stringify(join(dist, "hook.cjs"))} ${agent}`;
  return Object.fromEntries(
    events.map((event) => {
      const budget = budgets[event];
      const command = budget === undefined ? program : `${program} ${budget}`;
      return [event, { type: "command" as const, command, timeout: timeouts[event] ?? timeout }];
    }),
  );
}

/** Recognises the hooks that `init` wrote for an agent, from any installation of this program. */
export function ownHooks(agent: string): OwnHooks {
  const ours = new RegExp(`^node ("[^"]{1,1000}[\\\\/]hook\\.cjs") ${agent}(?: \\d+)?$`);
  const programOf = (command: string) => {
    const quoted = ours.exec(command)?.[1];
    return quoted === undefined ? undefined : unquotedPath(quoted);
  };
  return {
    programOf,
    isOurs: (commandOrUrl) => isHookUrl(commandOrUrl) || programOf(commandOrUrl) !== undefined,
  };
}

function unquotedPath(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
