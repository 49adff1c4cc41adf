import { baseName } from "../../../shell/words.js";
import { projectPath } from "./project-path.js";

/**
 * Whether a command runs the program of an action. A name is told in any folder. A path is told by the path,
 * relative or absolute, and by its name alone: the command may have changed the folder.
 */
export function matchesProgram(
  form: string,
  program: string,
  isSame: (form: string, word: string) => boolean,
): boolean {
  if (isSame(form, program)) return true;
  if (program === "" || form === "") return false;
  if (!form.includes("/")) return isSame(form, baseName(program));
  const wanted = projectPath(form).way;
  const { from, way } = projectPath(program);
  if (isSame(wanted, way) || isSame(baseName(wanted), way)) return true;
  return (from !== "" || way.startsWith("~/")) && endsWithPath(way, wanted, isSame);
}

function endsWithPath(way: string, wanted: string, isSame: (form: string, word: string) => boolean): boolean {
  const parts = way.split("/");
  return isSame(wanted, parts.slice(-wanted.split("/").length).join("/"));
}
