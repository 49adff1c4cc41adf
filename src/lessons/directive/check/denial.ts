import { counted } from "../../../base/text/counted.js";
import type { Finding } from "./call.js";
import { type Before, type Check, checkTitle, type NewFile, type Prefix, requirements } from "./check.js";
import { ruleName, type StatedRule } from "./rule.js";

/** What an agent is told of a rule that its call breaks: where it stands, what it says, and the way out. */
export function denialText(rule: Omit<StatedRule, "check"> & { check: Check }, finding: Finding): string {
  const { state, what } = finding;
  const saw = what === "" || "before" in rule.check ? "" : ` (${what})`;
  const doubt = state === "unsure" ? " Whether this call keeps it was not seen." : "";
  return `${ruleName(rule)}: "${quoted(rule.text)}"${saw}.${doubt} ${wayOut(rule.check, finding)}`;
}

const quotedChars = 300;

function quoted(text: string): string {
  const plain = text.replace(/[.\s]+$/, "");
  return plain.length > quotedChars ? `${plain.slice(0, quotedChars)}…` : plain;
}

const anotherWay = "Do it another way, or ask the person you work for.";

/** How the rule is kept. */
function wayOut(check: Check, { what, since }: Finding): string {
  if ("before" in check) return `${requirementFirst(check)}${sinceText(since)}.`;
  if ("commit" in check)
    return check.commit.like === "conventional"
      ? "Write the subject as `type(scope): what it does`."
      : `Keep to it: ${checkTitle(check)}.`;
  if ("newFile" in check) return newFileWay(check);
  if ("limit" in check) return `Split it: at most ${counted(check.limit.lines, "line")}.`;
  if ("prefix" in check) return prefixWay(check, what);
  const { never, instead } = check;
  if (instead !== undefined) return `Use \`${instead}\` instead.`;
  if ("text" in never) return "Write it without that, or ask the person you work for.";
  if ("run" in never && never.branch !== undefined && never.run.endsWith("push"))
    return "Push another branch and open a pull request.";
  return anotherWay;
}

function requirementFirst(check: Before): string {
  const name = requirements.find((each) => check[each] !== undefined) ?? "ran";
  const what = check[name] ?? "";
  if (name === "ran") return `Run \`${what}\` first`;
  if (name === "passed") return `Run \`${what}\` first, until it passes`;
  if (name === "read") return `Read \`${what}\` first`;
  return `Use the ${name} \`${what}\` first`;
}

function sinceText(since: string | undefined): string {
  return since === undefined ? "" : `: last edit ${since.slice(11, 16)} UTC, not done since`;
}

function newFileWay({ newFile: { in: folder, like, case: style, must } }: NewFile): string {
  const asked = [
    ...(folder === undefined ? [] : [`put it in ${folder}`]),
    ...(like === undefined ? [] : [`name it as ${like}`]),
    ...(style === undefined ? [] : [`name it in ${style} case`]),
    ...(must === undefined ? [] : [`it must hold ${must}`]),
  ].join(", ");
  return `${asked.slice(0, 1).toUpperCase()}${asked.slice(1)}.`;
}

function prefixWay({ prefix }: Prefix, what: string): string {
  return `Write \`${prefix} ${what}\`.`;
}
