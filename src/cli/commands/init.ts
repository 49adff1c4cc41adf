import { realpathSync } from "node:fs";
import { trialSession } from "../../app/trial-session.js";
import { WhetstoneError } from "../../errors.js";
import type { AgentSetup, SetupPlace } from "../../setup/agent-setup.js";
import type { FileChange } from "../../setup/plan-setup.js";
import { type CommandContext, defineCommand } from "../command.js";
import { projectPlaces } from "../project-places.js";
import { agentOptions, chosenAgents, showChanges } from "../setup-options.js";

export const command = defineCommand({
  name: "init",
  summary: "Set up the coding agents of this project",
  description: `Finds the coding agents on this machine and in this project, shows the files and lines that it would write so that they call Whetstone, asks, writes, and makes sure that a call arrives. Settings that are not ours stay as they are, and a second call changes nothing.

It writes .claude/settings.local.json for Claude Code, .codex/hooks.json for Codex, .opencode/plugin/whetstone.js for OpenCode, .gemini/settings.json for Gemini CLI and .cursor/hooks.json for Cursor, all in the project. What it writes for Cursor is written from its documentation and was not run with it. 'whetstone uninstall' puts every file back as it was.`,
  arguments: [],
  options: {
    ...agentOptions,
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
    const place = setupPlace(places.root, realpathSync(process.argv[1] ?? ""), io.env);
    const setups = chosenAgents(values, agentSetups, (setup) => setup.isHere(place));
    if (setups.length === 0) throw noneFound();
    const changes = planSetup(setups, place);
    if (values["dry-run"] || changes.length === 0) return tell(context, setups, changes, null);
    if (!values.yes) {
      io.stderr.write(`${showChanges(changes, places.root)}\n`);
      if (!(await printer.confirm("Write this?"))) {
        printer.note("Nothing was changed.");
        return undefined;
      }
    }
    const { install } = await import("../../setup/install.js");
    install(changes, setups, place, { folder: places.folder, now: new Date().toISOString() });
    return tell(context, setups, changes, await arrives(context, place));
  },
});

/** An event that changes nothing goes the whole way: from a program to the server, to the project and back. */
async function arrives({ io, program }: CommandContext<unknown, unknown>, { root }: SetupPlace): Promise<boolean> {
  const { callServer } = await import("../../server/client.js");
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
  return answer?.status === 200;
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
