import { realpathSync } from "node:fs";
import { trialSession } from "../../app/trial-session.js";
import { WhetstoneError } from "../../errors.js";
import type { HookDoor } from "../../server/hook-door.js";
import type { SetupPlace } from "../../setup/agent-setup.js";
import type { FileChange } from "../../setup/plan-setup.js";
import { type CommandContext, defineCommand } from "../command.js";
import { projectPlaces } from "../project-places.js";
import type { Proof } from "../prove-setup.js";
import { agentOptions, chosenAgents, showChanges } from "../setup-options.js";
import { tellInit, unproven } from "../tell-init.js";

export const command = defineCommand({
  name: "init",
  summary: "Set up the coding agents of this project",
  description: `Finds the coding agents on this machine and in this project, shows the files and lines that it would write so that they call Whetstone, asks, and writes. Settings that are not ours stay as they are, and a second call changes nothing.

Then it makes sure of it: it writes a lesson into a project made for this, asks for it by the very commands that now stand in the agents' settings, and deletes that project. For each agent it says whether the lesson was found.

All files are in the project: .claude/settings.local.json, .codex/hooks.json, .opencode/plugin/whetstone.js, .gemini/settings.json and .cursor/hooks.json hold the hooks; .mcp.json, .codex/config.toml, opencode.json (or opencode.jsonc), .gemini/settings.json and .cursor/mcp.json give agents the tools of the MCP server 'hive', unless you say --no-mcp. A file that a team may commit names 'whetstone' or 'npx whetstone', not a path of this machine, where one of them works. What it writes for Cursor is written from its documentation and was not run in Cursor. 'whetstone uninstall' puts every file back as it was.

Claude Code posts every tool call to the local server itself, which is far faster than a program for each; the key for that is in its file and opens nothing but the hooks of this project. With --command-hooks it starts a program instead: for machines that you share with people you do not trust, or where only commands may be hooks.`,
  arguments: [],
  options: {
    ...agentOptions,
    "command-hooks": {
      type: "boolean",
      about: "Programs only: no address and no key in Claude Code's settings.",
    },
    "no-mcp": { type: "boolean", about: "Do not register the MCP server." },
    "dry-run": { type: "boolean", about: "Only show what would be written." },
    yes: { type: "boolean", about: "Do not ask." },
  },
  examples: [
    { run: "whetstone init --dry-run", about: "What would be written?" },
    { run: "whetstone init --claude-code --yes", about: "Claude Code only, without a question:" },
  ],
  exits: { 3: "no agent was told the lesson that was written to make sure" },
  async run(context) {
    const { values, printer, io } = context;
    const { agentSetups, filesLeft, planSetup } = await import("../../setup/plan-setup.js");
    const { setupPlace } = await import("../../setup/setup-place.js");
    const places = projectPlaces(context);
    const program = realpathSync(process.argv[1] ?? "");
    const planWith = async (makeKey: boolean) => {
      const door = await doorFor(context, values["command-hooks"], makeKey);
      const http = "open" in door ? (host: string) => door.open(host, places.root) : undefined;
      const place = setupPlace(places.root, program, io.env, { mcp: !values["no-mcp"], http });
      const setups = chosenAgents(values, agentSetups, (setup) => setup.isHere(place));
      if (setups.length === 0) throw noneFound();
      return { door, setups, place, changes: planSetup(setups, place), left: filesLeft(setups, place) };
    };
    // The key of the hooks is made once somebody has agreed: a question leaves nothing behind.
    const asked = await planWith(values.yes && !values["dry-run"]);
    const { door } = asked;
    if ("closed" in door && door.closed !== "")
      printer.note(`Claude Code gets commands as hooks: ${door.closed}.`);
    if (values["dry-run"]) return tellInit(context, { ...asked, ...unproven, written: false });
    if (!values.yes && asked.changes.length > 0) {
      io.stderr.write(`${showChanges(asked.changes, places.root)}\n`);
      if (!(await printer.confirm("Write this?"))) {
        printer.note("Nothing was changed.");
        return undefined;
      }
    }
    const plan = values.yes ? asked : await planWith(true);
    const { setups, place, changes } = plan;
    const { install } = await import("../../setup/install.js");
    const { keyWarnings } = await import("../../setup/key-warnings.js");
    if (changes.length > 0)
      install(changes, setups, place, { folder: places.folder, now: new Date().toISOString() });
    const { proveMcp, proveSetup } = await import("../prove-setup.js");
    const proven = await printer.progress("Asking as the agents do", async (update) => ({
      proofs: await withPosts(await proveSetup(setups, place, io.env, update), place),
      mcp: await proveMcp(place, io.env),
    }));
    for (const warning of warningsOf(changes, place, keyWarnings)) printer.note(`Warning: ${warning}`);
    return tellInit(context, { ...plan, ...proven, written: changes.length > 0 });
  },
});

/** Where Claude Code posts to; closed when somebody wants it so. */
async function doorFor(
  { io }: CommandContext<unknown, unknown>,
  commands: boolean,
  make: boolean,
): Promise<HookDoor> {
  if (commands) return { closed: "" };
  const { hookDoor } = await import("../../server/hook-door.js");
  return hookDoor(io.env, make);
}

/** Of files that hold a key. */
function warningsOf(
  changes: readonly FileChange[],
  { root }: SetupPlace,
  keyWarnings: (file: string, root: string) => readonly string[],
): readonly string[] {
  return changes.flatMap(({ path, isPrivate }) => (isPrivate ? keyWarnings(path, root) : []));
}

/**
 * What Claude Code posts by itself must be taken too: an event that changes nothing, with the address and the
 * key of its settings.
 */
async function withPosts(proofs: readonly Proof[], { root, http }: SetupPlace): Promise<readonly Proof[]> {
  const host = "claude-code";
  const commands = proofs.find(({ agent }) => agent === host);
  if (http === undefined || commands?.verified !== true) return proofs;
  const { knock } = await import("../../server/hook-door.js");
  const hook = http(host);
  if (await knock(hook, { hook_event_name: "StopFailure", session_id: trialSession, cwd: root }))
    return proofs;
  const why = `nobody answers what it posts to ${new URL(hook.url).host}`;
  return proofs.map((proof) => (proof === commands ? { agent: host, verified: false, why } : proof));
}

function noneFound(): WhetstoneError {
  return new WhetstoneError("not_found", "no coding agent was found on this machine or in this project", {
    next: "name one: --claude-code, --codex, --opencode, --gemini or --cursor",
  });
}
