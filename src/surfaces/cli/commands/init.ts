import { realpathSync } from "node:fs";
import { type Agent, loadSetups } from "../../../agents/agent.js";
import { agents } from "../../../agents/agents.js";
import type { NamedSetup, SetupPlace } from "../../../agents/setup/agent-setup.js";
import type { FileChange } from "../../../agents/setup/plan-setup.js";
import { agentIn } from "../../../base/config/environment.js";
import { WhetstoneError } from "../../../base/errors.js";
import { accept } from "../../../base/project/accepted.js";
import { type FoundProject, findProject } from "../../../verbs/open/find-project.js";
import type { HookEndpoint } from "../../server/hook-endpoint.js";
import { type Command, type CommandContext, defineCommand } from "../command.js";
import { projectPlaces } from "../project-places.js";
import { reportInit, unproven } from "../report-init.js";
import { agentOptions, changeOptions, chosenAgents, showChanges } from "../setup-options.js";
import { askedLines } from "./trust.js";

const description = [
  "Finds the coding agents on this machine and in this project, shows the files that it would write " +
    "so that they call Whetstone, asks, and writes. Other settings in these files stay as they are, and " +
    "a second call changes nothing.",
  "Then it verifies the setup: it writes a lesson into a temporary project, asks for it by the " +
    "commands that are now in the agents' settings, and deletes that project. For each agent it reports " +
    "whether the lesson was found.",
  "All files are in the project; the options below name those of each agent. They hold hooks, and " +
    "give agents the tools of the MCP server 'whetstone', unless you say --no-mcp. A file that a team may " +
    "commit names 'whetstone' or 'npx whetstone' where one of them works, and not a path of this " +
    "machine. What is for this machine alone is listed in .git/info/exclude, so that git does not show it. " +
    "Claude Code also gets a status line, '3 lessons · 1 waits for you', where you have none. " +
    "'whetstone uninstall' restores every file.",
  "If the agents had sessions here before, it offers to learn from them: see 'whetstone learn'. Without a " +
    "terminal it only names the command, unless you say --learn.",
  "Claude Code posts every tool call to the local server itself, which is far faster than starting a " +
    "program for each. The key for that is in its settings and opens nothing but the hooks of this " +
    "project. With --command-hooks it starts a program instead: for machines that you share with people " +
    "you do not trust, or where only commands are allowed as hooks.",
].join("\n\n");

export function initCommand(known: readonly Agent[]): Command {
  return defineCommand({
    name: "init",
    summary: "Set up the coding agents of this project",
    description,
    arguments: [],
    options: {
      ...agentOptions(known),
      "command-hooks": { type: "boolean", about: "Only commands: no address and no key in settings files." },
      "no-mcp": { type: "boolean", about: "Do not register the MCP server." },
      learn: { type: "boolean", about: "Learn from the sessions that the agents had here." },
      "no-learn": { type: "boolean", about: "Do not learn from them, and do not ask." },
      ...changeOptions,
    },
    examples: [
      { run: "whetstone init --dry-run", about: "What would be written?" },
      { run: "whetstone init --claude-code --yes", about: "Claude Code only, without a question:" },
    ],
    exits: { 3: "No agent received the lesson that was written to verify the setup." },
    run: (context) => init(context, known),
  });
}

export const command = initCommand(agents);

type InitContext = CommandContext<
  Readonly<Record<"command-hooks" | "no-mcp" | "learn" | "no-learn" | keyof typeof changeOptions, boolean>>,
  unknown
>;

