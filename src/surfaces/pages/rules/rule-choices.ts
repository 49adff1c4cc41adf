import { oneLine } from "../../../base/text/one-line.js";
import type { RuleRow } from "../../../lessons/directive/bound/rule-rows.js";
import type { Call } from "../call.js";
import type { Choice } from "../parts/decision.js";

/** What a person can decide about a rule, whatever was decided before; the usual answer comes first. */
export function choicesFor(row: RuleRow): readonly [Choice, ...Choice[]] {
  if (row.standing === "bound") return [letGo(row), watch(row), wrong(row)];
  if (row.standing === "watched") return [bind(row), ask(row), letGo(row), wrong(row)];
  return isDoubtful(row)
    ? [watch(row), bind(row), ask(row), wrong(row)]
    : [bind(row), ask(row), watch(row), wrong(row)];
}

/** What stops more than a third is either a rule that is often broken or a wrong check. */
function isDoubtful({ applied, broken }: RuleRow): boolean {
  return broken * 3 > applied;
}

function statedBy({ file, line, text, check }: RuleRow) {
  return { file, line, text: oneLine(text, 2_000), check: JSON.stringify(check) };
}

async function bindAs(call: Call, row: RuleRow, onBreach?: "ask"): Promise<{ readonly text: string }> {
  const { applied, broken, brokenIn: sessions, examples } = row;
  // The page shows all of them beside this choice.
  const replay = { applied, broken, sessions, looked: examples.broken.length };
  await call("rules bind", { ...statedBy(row), replay, ...(onBreach === undefined ? {} : { onBreach }) });
  const { hosts } = await call("status", {});
  const unasked = hosts.length === 0 ? " No coding agent asks about it yet: run 'whetstone init'." : "";
  return {
    text: (onBreach === undefined ? "It binds from now on." : "You are asked from now on.") + unasked,
  };
}

function bind(row: RuleRow): Choice {
  return {
    label: "Bind",
    consequence: "A call that breaks it is stopped, in every coding agent. Trying again does not pass it.",
    reason: "",
    takesReason: false,
    act: (call) => bindAs(call, row),
  };
}

function ask(row: RuleRow): Choice {
  return {
    label: "Ask me",
    consequence: "A call that breaks it is put to you, where the agent can ask.",
    reason: "",
    takesReason: false,
    act: (call) => bindAs(call, row, "ask"),
  };
}

function watch(row: RuleRow): Choice {
  return {
    label: "Watch",
    consequence: "Calls that break it are counted, and none is stopped.",
    reason: "",
    takesReason: false,
    act: async (call) => {
      await call("rules watch", statedBy(row));
      return { text: "It is watched, and stops nothing." };
    },
  };
}

function letGo({ rule }: RuleRow): Choice {
  return {
    label: "Let go",
    consequence: "It no longer stops or counts anything. It stays in its file.",
    reason: "a person let it go",
    act: async (call, reason) => {
      await call("rules unbind", { rule, reason });
      return { text: "It no longer binds." };
    },
  };
}

function wrong(row: RuleRow): Choice {
  return {
    label: "Wrong check",
    consequence:
      "The check does not say what the rule says: it is no longer offered. The rule stays in its file.",
    reason: "a person says that it is not what the rule means",
    act: async (call, reason) => {
      await call("rules wrong", { ...statedBy(row), reason });
      return { text: "The check is no longer offered." };
    },
  };
}
