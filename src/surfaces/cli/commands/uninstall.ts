import { realpathSync } from "node:fs";
import { type Agent, loadSetups } from "../../../agents/agent.js";
import { agents } from "../../../agents/agents.js";
import { WhetstoneError } from "../../../base/errors.js";
import { type Command, type CommandContext, defineCommand } from "../command.js";
import { projectPlaces } from "../project-places.js";
import { agentOptions, changeOptions, chosenAgents, showChanges } from "../setup-options.js";
import { requirePerson } from "../speaker-at.js";
import { withWhetstone } from "../with-whetstone.js";

const description =
  "Removes Whetstone from the settings of the coding agents in this project. A file that is as 'init' " +
  "left it becomes what it was before, byte for byte; from a file that was edited since, only the " +
  "entries of Whetstone are removed. Only a person may do so, and the log keeps who did. The local server is stopped, unless agents of other projects use it. What " +
  "was learned stays: 'whetstone status' says where.";

export function uninstallCommand(known: readonly Agent[]): Command {
  return defineCommand({
    name: "uninstall",
    summary: "Undo what init wrote",
    description,
    arguments: [],
    options: { ...agentOptions(known), ...changeOptions },
    examples: [{ run: "whetstone uninstall", about: "All agents of this project:" }],
    run: (context) => removeAgents(context, known),
  });
}

export const command = uninstallCommand(agents);

type UninstallContext = CommandContext<Readonly<Record<keyof typeof changeOptions, boolean>>, unknown>;

async function removeAgents(context: UninstallContext, known: readonly Agent[]): Promise<void> {
  const { values, printer, io } = context;
  if (!values["dry-run"]) requirePerson(io, "remove Whetstone from a project", values);
  const { plannedFiles, planRemoval } = await import("../../../agents/setup/plan-setup.js");
  const { shownToGit } = await import("../../../agents/setup/git-exclude.js");
  const { setupPlace } = await import("../../../agents/setup/setup-place.js");
  const { readInstalled } = await import("../../../base/project/installed.js");
  const places = projectPlaces(context);
  const place = setupPlace(places.root, realpathSync(process.argv[1] ?? ""), io.env);
  const every = await loadSetups(known);
  const setups = chosenAgents(values, every, () => true);
  const installed = readInstalled(places.folder);
  const filesOf = (some: typeof every) =>
    some.flatMap((setup) => plannedFiles(setup, place).map(({ path }) => path));
  // Agents share `.mcp.json`: it stays for those that stay.
  const stays = every.filter((each) => !setups.includes(each));
  const kept = filesOf(stays.filter(({ name }) => installed.some(({ agent }) => agent === name)));
  const removed = planRemoval(setups, place, installed).filter(({ path }) => !kept.includes(path));
  const planned = filesOf(setups).filter((path) => !kept.includes(path));
  const changes = removed.length === 0 ? [] : [...removed, shownToGit(planned, place) ?? []].flat();
  const isDry = values["dry-run"] || changes.length === 0;
  if (!isDry && !values.yes) {
    io.stderr.write(`${showChanges(changes, places.root, values.diff)}\n`);
    if (!(await printer.confirm("Change this?"))) {
      printer.note("Nothing was changed.");
      return;
    }
  }
  if (!isDry) {
    await recordRemoval(context, [...new Set(removed.map(({ agent }) => agent))]);
    (await import("../../../agents/setup/install.js")).uninstall(changes, setups, places.folder);
  }
  // Nothing calls it from here any more. Agents in other projects may be in the middle of their work.
  if (!isDry && readInstalled(places.folder).length === 0)
    await (await import("../../server/control.js")).stopServer(io.env, places.root);
  const files = changes.map(({ agent, path, after }) => ({ agent, path, deleted: after === null }));
  printer.result({ files, written: !isDry }, () => {
    if (changes.length === 0) return "Whetstone is not set up in this project.";
    return isDry
      ? showChanges(changes, places.root, values.diff)
      : ["Restored:", ...files.map(({ path }) => `  ${path}`)].join("\n");
  });
}

/** First, so that nothing is removed unseen. A store that cannot be written keeps nobody from leaving. */
async function recordRemoval(context: UninstallContext, names: readonly string[]): Promise<void> {
  try {
    await withWhetstone(context, (ws) => ws.noteRemoval({ agents: [...names] }));
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    context.printer.note(`Warning: the log does not hold this: ${error.message}`);
  }
}
