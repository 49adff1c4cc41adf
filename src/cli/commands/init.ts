import { realpathSync } from "node:fs";
import { trialSession } from "../../app/trial-session.js";
import { WhetstoneError } from "../../errors.js";
import type { HookDoor } from "../../server/hook-door.js";
import type { AgentSetup, SetupPlace } from "../../setup/agent-setup.js";
import type { FileChange } from "../../setup/plan-setup.js";
import { type CommandContext, defineCommand } from "../command.js";
import { projectPlaces } from "../project-places.js";
import { agentOptions, chosenAgents, showChanges } from "../setup-options.js";

export const command = defineCommand({
  name: "init",
  summary: "Set up the coding agents of this project",
  description: `Finds the coding agents on this machine and in this project, shows the files and lines that it would write so that they call Whetstone, asks, writes, and makes sure that a call arrives. Settings that are not ours stay as they are, and a second call changes nothing.

It writes .claude/settings.local.json for Claude Code, .codex/hooks.json for Codex, .opencode/plugin/whetstone.js for OpenCode, .gemini/settings.json for Gemini CLI and .cursor/hooks.json for Cursor, all in the project. What it writes for Cursor is written from its documentation and was not run with it. 'whetstone uninstall' puts every file back as it was.

Claude Code posts every tool call to the local server itself, which is far faster than a program for each; the key for that is in its file and opens nothing but the hooks of this project. With --command-hooks it starts a program instead: for machines that you share with people you do not trust, or where only commands may be hooks.`,
  arguments: [],
  options: {
    ...agentOptions,
    "command-hooks": { type: "boolean", about: "Programs only: no address and no key in Claude Code's settings." },
    "dry-run": { type: "boolean", about: "Only show what would be written." },
    yes: { type: "boolean", about: "Do not ask." },
  },
  examples: [
    { run: "whetstone init --dry-run", about: "What would be written?" },
    { run: "whetstone init --claude-code --yes", about: "Claude Code only, without a question:" },
  ],
  async run(context) {
    const { values, printer, io } = context;
    const { agentSetups, planSetup } = await import("../../setup/plan-setup.js");
    const { setupPlace } = await import("../../setup/setup-place.js");
    const places = projectPlaces(context);
    const door = await doorFor(context, values["command-hooks"], !values["dry-run"]);
    const http = "open" in door ? (host: string) => door.open(host, places.root) : undefined;
    const place = setupPlace(places.root, realpathSync(process.argv[1] ?? ""), io.env, http);
    const setups = chosenAgents(values, agentSetups, (setup) => setup.isHere(place));
    if (setups.length === 0) throw noneFound();
    const changes = planSetup(setups, place);
    if ("closed" in door && door.closed !== "") printer.note(`Claude Code gets commands as hooks: ${door.closed}.`);
    if (values["dry-run"] || changes.length === 0) return tell(context, setups, changes, null);
    if (!values.yes) {
      io.stderr.write(`${showChanges(changes, places.root)}\n`);
      if (!(await printer.confirm("Write this?"))) {
        printer.note("Nothing was changed.");
        return undefined;
      }
    }
    const { install } = await import("../../setup/install.js");
    const { keyWarnings } = await import("../../setup/key-warnings.js");
    install(changes, setups, place, { folder: places.folder, now: new Date().toISOString() });
    const verified = await arrives(context, place);
    for (const warning of warningsOf(changes, place, keyWarnings)) printer.note(`Warning: ${warning}`);
    return tell(context, setups, changes, verified);
  },
});

/** Where Claude Code posts to; closed when somebody wants it so. */
async function doorFor({ io }: CommandContext<unknown, unknown>, commands: boolean, make: boolean): Promise<HookDoor> {
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

/** An event that changes nothing goes the whole way: from a program to the server, to the project and back. */
async function arrives({ io, program }: CommandContext<unknown, unknown>, place: SetupPlace): Promise<boolean> {
  const { callServer } = await import("../../server/client.js");
  const { knock } = await import("../../server/hook-door.js");
  const { root, http } = place;
  const [, script = ""] = process.argv;
  const event = { hook_event_name: "StopFailure", session_id: trialSession, cwd: root };
  const answer = await callServer("hooks/claude-code", event, {
    // Once, and a person waits: a slow machine may take its time.
    budgetMs: 15_000,
    trial: true,
    env: io.env,
    version: program.version,
    command: [process.execPath, script],
  });
  if (answer?.status !== 200) return false;
  return http === undefined || knock(http("claude-code"), event);
}

function tell(
  { printer, start }: CommandContext<unknown, unknown>,
  setups: readonly AgentSetup[],
  changes: readonly FileChange[],
  verified: boolean | null,
): undefined | 3 {
  const result = {
    agents: setups.map(({ name, next }) => ({ agent: name, next })),
    files: changes.map(({ agent, path, before }) => ({ agent, path, created: before === null })),
    written: verified !== null,
    verified,
  };
  printer.result(result, (style) => {
    if (verified === null)
      return changes.length === 0 ? "Everything is set up; nothing to write." : showChanges(changes, start);
    const check = verified
      ? style.green("A call of an agent arrives.")
      : style.red("No call arrives: run 'whetstone doctor' and 'whetstone serve' to see why.");
    const next = setups.map((setup) => `  ${setup.title}: ${setup.next}`);
    const files = changes.map(({ path }) => `  ${path}`);
    return ["Written:", ...files, check, "Next:", ...next].join("\n");
  });
  return verified === false ? 3 : undefined;
}

function noneFound(): WhetstoneError {
  return new WhetstoneError("not_found", "no coding agent was found on this machine or in this project", {
    next: "name one: --claude-code, --codex, --opencode, --gemini or --cursor",
  });
}
