import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WhetstoneError } from "../errors.js";
import type { Io } from "./io.js";

/** Lets a person change a text in the editor that VISUAL or EDITOR names, and returns what was saved. */
export function editText(
  text: string,
  { env, atTerminal, stderr }: Pick<Io, "env" | "atTerminal" | "stderr">,
): string {
  const editor = env.VISUAL || env.EDITOR;
  if (!atTerminal || !stderr.isTTY || editor === undefined || editor === "")
    throw new WhetstoneError("invalid_usage", "there is no editor to change the text in", {
      field: "text",
      next: "give the new text with --text, or name an editor with EDITOR and run it at a terminal",
    });
  const folder = mkdtempSync(join(tmpdir(), "whetstone-edit-"));
  try {
    const file = join(folder, "lesson.txt");
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    // EDITOR may hold options, such as "code --wait": a shell reads it, as git does.
    const { status } = spawnSync(`${editor} "${file}"`, { shell: true, stdio: "inherit" });
    if (status !== 0)
      throw new WhetstoneError("invalid_usage", `'${editor}' ended without success; nothing was changed`, {
        field: "text",
        next: "try again, or give the new text with --text",
      });
    return readFileSync(file, "utf8").trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
