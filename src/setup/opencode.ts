import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AgentSetup } from "./agent-setup.js";

/** A file of our own that OpenCode loads by itself: none of its settings has to be changed. */
export const opencodeSetup: AgentSetup = {
  name: "opencode",
  title: "OpenCode",
  isHere: ({ root, hasProgram }) =>
    hasProgram("opencode") ||
    [".opencode", "opencode.json", "opencode.jsonc"].some((name) => existsSync(join(root, name))),
  files: ({ root, dist }) => {
    const plugin = pathToFileURL(join(dist, "opencode/plugin.js")).href;
    return [
      {
        path: join(root, ".opencode/plugin/whetstone.js"),
        after: () => `export { default } from ${JSON.stringify(plugin)};\n`,
        programs: (text) => {
          const [, url] = /from "(file:[^"]{1,2000})"/.exec(text) ?? [];
          return url !== undefined && URL.canParse(url) ? [fileURLToPath(url)] : [];
        },
        holdsOurs: (text) => text.includes("opencode/plugin.js"),
        without: () => null,
      },
    ];
  },
  next: "start OpenCode in this project anew",
};
