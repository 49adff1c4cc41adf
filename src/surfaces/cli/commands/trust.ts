import { existsSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { agentIn } from "../../../base/config/environment.js";
import { settingsByPath } from "../../../base/config/settings.js";
import { WhetstoneError } from "../../../base/errors.js";
import { accept, refuse } from "../../../base/project/accepted.js";
import { oneLine } from "../../../base/text/one-line.js";
import { type FoundProject, findProject } from "../../../verbs/open/find-project.js";
import { type CommandContext, defineCommand } from "../command.js";
import { refuseAgent } from "../speaker-at.js";

export const command = defineCommand({
  name: "trust",
  summary: "Accept what the whetstone.json of this folder asks for",
  description: [
    "A whetstone.json can name a project, to share what is learned with every folder of that name, and a " +
      "folder for the database. A repository that you clone can name your own projects, or bring a " +
      "database with lessons of its author. So neither is used until you accept it; until then the " +
      "folder has a store of its own. The same holds for settings that name reviewers or " +
      "lower a protection: until you accept them the defaults hold.",
    "It shows what the file asks for, and asks you. What you accept holds for this folder with exactly " +
      "these values, for the worktrees of its repository, and for other clones from the same address. It " +
      "is noted in your own data folder. 'whetstone init' accepts too.",
    "Only a person at a terminal can accept. In a script set WHETSTONE_PROJECT and WHETSTONE_STORE_FOLDER " +
      "yourself instead.",
  ].join("\n\n"),
  arguments: [],
  options: {
    remove: { type: "boolean", about: "Withdraw the acceptance: the file's requests are ignored again." },
  },
  examples: [
    { run: "whetstone trust", about: "What does it ask for?" },
    { run: "whetstone trust --remove", about: "Use a store of this folder's own again:" },
  ],
  exits: { 1: "You answered no. Nothing was changed." },
  run: trust,
});

type TrustContext = CommandContext<{ readonly remove: boolean }, unknown>;

async function trust(context: TrustContext): Promise<undefined | 1> {
  const { values, printer, io } = context;
  const found = foundHere(context);
  const { root } = found.places;
  if (found.requested.asked.length === 0) {
    printer.result(
      trustResult(found),
      () => `The settings of ${root} ask for nothing that you have to accept.`,
    );
    return undefined;
  }
  if (values.remove) return withdrawTrust(context, found);
  if (found.unaccepted.length === 0) {
    printer.result(trustResult(found), () => `Accepted already:\n${askedLines(found).join("\n")}`);
    return undefined;
  }
  if (!io.atTerminal || !io.stderr.isTTY || agentIn(io.env) !== undefined) throw noTerminal();
  io.stderr.write(`${found.places.configFile} asks for:\n${askedLines(found).join("\n")}\n`);
  if (!(await printer.confirm(`Accept this for ${root}?`))) {
    printer.note("Nothing was changed.");
    return 1;
  }
  accept(found.requested, "whetstone trust", new Date().toISOString());
  printer.result(trustResult(foundHere(context)), () => `Accepted for ${root}.`);
  return undefined;
}

function foundHere({ io, start, globals }: TrustContext): FoundProject {
  return findProject({ start, env: io.env, set: globals.set });
}

/** The rules of the project that the file names no longer hold here. */
function withdrawTrust(context: TrustContext, found: FoundProject): undefined {
  refuseAgent(context.io, "withdraw what was accepted");
  refuse(found.requested);
  const text = `${found.places.root} follows nothing of it: it has a store of its own, and the defaults hold.`;
  context.printer.result(trustResult(foundHere(context)), () => text);
  return undefined;
}

/** What the file asks for, and what it would mean. */
export function askedLines({ requested }: Pick<FoundProject, "requested">): readonly string[] {
  const { asked, places } = requested;
  return asked.map(({ setting, value }) => {
    const named = `  ${setting} '${oneLine(value, 80)}'`;
    if (setting === "project") {
      const known = existsSync(places.database) ? ", of which there is data on this machine" : "";
      return `${named}: agents here share the lessons of this project with every folder of that name${known}`;
    }
    if (setting !== "store.folder") return `${named}: ${settingsByPath.get(setting)?.about ?? ""}`;
    const folder = dirname(places.data);
    const path = relative(places.root, folder);
    const inside = path !== ".." && !path.startsWith(`..${sep}`) && path !== folder;
    const whose = inside ? ", inside the working tree, where the repository can bring one" : "";
    return `${named}: the database in ${oneLine(folder, 200)}${whose}, counts as your own`;
  });
}

function trustResult({ places, requested, unaccepted }: FoundProject) {
  const asked = requested.asked.map((each) => ({ ...each, accepted: !unaccepted.includes(each) }));
  return { root: places.root, asked };
}

function noTerminal(): WhetstoneError {
  return new WhetstoneError("not_allowed", "only a person at a terminal can accept this", {
    next: "run 'whetstone trust' in a terminal; in a script set WHETSTONE_PROJECT or WHETSTONE_STORE_FOLDER",
  });
}
