import { realpathSync } from "node:fs";
import { type Agent, loadSetups } from "../../hosts/agent.js";
import { agents } from "../../hosts/agents.js";
import { type Command, type CommandContext, defineCommand } from "../command.js";
import { projectPlaces } from "../project-places.js";
import { agentOptions, changeOptions, chosenAgents, showChanges } from "../setup-options.js";

const description =
  "Removes Whetstone from the settings of the coding agents in this project. A file that is as 'init' " +
  "left it becomes what it was before, byte for byte; from a file that was edited since, only the " +
  "entries of Whetstone are removed. The local server is stopped, unless agents of other projects use it. What " +
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
  const { planRemoval } = await import("../../setup/plan-setup.js");
  const { setupPlace } = await import("../../setup/setup-place.js");
  const { readInstalled } = await import("../../project/installed.js");
  const places = projectPlaces(context);
  const place = setupPlace(places.root, realpathSync(process.argv[1] ?? ""), io.env);
  const setups = chosenAgents(values, await loadSetups(known), () => true);
  const changes = planRemoval(setups, place, readInstalled(places.folder));
  const isDry = values["dry-run"] || changes.length === 0;
  if (!isDry && !values.yes) {
    io.stderr.write(`${showChanges(changes, places.root, values.diff)}\n`);
    if (!(await printer.confirm("Change this?"))) {
      printer.note("Nothing was changed.");
      return;
    }
  }
  if (!isDry) (await import("../../setup/install.js")).uninstall(changes, setups, places.folder);
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
