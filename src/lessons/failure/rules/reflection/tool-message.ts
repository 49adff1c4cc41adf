import type { ToolFamily } from "../../../../reading/tool-family.js";
import { isErrorAnswer } from "./error-answer.js";
import { beginning, complains } from "./failure-signs.js";
import { firstLine, linesLookedAt, saysNothingToDo } from "./output-lines.js";
import type { TextFinding } from "./tool-call.js";

/** What tools say in place of a result, beside words of error. */
const notDone =
  /\b(?:(?:does|has|have) not|doesn['’]t|haven['’]t|been \w* ?modified|exceeds|matches of|no changes|non-\w+)\b/i;
const done = /\b(?:successfully|updated|created)\b/i;

/** Longer than the messages that tools give instead of an answer; shorter than an answer. */
const messageChars = 400;

/** "3 of 5 files were updated", "completed 3 of 5 steps": a batch of which a part worked. */
const counted = /\b(\d{1,9}) (?:of|out of|\/) (\d{1,9}) (?:[\w-]{1,30} ){0,3}(?:\w{2,30}ed|written|done)\b/i;
const completed = /\b(?:completed|finished|did) (?:only )?(\d{1,9}) (?:of|out of|\/) (\d{1,9})\b/i;
const inPart = /^\W{0,3}(?:partially|partly) (?:complete|completed|done|finished)\b/i;
/** "2 succeeded, 1 failed" */
const mixed = new RegExp(
  String.raw`\b[1-9]\d{0,8} (?:succeeded|updated|applied|ok|passed)[,;] ?(?:and )?` +
    String.raw`[1-9]\d{0,8} (?:failed|errors?|skipped)\b`,
  "i",
);

/** "The remaining work is blocked on the schema": of an agent that ends with a part of its task. */
const restBlocked =
  /\b(?:remaining|rest of the) (?:\w{1,30} )?(?:is|are|stays?|remains?) (?:still )?blocked (?:on|by|until)\b/i;

/** `MCP error -32602: …`, `### Error`, `<error>`: an answer that begins so is one, however long it is. */
const marked =
  /^\s*(?:#{1,6} Result\n)?(?:#{1,6} |<|MCP )?(?:[A-Z]\w{0,40})?[Ee]rror(?::\s|\s*\n|\s*>|\s+-?\d| executing| calling)/;

/** A sentence says first what is wrong. */
const firstWords = 6;

/** How a tool other than a shell went, from what it answered. */
export function toolMessage(family: Exclude<ToolFamily, "shell">, output: string): TextFinding {
  const first = firstLine(linesLookedAt(output));
  const answered = { facts: { isError: false } };
  if (isPartOfBatch(first)) return { ...answered, result: "partial", because: "a part of a batch" };
  if (isComplaint(family, first, output))
    return { result: "failure", because: "a complaint in place of a result", facts: { isError: true } };
  if (family === "other" && (marked.test(output.slice(0, 200)) || isErrorAnswer(output)))
    return { result: "failure", because: "an error in place of a result", facts: { isError: true } };
  if (restBlocked.test(first)) return { ...answered, result: "partial", because: "the rest is blocked" };
  if (saysNothingToDo([first])) return { ...answered, result: "skipped", because: "there was nothing to do" };
  return { ...answered, result: "success", because: "no sign of failure" };
}

/** Whether an answer is short and complains. What begins as JSON, as markup or with its place is content. */
function isComplaint(family: ToolFamily, first: string, output: string): boolean {
  // An edit that would change nothing was not made.
  if (family !== "edit" && saysNothingToDo([first])) return false;
  const isShort = output.length <= messageChars || !output.trim().includes("\n");
  const isMessage = isShort && !/^\s*(?:[[{<#]|\d+[→:\t-]|\S+[:-]\d+[:-])/.test(output);
  if (!(family === "edit" || isMessage) || done.test(first)) return false;
  const [sentence = ""] = first.split(/(?<=[.:]) /);
  // Further on it is prose, in which errors are mentioned.
  const start = family === "web" || family === "other" ? beginning(sentence, firstWords) : first;
  return complains(start) || notDone.test(start);
}

function isPartOfBatch(line: string): boolean {
  const found = counted.exec(line) ?? completed.exec(line);
  if (found === null) return mixed.test(line) || inPart.test(line);
  return Number(found[1]) > 0 && Number(found[1]) < Number(found[2]);
}
