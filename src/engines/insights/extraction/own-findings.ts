import { verdictBlocks } from "../verdict/verdict-blocks.js";
import { isFindingId } from "./finding-ids.js";

/** What a role reported in the verdict block of its own deliberation. */
export interface OwnFinding {
  readonly id: string | undefined;
  readonly summary: string;
}

/** No deliberation reports more; a longer list is a machine's. */
const issuesRead = 200;

/**
 * The issues of the last verdict block that is a JSON object. Of a role's own verdict only they are read:
 * another field that breaks a rule must not cost what the role noticed.
 */
export function ownFindings(text: string): readonly OwnFinding[] {
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
