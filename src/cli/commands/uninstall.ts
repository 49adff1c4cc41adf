import { realpathSync } from "node:fs";
import { defineCommand } from "../command.js";
import { projectPlaces } from "../project-places.js";
import { agentOptions, chosenAgents, showChanges } from "../setup-options.js";

export const command = defineCommand({
  name: "uninstall",
  summary: "Undo what init wrote",
  description: `Takes Whetstone out of the settings of the coding agents in this project. A file that is as 'init' left it becomes what it was before, byte for byte; from one that was changed since, only what is ours is taken out. What was learned stays: 'whetstone status' says where.`,
  arguments: [],
  options: {
    ...agentOptions,
    "dry-run": { type: "boolean", about: "Only show what would change." },
    yes: { type: "boolean", about: "Do not ask." },
  },
  examples: [{ run: "whetstone uninstall", about: "All agents of this project:" }],
  async run(context) {
    const { values, printer, io } = context;
    const { agentSetups } = await import("../../setup/plan-setup.js");
    const { planRemoval } = await import("../../setup/plan-removal.js");
    const { setupPlace } = await import("../../setup/setup-place.js");
    const { readInstalled } = await import("../../project/installed.js");
    const places = projectPlaces(context);
    const place = setupPlace(places.root, realpathSync(process.argv[1] ?? ""), io.env);
    const setups = chosenAgents(values, agentSetups, () => true);
    const changes = planRemoval(setups, place, readInstalled(places.folder));
    const dry = values["dry-run"] || changes.length === 0;
    if (!dry && !values.yes) {
      io.stderr.write(`${showChanges(changes, places.root)}\n`);
      if (!(await printer.confirm("Change this?"))) {
        printer.note("Nothing was changed.");
        return;
      }
    }
    if (!dry) (await import("../../setup/install.js")).uninstall(changes, setups, places.folder);
    const files = changes.map(({ agent, path, after }) => ({ agent, path, deleted: after === null }));
    printer.result({ files, written: !dry }, () => {
      if (changes.length === 0) return "Nothing of ours is set up here.";
      return dry
        ? showChanges(changes, places.root)
        : ["Undone:", ...files.map(({ path }) => `  ${path}`)].join("\n");
    });
  },
});
