import { toolFamily } from "../reflection/tool-family.js";
import { hostRemedy } from "./host-remedy.js";
import type { FailedCall, LaterCall, Remedy } from "./remedy.js";
import { shellRemedy } from "./shell-remedy.js";
import { otherToolRemedy, toolRemedy } from "./tool-remedy.js";

/** What a later call that succeeded has to do with a failure; undefined when nothing. */
export function remedyIn(failed: FailedCall, later: LaterCall): Remedy | undefined {
  const found = relationOf(failed, later);
  return found !== undefined && takesAway.test(found.advice) ? undefined : found;
}

/** What is taken away for good was perhaps somebody's: whether to do it again is for a person to say. */
const takesAway = new RegExp(
  [
    "`(?:sudo )?(?:rm|rmdir|shred|truncate|kill|pkill|killall)\\b",
    "`git (?:reset --hard|clean|checkout (?:--|\\.)|restore|stash (?:drop|clear)|branch -D)\\b",
    "`git push [^`]*(?:--force|-f)\\b",
    "`(?:docker|podman) [^`]*\\b(?:prune|rm|rmi)\\b",
    "\\bdrop (?:table|database|schema)\\b",
  ].join("|"),
  "i",
);

function relationOf(failed: FailedCall, later: LaterCall): Remedy | undefined {
  if (failed.kind === "refused" || provesNothing(failed, later)) return undefined;
  const [before, after] = [toolFamily(failed.tool), toolFamily(later.tool)];
  if (failed.kind === "host" && before !== "shell") return hostRemedy(failed, later);
  if (before === "shell" && after === "shell") return shellRemedy(failed, later.input);
  return failed.tool === later.tool ? toolRemedy(failed, later) : otherToolRemedy(failed, later);
}

/** What a program left out of its output, or a shell of its exit code. */
const masks = /\||2>\s*\/dev\/null|&>\s*\/dev\/null/;

/** A command whose failure a pipe would hide and that printed nothing, and one that says the same again. */
function provesNothing({ cause, tool }: FailedCall, { input, output }: LaterCall): boolean {
  if (output === undefined) return false;
  if (cause.length >= 8 && output.slice(0, 6_000).includes(cause)) return true;
  return toolFamily(tool) === "shell" && output.trim() === "" && masks.test(input);
}
