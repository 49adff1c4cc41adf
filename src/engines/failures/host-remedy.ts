import { toolFamily } from "../reflection/tool-family.js";
import { pathOf } from "./call-fields.js";
import type { FailedCall, LaterCall, Remedy } from "./remedy.js";

/** What undoes a refusal of the agent's own tools, once an action on the same file has shown it. */
const hostAdvice: readonly (readonly [RegExp, string])[] = [
  [/not been read yet/i, "read the file before you change it"],
  [/modified since/i, "read the file again before you change it"],
  [
    /(?:string|text|lines?).{0,30}not found|0 occurrences|failed to find expected lines/i,
    "read the file again and copy the text exactly as it stands there",
  ],
  [/found \d+ matches/i, "give more of the lines around it, or replace all of them"],
  [/exceeds|too large/i, "read it in parts, with an offset and a limit"],
  [/EISDIR|is a directory/i, "it is a folder: list it"],
  [/does not exist|not found/i, "look up where the file is before you open it"],
];

const tooLarge = /exceeds|too large/i;
const missing = /does not exist|not found/i;
const folder = /EISDIR|is a directory/i;

export function hostRemedy(failed: FailedCall, later: LaterCall): Remedy | undefined {
  const advice = hostAdvice.find(([cause]) => cause.test(failed.cause))?.[1];
  const path = pathOf(failed);
  if (advice === undefined || path === "") return undefined;
  const [before, after] = [toolFamily(failed.tool), toolFamily(later.tool)];
  const instead: Remedy = { relation: "instead", advice };
  if (path === pathOf(later) && before === after) {
    if (before === "edit" && !/does not exist/i.test(failed.cause)) return instead;
    return tooLarge.test(failed.cause) ? instead : { relation: "again", advice: "" };
  }
  const showsIt = before === "read" && later.input.includes(path);
  if (showsIt && (folder.test(failed.cause) || tooLarge.test(failed.cause))) return instead;
  if (!missing.test(failed.cause) || !findsIt(path, later, before === after)) return undefined;
  const proposed = /Did you mean (\S{1,200})\?/.exec(failed.cause)?.[1];
  if (proposed === undefined || !pathOf(later).endsWith(proposed)) return instead;
  return { relation: "instead", advice: "open the file that the message proposes" };
}

/** The same name in another folder, the name that the message proposed, or a search that lists something. */
function findsIt(path: string, later: LaterCall, sameFamily: boolean): boolean {
  const name = path.split("/").at(-1) ?? "";
  const stem = name.replace(/\.\w{1,5}$/, "");
  const other = pathOf(later).split("/").at(-1) ?? "";
  if (sameFamily && other !== "" && pathOf(later) !== path)
    return other === name || (stem.length >= 4 && other.replace(/\.\w{1,5}$/, "") === stem);
  // A search in another file that happens to have a similar name looks for something else.
  if (toolFamily(later.tool) !== "search" || stem.length < 4 || /\.\w{1,5}$/.test(other)) return false;
  return later.input.includes(stem) && !/^(?:no (?:files|matches)|found 0)/i.test(later.output ?? "");
}
