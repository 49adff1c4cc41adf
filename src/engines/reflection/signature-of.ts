import { decidingPrograms } from "../../shell/outcome.js";
import { typeOfStatus } from "../errors/type-of-status.js";
import { typeOfText } from "../errors/type-of-text.js";
import { errorLine } from "./error-line.js";
import { failureKinds } from "./program-kinds.js";
import type { ToolCall } from "./tool-call.js";
import { toolFamily } from "./tool-family.js";

/** The gist of a line stands at its beginning. */
const lineChars = 120;

/** Endings of files that messages name without a folder. */
const fileEndings = [
  ...["js", "jsx", "cjs", "cjsx", "mjs", "mjsx", "ts", "tsx", "cts", "ctsx", "mts", "mtsx", "go", "py", "rs"],
  ...["rb", "java", "kt", "swift", "c", "h", "cc", "cpp", "cs", "php", "sh", "json", "yml", "yaml", "toml"],
  ...["md", "txt", "lock", "log"],
];

/** What differs between two occurrences of one failure, most particular first. */
const particular: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d(?:[t ][\d:.]{5,15}z?)?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,30}\b/g, "<id>"],
  [/\bhttps?:\/\/\S+/g, "<url>"],
  [/(?:[a-z]:)?[\w.~@+-]{0,80}[/\\][\w.~@+/\\*-]{1,300}/g, "<path>"],
  [new RegExp(`\\b[\\w-]{1,80}\\.(?:${fileEndings.join("|")})\\b`, "g"), "<path>"],
  [/\b(?=[0-9a-f]{0,39}\d)[0-9a-f]{7,40}\b/g, "<id>"],
  [/\d+(?:[.,:]\d+)*/g, "#"],
  [/\s+/g, " "],
];

/**
 * The key of a failure, the same wherever it comes back: the tool with the program that it ran, the type of
 * error, and the line that says what went wrong without numbers, paths and ids.
 */
export function signatureOf(call: Pick<ToolCall, "tool" | "input" | "output">): string {
  const line = errorLine(call.output);
  const program = programNamed(call);
  const tool = call.tool.trim().toLowerCase().slice(0, 80);
  const type = typeOfText(line, typeOfStatus) ?? "unknown";
  return [program === "" ? tool : `${tool} ${program}`, type, withoutParticulars(line)].join("::");
}

/** What a shell command was mainly about, such as `go test` or `git push`; "" for other tools. */
export function programNamed({ tool, input }: Pick<ToolCall, "tool" | "input">): string {
  if (toolFamily(tool) !== "shell") return "";
  const { deciding, masked } = decidingPrograms(input);
  const all = [...deciding, ...masked];
  const [name = "", ...words] =
    (all.find((program) => failureKinds(program).size > 0) ?? all[0])?.words ?? [];
  const other = words.findIndex((word) => !/^[a-z][a-z:-]{1,30}$/.test(word));
  // A name, its verb and what the verb is about; further words are arguments.
  return [name.slice(0, 40), ...words.slice(0, other === -1 ? 2 : Math.min(other, 2))].join(" ");
}

function withoutParticulars(line: string): string {
  // Cut first: a line may be as long as the output.
  const start = line.slice(0, 4 * lineChars).toLowerCase();
  return particular
    .reduce((text, [pattern, name]) => text.replace(pattern, name), start)
    .slice(0, lineChars)
    .trim();
}
