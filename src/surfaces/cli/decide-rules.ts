import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { WhetstoneError } from "../../base/errors.js";
import { Keys } from "../../base/terminal/keys.js";
import { oneLine } from "../../base/text/one-line.js";
import type { PastRulesSeen, RuleRow } from "../../lessons/directive/bound/rule-rows.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { CommandContext } from "./command.js";
import { appliedText, rowExamples } from "./rules-screen.js";
import { withWhetstone } from "./with-whetstone.js";

type Context = CommandContext<unknown, unknown>;

/** What a person decides about one rule. */
export interface RuleDecision {
  readonly as: "bind" | "watch" | "wrong";
  readonly onBreach?: "deny" | "ask" | "warn" | undefined;
  readonly always?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** Writes down what a person decides about a rule. `looked`: how many examples that person has seen. */
export async function decide(ws: Whetstone, row: RuleRow, decision: RuleDecision, looked: number) {
  const { file, line, text, check, applied, broken, brokenIn: sessions } = row;
  const stated = { file, line, text: oneLine(text, 2_000), check: JSON.stringify(check) };
  const { as, onBreach, always = false, reason } = decision;
  if (as === "watch") return ws.rules.watch(stated);
  if (as === "wrong") return ws.rules.wrong({ ...stated, reason });
  return ws.rules.bind({ ...stated, onBreach, always, replay: { applied, broken, sessions, looked } });
}

const keysText = "b bind, a ask, w watch, e examples, x wrong, d open the line, s skip, q quit";

/** Goes through the rules that nobody decided about, those broken most often first, and takes a key for each. */
export async function decideAtTerminal(context: Context, found: PastRulesSeen): Promise<void> {
  const open = found.rows.filter(
    ({ standing }) => standing === null || standing === "unbound" || standing === "proposed",
  );
  if (open.length === 0) return;
  let decided = 0;
  const keys = new Keys(context.io.stdin);
  try {
    for (const [at, row] of open.entries()) {
      const count = row.applied === 0 ? "" : ` · ${row.broken} of ${appliedText(row)} broken`;
      context.printer.note(
        `\n${at + 1} of ${open.length} · ${row.file}:${row.line}${count}\n${row.text}\n  ${row.title}`,
      );
      const answer = await decideOne(context, keys, row, found);
      if (answer === "quit") break;
      if (answer === "decided") decided += 1;
    }
  } finally {
    keys.close();
  }
  if (decided > 0) await noteUnasked(context);
}

/** Hooks ask what binds: without any, nothing is stopped and nothing counted. */
export async function noteUnasked(context: Context): Promise<void> {
  const { hosts } = await withWhetstone(context, (ws) => ws.status());
  if (hosts.length === 0)
    context.printer.note("No coding agent asks about it yet: 'whetstone init' sets up their hooks.");
}

async function decideOne(
  context: Context,
  keys: Keys,
  row: RuleRow,
  found: PastRulesSeen,
): Promise<"quit" | "skipped" | "decided"> {
  let looked = 0;
  for (;;) {
    context.printer.note(keysText);
    const key = (await keys.key())?.toLowerCase();
    if (key === undefined || key === "q") return "quit";
    if (key === "s") return "skipped";
    if (key === "e") {
      looked = row.examples.broken.length;
      context.printer.note(rowExamples(row, found));
    } else if (key === "d") openLine(context, row, found);
    else {
      const decision = decisions[key];
      if (decision !== undefined && (await wasDecided(context, row, decision, looked))) return "decided";
    }
  }
}

const decisions: Readonly<Record<string, RuleDecision>> = {
  b: { as: "bind" },
  a: { as: "bind", onBreach: "ask" },
  w: { as: "watch" },
  x: { as: "wrong" },
};

/** A check that stops much is not bound before its examples were looked at: that is said, and asked again. */
async function wasDecided(
  context: Context,
  row: RuleRow,
  decision: RuleDecision,
  looked: number,
): Promise<boolean> {
  try {
    const { rule } = await withWhetstone(context, (ws) => decide(ws, row, decision, looked));
    const said = decision.onBreach === "ask" ? "is put to you from now on" : standingText[rule.standing];
    context.printer.note(`${rule.file}:${rule.line} ${said}`);
    return true;
  } catch (error) {
    if (!(error instanceof WhetstoneError) || error.field !== "replay.looked") throw error;
    context.printer.note(`Look at the examples first (e), or watch it (w): ${error.message}.`);
    return false;
  }
}

const standingText = {
  proposed: "waits for you",
  bound: "binds from now on",
  watched: "is watched, and stops nothing",
  unbound: "does not bind",
  wrong: "is no longer offered with this check",
} as const;

/** In the editor that the environment names, which most let begin at a line. */
function openLine({ io, printer }: Context, { file, line }: RuleRow, { root }: PastRulesSeen): void {
  const editor = io.env.VISUAL || io.env.EDITOR;
  if (editor === undefined || editor === "" || file.startsWith("~"))
    printer.note(`It stands in ${file}, line ${line}.`);
  else spawnSync(`${editor} +${line} "${join(root, file)}"`, { shell: true, stdio: "inherit" });
}
