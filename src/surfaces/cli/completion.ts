import type { Program } from "./command.js";
import { bashScript } from "./completion/bash.js";
import { fishScript } from "./completion/fish.js";
import { spotsOf } from "./completion/spots.js";
import { zshScript } from "./completion/zsh.js";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** A script that completes without calling the program: it is made once, from the whole tree. */
export async function completionScript(shell: keyof typeof scripts, program: Program): Promise<string> {
  return scripts[shell](await spotsOf(program));
}
