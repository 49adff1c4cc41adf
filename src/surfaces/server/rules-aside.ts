import type { Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import type { PastRulesSeen, RuleRow } from "../../lessons/directive/bound/rule-rows.js";
import { jsonAside } from "./program-aside.js";

/** The same as `whetstone rules --json`, in a process of its own: it reads all past sessions. */
export async function rulesAside(root: string, env: Variables, signal: AbortSignal): Promise<PastRulesSeen> {
  const answer = await jsonAside({ args: ["rules", "list", "--json"], root, env, signal });
  if (answer !== undefined && "rows" in answer) return answer as PastRulesSeen;
  throw new WhetstoneError("internal", "the past sessions could not be read", {
    next: `run 'whetstone rules' in ${root}, which says why`,
  });
}

type Input = Readonly<Record<string, unknown>>;

/** What this server read of past sessions, by the folder of the project: a page binds nothing beside it. */
export class RulesRead {
  readonly #byRoot = new Map<string, readonly RuleRow[]>();

  note(root: string, { rows }: PastRulesSeen): void {
    this.#byRoot.set(root, rows);
  }

  /** What a page asks to bind, with the counts that this server found, whatever the page says of them. */
  withReplay(root: string, input: Input): Input {
    const rows = this.#byRoot.get(root) ?? [];
    const row = rows.find(
      ({ file, text, check }) =>
        file === input.file && text === input.text && JSON.stringify(check) === input.check,
    );
    if (row === undefined) throw notRead();
    const { applied, broken, brokenIn: sessions, examples } = row;
    const { looked: said } = (input.replay ?? {}) as { readonly looked?: unknown };
    const looked = typeof said === "number" ? Math.min(said, examples.broken.length) : 0;
    return { ...input, line: row.line, replay: { applied, broken, sessions, looked } };
  }
}

function notRead(): WhetstoneError {
  return new WhetstoneError("not_allowed", "what the rule would have stopped in past sessions was not read", {
    field: "replay",
    next: "open the page Rules, which reads it",
  });
}
