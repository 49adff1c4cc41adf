import { counted } from "../../../base/text/counted.js";
import { defineCommand } from "../command.js";
import { ownTeamProject } from "../team-join.js";

export const command = defineCommand({
  name: "leave",
  summary: "Stop sharing the lessons of this project",
  description:
    "From now on nothing is sent to the hub, and nothing is received. What was learned stays on this " +
    "machine, that of the others included, and what the hub already has stays there. The key is removed " +
    "from this machine; an admin revokes it with 'whetstone team keys --revoke'.",
  arguments: [],
  options: { yes: { type: "boolean", short: "y", about: "Do not ask." } },
  examples: [{ run: "whetstone team leave", about: "Work alone again:" }],
  exits: { 1: "You answered no. Nothing was changed." },
  async run(context) {
    const { values, printer } = context;
    const project = ownTeamProject(context, "stop sharing what is learned");
    const { hub } = project;
    if (hub === undefined) {
      printer.result({ left: false }, () => `${project.root} is not shared.`);
      return undefined;
    }
    if (!values.yes && !(await printer.confirm(`Leave '${hub.project}' at ${hub.url}?`))) {
      printer.note("Nothing was changed.");
      return 1;
    }
    const events = await project.leave();
    printer.result({ left: true, url: hub.url, project: hub.project, events }, () =>
      [
        `Left '${hub.project}' at ${hub.url}: nothing more is sent, and the key is removed from this machine.`,
        `${counted(events, "event")} stay here, with everything that was learned from them.`,
      ].join("\n"),
    );
    return undefined;
  },
});
