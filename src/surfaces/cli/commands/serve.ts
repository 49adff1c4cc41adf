import { realpathSync } from "node:fs";
import { WhetstoneError } from "../../../base/errors.js";
import { type CommandContext, defineCommand } from "../command.js";

export const command = defineCommand({
  name: "serve",
  summary: "Run the local server, or stop it",
  description: [
    "Runs one small HTTP server for all your projects. Hooks call it, because starting a program " +
      "for each tool call takes far longer. Hooks start the server when it is needed, and it stops " +
      "after half an hour without a call, so you seldom have to run it yourself.",
    "It accepts calls from this machine only, and every call must show the token, which is in a file that " +
      'only you can read. The routes are the verbs: POST /v1/plan with { "root": "/your/project", ' +
      '"task": "…" }. GET /openapi.json describes them, GET /metrics returns counters, and /mcp speaks MCP.',
    "With --team it is a hub instead: it serves the projects of a PostgreSQL database to their members, " +
      "each with a key of their own. It keeps nothing itself, so several may run on one database. " +
      "'whetstone team' manages members and keys, and docs/TEAM.md explains how to set up a hub.",
    "With --host it listens at another address: put a proxy with TLS in front of it, and allow the " +
      "proxy's name with --allow-host. Ctrl-C stops the server after it has finished its answers.",
  ].join("\n\n"),
  arguments: [],
  options: {
    port: { type: "string", value: "PORT", about: "Listen at this port; 0 for any free one." },
    host: { type: "string", value: "ADDRESS", about: "Listen at this address instead of 127.0.0.1." },
    "allow-host": {
      type: "string",
      value: "NAME",
      many: true,
      about: "Accept calls to this host name, besides localhost.",
    },
    idle: {
      type: "string",
      value: "MS",
      about: "Stop after this many milliseconds without a call; 0 for never.",
    },
    background: {
      type: "boolean",
      about: "Run as hooks start it: quiet, yields to a running server, stops when idle.",
    },
    team: { type: "boolean", about: "Serve a team from a PostgreSQL database." },
    store: {
      type: "string",
      value: "URL",
      about: "The database of the team, such as postgres://user@host/database; else WHETSTONE_STORE_URL.",
    },
    stop: { type: "boolean", about: "Stop the running server." },
    status: { type: "boolean", about: "Show whether a server runs, and where." },
  },
  examples: [
    { run: "whetstone serve", about: "Run it in this terminal:" },
    { run: "whetstone serve --team --store postgres://whetstone@db/whetstone", about: "Run a hub:" },
    { run: "whetstone serve --status", about: "Is a server running?" },
    { run: "whetstone serve --stop", about: "Stop it:" },
  ],
  async run(context) {
    const { values } = context;
    if (values.status) return showStatus(context);
    if (values.stop) return stop(context);
    if (values.team) return serveTeam(context);
    const { serve } = await import("../../server/serve.js");
    const reason = await serve({
      start: context.start,
      env: context.io.env,
      set: context.globals.set,
      background: values.background,
      address: values.host,
      port: wholeNumberOption(values.port, "port", 65_535),
      names: values["allow-host"],
      idleMs: wholeNumberOption(values.idle, "idle", 86_400_000),
      program: realpathSync(process.argv[1] ?? ""),
      onListening: (server, tokenFile) => {
        if (!values.background)
          printAddress(context, { url: server.url, token: tokenFile, pid: server.state.pid });
      },
    });
    if (!values.background) context.printer.note(`The server has stopped (${reason}).`);
    return undefined;
  },
});

type Context = CommandContext<unknown, unknown>;

interface HubValues {
  readonly store: string | undefined;
  readonly host: string | undefined;
  readonly port: string | undefined;
}

/** Runs a hub until it is stopped. */
async function serveTeam(context: CommandContext<HubValues, unknown>): Promise<undefined> {
  const { values, io, globals, printer } = context;
  const { findProject } = await import("../../../verbs/open/find-project.js");
  const { ownStoreUrl } = await import("../../../verbs/open/store-url.js");
  const { hubDatabase } = await import("../team-roster.js");
  const { startHub } = await import("../../server/serve-hub.js");
  const { loaded } = findProject({ start: context.start, env: io.env, set: globals.set });
  const hub = await startHub({
    url: hubDatabase(values.store ?? ownStoreUrl(loaded)),
    env: io.env,
    settings: loaded.config,
    address: values.host,
    port: wholeNumberOption(values.port, "port", 65_535),
  });
  io.stdout.write(globals.json ? `${JSON.stringify({ url: hub.url })}\n` : `The hub listens at ${hub.url}\n`);
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve()).once("SIGTERM", () => resolve());
  });
  await hub.stop();
  printer.note("The hub has stopped.");
  return undefined;
}

/** Printed at once, not when the command ends: the reader wants to call the server. */
function printAddress(
  { io, globals }: Context,
  where: { readonly url: string; readonly token: string; readonly pid: number },
) {
  const text = `Listening at ${where.url}\nThe token is in ${where.token}\nCtrl-C stops it.\n`;
  io.stdout.write(globals.json ? `${JSON.stringify(where)}\n` : text);
}

async function showStatus({ io, printer }: Context): Promise<undefined> {
  const { findServer } = await import("../../server/control.js");
  const { state, places } = await findServer(io.env);
  const result = { running: state !== undefined, token: places.token, ...state };
  printer.result(result, (style) =>
    state === undefined
      ? "No server is running; a hook starts one when it needs it."
      : `${style.green("running")} at ${state.address}:${state.port}, version ${state.version}, ` +
        `process ${state.pid}, since ${state.startedAt}`,
  );
}

/** Agents that post their events are not guarded until a command of theirs starts the server again. */
async function stop({ io, printer }: Context): Promise<undefined> {
  (await import("../speaker-at.js")).refuseAgent(io, "stop the server");
  const { stopServer } = await import("../../server/control.js");
  const stopped = await stopServer(io.env);
  printer.result({ stopped: stopped !== undefined, ...(stopped && { pid: stopped.pid }) }, () =>
    stopped === undefined ? "No server is running." : `Stopped process ${stopped.pid}.`,
  );
}

function wholeNumberOption(text: string | undefined, option: string, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value <= most) return value;
  throw new WhetstoneError(
    "invalid_usage",
    `option '--${option}' must be a whole number up to ${most}, not '${text}'`,
    {
      field: option,
      next: `for example --${option} ${option === "port" ? 7777 : 60000}`,
    },
  );
}