async function init(context: InitContext, known: readonly Agent[]): Promise<undefined | 3> {
  const { values, printer, io } = context;
  const places = projectPlaces(context);
  // The key of the hooks is made only after a yes, so that a no changes nothing.
  const asked = await planInit(context, known, values.yes && !values["dry-run"]);
  noteCommands(context, asked);
  if (values["dry-run"]) return reportInit(context, { ...asked, ...unproven, written: false });
  const found = findProject({ start: context.start, env: io.env, set: context.globals.set });
  if (!values.yes && (asked.changes.length > 0 || found.unaccepted.length > 0)) {
    if (asked.changes.length > 0)
      io.stderr.write(`${showChanges(asked.changes, places.root, values.diff)}\n`);
    if (found.unaccepted.length > 0) io.stderr.write(`${acceptedBy(found)}\n`);
    if (!(await printer.confirm("Write this?"))) {
      printer.note("Nothing was changed.");
      return undefined;
    }
  }
  if (found.unaccepted.length > 0 && agentIn(io.env) === undefined) {
    accept(found.requested, "whetstone init", new Date().toISOString());
    if (values.yes) printer.note(acceptedBy(found));
  }
  const plan = values.yes ? asked : await planInit(context, known, true);
  const { setups, place, changes } = plan;
  const { install } = await import("../../../agents/setup/install.js");
  if (changes.length > 0)
    install(changes, setups, place, { folder: places.folder, now: new Date().toISOString() });
  const { proveSetup } = await import("../prove-setup.js");
  const proven = await printer.progress("Verifying", (update) => proveSetup(setups, place, io.env, update));
  for (const warning of await warningsOf(changes, place)) printer.note(`Warning: ${warning}`);
  const { offerLearning } = await import("../offer-learning.js");
  const past = await offerLearning(context);
  return reportInit(context, { ...plan, ...proven, past, written: changes.length > 0 });
}

/** A person who sets up the agents of a folder accepts its settings file too; an agent cannot. */
function acceptedBy(found: FoundProject): string {
  return [`This accepts what ${found.places.configFile} asks for:`, ...askedLines(found)].join("\n");
}

/** What would be written. With `makeKey` the key of agents that post their events is made. */
async function planInit(context: InitContext, known: readonly Agent[], makeKey: boolean) {
  const { values, io } = context;
  const { filesLeft, planSetup } = await import("../../../agents/setup/plan-setup.js");
  const { setupPlace } = await import("../../../agents/setup/setup-place.js");
  const { root } = projectPlaces(context);
  const endpoint = await endpointFor(context, makeKey);
  const http = "hookFor" in endpoint ? (host: string) => endpoint.hookFor(host, root) : undefined;
  const program = realpathSync(process.argv[1] ?? "");
  const place = setupPlace(root, program, io.env, { mcp: !values["no-mcp"], http });
  const setups = chosenAgents(values, await loadSetups(known), (setup) => setup.isHere(place));
  if (setups.length === 0) throw noneFound(known);
  const files = planSetup(setups, place);
  const { hiddenFromGit } = await import("../../../agents/setup/git-exclude.js");
  // First: where git's list cannot be written, nothing else is.
  const changes = [hiddenFromGit(files, place) ?? [], files].flat();
  return { endpoint, setups, place, changes, left: filesLeft(setups, place) };
}

async function endpointFor({ io, values }: InitContext, makeToken: boolean): Promise<HookEndpoint> {
  if (values["command-hooks"]) return { unavailable: "" };
  const { hookEndpoint } = await import("../../server/hook-endpoint.js");
  return hookEndpoint(io.env, makeToken);
}

/** Says why an agent that could post its events gets commands instead. */
function noteCommands(
  { printer }: InitContext,
  { endpoint, setups }: { readonly endpoint: HookEndpoint; readonly setups: readonly NamedSetup[] },
): void {
  if (!("unavailable" in endpoint) || endpoint.unavailable === "") return;
  for (const { title, trialPost } of setups)
    if (trialPost !== undefined) printer.note(`${title} gets commands as hooks: ${endpoint.unavailable}.`);
}

async function warningsOf(changes: readonly FileChange[], { root }: SetupPlace): Promise<readonly string[]> {
  const { keyWarnings } = await import("../../../agents/setup/setup-place.js");
  return changes.flatMap(({ path, isPrivate }) => (isPrivate ? keyWarnings(path, root) : []));
}

function noneFound(known: readonly Agent[]): WhetstoneError {
  return new WhetstoneError("not_found", "no coding agent was found on this machine or in this project", {
    next: `name one: ${known.map(({ name }) => `--${name}`).join(", ")}`,
  });
}
