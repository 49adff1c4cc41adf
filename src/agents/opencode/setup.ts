import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AgentSetup } from "../setup/agent-setup.js";
import { formerName, serverName } from "../setup/mcp-command.js";
import { plannedLocalServer } from "../setup/mcp-files.js";
import { readSettings } from "../setup/plan-setup.js";
import { inMarkdown, slashCommands } from "../setup/slash-commands.js";

const pluginFile = ".opencode/plugin/whetstone.js";

/** A program that calls a plugin as OpenCode does for the first prompt, and prints the brief. */
const firstPrompt = `
const [plugin, directory, sessionID] = process.argv.slice(1);
const { server } = (await import(plugin)).default;
const hooks = await server({ directory });
const message = { id: "message", role: "user", agent: "build", sessionID };
const output = { message, parts: [{ type: "text", text: "hello" }] };
await hooks["chat.message"]({ sessionID }, output);
const system = [];
await hooks["experimental.chat.system.transform"]({ sessionID }, { system });
console.log(system.join("\\n"));
`;

/** The hooks are a file of our own that OpenCode loads by itself: no setting has to change for them. */
export const opencodeSetup: AgentSetup = {
  isHere: ({ root, hasProgram }) =>
    hasProgram("opencode") ||
    [".opencode", "opencode.json", "opencode.jsonc"].some((name) => existsSync(join(root, name))),
  files: ({ root, dist }) => {
    const plugin = pathToFileURL(join(dist, "opencode/plugin.js")).href;
    return [
      {
        path: join(root, pluginFile),
        entries: "a plugin",
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
  extras: (place) =>
    slashCommands(place, (name) => join(place.root, `.opencode/command/whetstone-${name}.md`), inMarkdown),
  mcpFile: (root, mcp) => plannedLocalServer(configFile(root), mcp),
  probe({ root }, folder, session) {
    const written = join(root, pluginFile);
    if (!existsSync(written)) return undefined;
    // Node recognises a module by its name; OpenCode treats every plugin as a module.
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
  next: "start a new session of OpenCode in this project",
};

/** OpenCode reads either file: the one that holds our server, else the one that exists. */
function configFile(root: string): string {
  const names = ["opencode.jsonc", "opencode.json"].map((name) => join(root, name));
  const here = names.filter((name) => existsSync(name));
  const ours = here.find((name) =>
    [serverName, formerName].some((server) => readSettings(name)?.includes(`"${server}"`)),
  );
  return ours ?? here[0] ?? join(root, "opencode.json");
}
