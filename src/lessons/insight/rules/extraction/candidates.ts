import { sentencesOf } from "../../../../reading/language/sentences.js";
import { outsideCode, stripEmphasis, stripLead } from "../../../../reading/language/strip-markup.js";
import { verdictBlocks } from "../verdict/verdict-blocks.js";
import { cleanItem, type Identified, isFindingId, withoutFindingIds } from "./clean-item.js";
import { accumulatedPatterns, listItems } from "./pattern-section.js";
import { type ProseBlock, proseBlocks } from "./prose-blocks.js";

/** A clean line that may become an insight. Where it stood decides what is asked of it. */
export interface Candidate extends Identified {
  readonly place: "item" | "nested item" | "sentence" | "issue";
}

/** The items of the text's own list of patterns; nothing if it has no such section. */
export function sectionCandidates(lines: readonly string[]): readonly Candidate[] | undefined {
  const section = accumulatedPatterns(lines);
  if (section === undefined) return undefined;
  return listItems(section)
    .filter(({ introduces }) => !introduces)
    .map(({ text, nested }) => ({ ...cleanItem(text), place: nested ? "nested item" : "item" }));
}

/** The sentences of free prose. */
export function sentenceCandidates(lines: readonly string[]): readonly Candidate[] {
  return proseBlocks(lines).flatMap(sentencesIn);
}

/** A finding that stands at a paragraph is a finding of each of its sentences. */
function sentencesIn(block: ProseBlock): readonly Candidate[] {
  const { text, findings } = withoutFindingIds(stripLead(block.text));
  return sentencesOf(outsideCode(text, stripEmphasis)).map((sentence) => {
    const clean = cleanItem(sentence);
    return {
      text: clean.text,
      findings: [...new Set([...block.findings, ...findings, ...clean.findings])],
      place: "sentence",
    };
  });
}

/** What the role reported in its own verdict. */
export function issueCandidates(text: string): readonly Candidate[] {
  return ownFindings(text).map(({ id, summary }) => {
    const clean = cleanItem(summary);
    return {
      text: clean.text,
      findings: [...new Set([...(id === undefined ? [] : [id]), ...clean.findings])],
      place: "issue",
    };
  });
}

/** What a role reported in the verdict block of its own deliberation. */
interface OwnFinding {
  readonly id: string | undefined;
  readonly summary: string;
}

/** No deliberation reports more; a longer list is a machine's. */
const issuesRead = 200;

/**
 * The issues of the last verdict block that is a JSON object. Of a role's own verdict only they are read:
 * another field that breaks a rule must not cost what the role noticed.
 */
function ownFindings(text: string): readonly OwnFinding[] {
  for (const block of verdictBlocks(text).toReversed()) {
    const verdict = "json" in block ? parsed(block.json) : undefined;
    if (isObject(verdict)) return issuesOf(verdict.issues);
  }
  return [];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.trim());
  } catch {
    return undefined;
  }
}

function issuesOf(issues: unknown): readonly OwnFinding[] {
  if (!Array.isArray(issues)) return [];
  return issues.slice(0, issuesRead).flatMap((issue: unknown) => {
    if (!isObject(issue) || typeof issue.summary !== "string") return [];
    const { id, summary } = issue;
    return [{ id: typeof id === "string" && isFindingId(id.trim()) ? id.trim() : undefined, summary }];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
