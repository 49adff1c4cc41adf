import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AgentSetup } from "./agent-setup.js";

const pluginFile = ".opencode/plugin/whetstone.js";

/** What OpenCode does with a plugin when a person's first prompt comes, as far as it concerns the brief. */
const firstPrompt = `
const [plugin, directory, sessionID] = process.argv.slice(1);
const { server } = (await import(plugin)).default;
const hooks = await server({ directory });
const output = { message: { id: "message", role: "user", agent: "build", sessionID }, parts: [{ type: "text", text: "hello" }] };
await hooks["chat.message"]({ sessionID }, output);
const system = [];
await hooks["experimental.chat.system.transform"]({ sessionID }, { system });
console.log(system.join("\\n"));
`;

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
        path: join(root, pluginFile),
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
  probe({ root }, folder, session) {
    const written = join(root, pluginFile);
    if (!existsSync(written)) return undefined;
    // Node goes by the name whether a file is a module; OpenCode takes every plugin for one.
    const copy = join(folder, "plugin.mjs");
    copyFileSync(written, copy);
    const command = [
      "node",
      "--input-type=module",
      "-e",
      firstPrompt,
      pathToFileURL(copy).href,
      folder,
      session,
    ] as const;
    return { command, input: "" };
  },
  next: "start OpenCode in this project anew",
};
