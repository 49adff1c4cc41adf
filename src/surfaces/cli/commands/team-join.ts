import { WhetstoneError } from "../../../base/errors.js";
import type { JoinedHub } from "../../../base/project/team-link.js";
import { counted } from "../../../base/text/counted.js";
import { oneLine } from "../../../base/text/one-line.js";
import type { Exchanged } from "../../../hub/exchange/exchange.js";
import type { TeamPreview, TeamProject } from "../../../verbs/open/team-project.js";
import { type CommandContext, defineCommand } from "../command.js";
import { exchangeNow } from "../exchange-now.js";
import { givenAddress, hubOfKey, ownTeamProject, readKey } from "../team-join.js";

export const command = defineCommand({
  name: "join",
  summary: "Share the lessons of this project through a hub",
  description: [
    "Joins the project of this folder to a hub: what is learned here reaches the others, and what they " +
      "learn is in the briefs here. Everything stays on this machine too, and works without the network.",
    "Asks the hub whose key it is, shows what would leave this machine, and asks you. Raw outputs of " +
      "tools stay here, unless WHETSTONE_TEAM_SHARE is 'everything'; secrets and your home folder are " +
      "masked. The key is asked for, or read from --key-file or standard input, and kept among your " +
      "settings where only you can read it.",
    "Joining again with another key replaces the key. A whetstone.json can name the hub (team.hub), and " +
      "then the address may be left out; by itself it sends nothing anywhere.",
  ].join("\n\n"),
  arguments: [{ name: "url", about: "The address of the hub.", required: false }],
  options: {
    "key-file": { type: "string", value: "FILE", about: "Read the key from a file; - is standard input." },
    yes: { type: "boolean", short: "y", about: "Do not ask." },
  },
  examples: [
    { run: "whetstone team join https://hub.example.org", about: "Share this project:" },
    { run: "whetstone team join --key-file ~/new-key", about: "The old key was revoked:" },
  ],
  exits: { 1: "You answered no. Nothing was changed." },
  run: join,
});

interface Values {
  readonly "key-file": string | undefined;
  readonly yes: boolean;
}
type JoinContext = CommandContext<Values, { readonly url: string | undefined }>;

const examplesShown = 2;

async function join(context: JoinContext): Promise<undefined | 1> {
  const { values, args, io, printer } = context;
  const project = ownTeamProject(context, "share what is learned");
  const url = givenAddress(args.url, project);
  if (project.hub !== undefined && project.hub.url !== url) throw joinedElsewhere(project.hub);
  const hub = await hubOfKey(url, await readKey(io, values["key-file"]), new Date().toISOString());
  if (project.hub !== undefined && project.hub.project !== hub.project) throw joinedElsewhere(project.hub);
  if (project.hub !== undefined) return renew(context, project, project.hub, hub);
  const preview = await project.preview(hub, examplesShown);
  io.stderr.write(`${previewLines(project, hub, preview).join("\n")}\n`);
  if (!values.yes && !(await printer.confirm(`Share the project ${project.root}?`))) {
    printer.note("Nothing was changed.");
    return 1;
  }
  const { taken, leftOut } = await project.join(hub);
  const exchanged = await exchangeNow(context, "Exchanging with the hub").catch(stillWaiting);
  const result = { ...withoutKey(hub), taken, leftOut, ...exchanged };
  printer.result(result, () => joinedText(hub, taken, exchanged));
  return undefined;
}

/** Joined all the same: the next exchange goes on. */
function stillWaiting(error: unknown): { readonly waitingFor: string } {
  if (error instanceof WhetstoneError) return { waitingFor: error.message };
  throw error;
}

async function renew(
  { printer }: JoinContext,
  project: TeamProject,
  old: JoinedHub,
  hub: JoinedHub,
): Promise<undefined> {
  project.renew({ ...hub, joinedAt: old.joinedAt, machine: old.machine });
  const text = old.key === hub.key ? "Joined already" : "Joined already; the new key is kept";
  printer.result({ ...withoutKey(hub), taken: 0, leftOut: 0 }, () => `${text}: ${whoText(hub)}.`);
  return undefined;
}

/** For a machine that reads the answer: everything but the key. */
function withoutKey({ key: _key, ...rest }: JoinedHub) {
  return rest;
}

function whoText({ url, project, member, role }: JoinedHub): string {
  return `${member} is ${role} in '${project}' at ${url}`;
}

function previewLines(project: TeamProject, hub: JoinedHub, preview: TeamPreview): readonly string[] {
  const { sent, leftOut, cut, examples } = preview;
  const total = (list: TeamPreview["sent"]) => list.reduce((sum, { count }) => sum + count, 0);
  const listed = (list: TeamPreview["sent"]) => list.map(({ name, count }) => `  ${count} ${name}`);
  return [
    `${whoText(hub)}. The hub will list this machine as '${hub.machine}'.`,
    `The hub would get ${counted(total(sent), "event")} of ${project.root}, and what is recorded later:`,
    ...listed(sent),
    ...(leftOut.length === 0
      ? []
      : [`${counted(total(leftOut), "event")} would stay here:`, ...listed(leftOut)]),
    ...(cut.length === 0 ? [] : ["These parts are cut first:", ...listed(cut)]),
    ...(examples.length === 0 ? [] : ["For example, as the others would see it:"]),
    ...examples.map(exampleLine),
  ];
}

function exampleLine({ type, actor, data }: TeamPreview["examples"][number]): string {
  return `  ${type} by ${oneLine(actor, 60)}: ${oneLine(data, 300)}`;
}

type Outcome = Exchanged | { readonly waitingFor: string } | undefined;

function joinedText(hub: JoinedHub, taken: number, exchanged: Outcome): string {
  const joined = `Joined: ${whoText(hub)}. ${counted(taken, "event")} of this project ${taken === 1 ? "goes" : "go"} along.`;
  if (exchanged === undefined) return `${joined}\nAnother process is exchanging with the hub.`;
  if ("waitingFor" in exchanged)
    return `${joined}\nNothing was exchanged yet, it is tried again later: ${exchanged.waitingFor}`;
  const { sent, refused, pulled } = exchanged;
  return `${joined}\nSent ${sent}, received ${pulled}${refused === 0 ? "" : `, ${refused} refused`}.`;
}

function joinedElsewhere({ url, project }: JoinedHub): WhetstoneError {
  return new WhetstoneError("invalid_usage", `this folder is joined to '${project}' at ${url}`, {
    field: "url",
    next: "leave it first with 'whetstone team leave'",
  });
}
