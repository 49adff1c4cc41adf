import { toolFamily } from "../reflection/tool-family.js";
import { programWithVerbs } from "./blame.js";
import { compacted, fieldsIn } from "./call-fields.js";
import { inBackticks, programsOf } from "./command-text.js";
import type { FailedCall, LaterCall, Remedy } from "./remedy.js";

/** The same tool with another value in the field that the cause speaks of. */
export function toolRemedy(failed: FailedCall, later: LaterCall): Remedy | undefined {
  const [before, after] = [fieldsIn(failed.input), fieldsIn(compacted(later.input))];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return undefined;
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return { relation: "again", advice: "" };
  const field = changed.find((name) => speaksOf(failed.cause, name, before[name]));
  if (field === undefined) return undefined;
  const alike = isAlike(before[field], after[field]);
  const others = names.filter((name) => name !== field);
  const kept = others.filter((name) => !changed.includes(name)).length;
  // The same purpose: nearly all else is the same, or the value is the same name written in full.
  if (!alike && kept < others.length / 2) return undefined;
  const advice = fieldAdvice(field, before[field], after[field]);
  return advice === undefined ? undefined : { relation: "instead", advice };
}

function speaksOf(cause: string, name: string, value: unknown): boolean {
  if (name.length >= 3 && new RegExp(`\\b${name.replace(/[^\w]/g, ".")}\\b`).test(cause)) return true;
  return typeof value === "string" && value.length >= 3 && value.length <= 100 && cause.includes(value);
}

/** `research:analyst` and `team:research:analyst` are one name, written in part and in full. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string" || one === other) return false;
  const [short = "", long = ""] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && (long.endsWith(short) || long.startsWith(short));
}

/** Undefined where only this one call could use the value. */
function fieldAdvice(field: string, before: unknown, after: unknown): string | undefined {
  if (after === undefined) return `leave \`${field}\` out`;
  const shape = shapeOf(after);
  if (shape !== undefined) return `give \`${field}\` as ${shape}`;
  if (typeof after !== "string" || after.length > 80) return undefined;
  const from = typeof before === "string" && before.length <= 80 ? `, not \`${before}\`` : "";
  return `give \`${field}\` as ${inBackticks(after)}${from}`;
}

/** What a value is, where the value itself belongs to one call alone. */
function shapeOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return "a number";
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "string") return undefined;
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,30}$/i.test(value)) return "a UUID";
  if (/^(?:[/~]|[A-Za-z]:\\)\S+$/.test(value)) return "an absolute path";
  return /^\d+$/.test(value) ? "a number" : undefined;
}

const cannotStart = /\bENOENT\b|\bspawn\b|not (?:available|installed)|no such tool/i;
/** What a shell offers for a tool that searches in files, and for one that lists them. */
const standIns: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^(?:grep|search\w*|rg)/i, /^(?:grep|egrep|rg|ag|git grep)$/, "`grep -r`"],
  [/^(?:glob|ls|find|list\w*)/i, /^(?:find|fd|ls|tree)$/, "`find` or `ls`"],
];
const unknownName = /unknown skill|agent type|unknown (?:command|agent)|not a prompt-based skill/i;

/** Another tool that does the same: for one that does not start, and for a name that does not exist. */
export function otherToolRemedy(failed: FailedCall, later: LaterCall): Remedy | undefined {
  if (toolFamily(later.tool) !== "shell") return undefined;
  const programs = programsOf(later.input).map(programWithVerbs);
  if (
    toolFamily(failed.tool) === "search" &&
    failed.kind === "environment" &&
    cannotStart.test(failed.cause)
  ) {
    const used = standIns.find(
      ([tool, does]) => tool.test(failed.tool) && programs.some((name) => does.test(name)),
    );
    return used === undefined ? undefined : insteadOf(failed.tool, `${used[2]} in the shell`);
  }
  if (toolFamily(failed.tool) === "web") return fetchedByShell(failed, later, programs);
  if (!unknownName.test(failed.cause) || failed.named === "") return undefined;
  const does = programs.find((name) => name.includes(" ") && name.split(" ").includes(failed.named));
  return does === undefined ? undefined : insteadOf(`${failed.tool} \`${failed.named}\``, inBackticks(does));
}

function insteadOf(tool: string, used: string): Remedy {
  return { relation: "instead", advice: `use ${used} instead of ${tool}` };
}

function fetchedByShell(
  failed: FailedCall,
  later: LaterCall,
  programs: readonly string[],
): Remedy | undefined {
  const address = /https?:\/\/[^\s"'\\]{4,300}/.exec(failed.input)?.[0];
  const used = programs.find((name) => /^(?:curl|wget|gh \w+.*)$/.test(name));
  const fetched = address !== undefined && used !== undefined && later.input.includes(address);
  return fetched ? insteadOf(failed.tool, `${inBackticks(used)} in the shell`) : undefined;
}
