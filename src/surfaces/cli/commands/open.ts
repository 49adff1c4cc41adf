import { realpathSync } from "node:fs";
import { environmentFrom } from "../../../base/config/environment.js";
import { WhetstoneError } from "../../../base/errors.js";
import { findRoot } from "../../../base/project/find-root.js";
import { isPerson } from "../../../verbs/call/speaker.js";
import { type CommandContext, defineCommand } from "../command.js";
import { openPage } from "../open-page.js";
import { speakerAt } from "../speaker-at.js";

export const command = defineCommand({
  name: "open",
  summary: "Open the pages in the browser",
  description: [
    "Opens the pages of this project in your browser, signed in: what waits for you, the lessons and how " +
      "they do, and what the last sessions were shown. What you decide there counts as your own word, as it " +
      "does at this terminal. 'whetstone dashboard' and 'whetstone ui' do the same.",
    "The address works once, within a minute, and only on this machine. An agent cannot open the pages: " +
      "they need a person at a terminal.",
  ].join("\n\n"),
  arguments: [],
  options: {
    "no-browser": { type: "boolean", about: "Only print the address." },
  },
  examples: [{ run: "whetstone open", about: "See how it goes:" }],
  run: (context) => open(context),
});

/** A person waits, and the server may have to start first. */
const budgetMs = 60_000;

async function open(
  context: CommandContext<{ readonly "no-browser": boolean }, unknown>,
): Promise<undefined> {
  const { values, io, printer, start, program } = context;
  const speaker = speakerAt(io);
  if (!isPerson(speaker) || !io.atTerminal) throw personMissing();
  const { root } = findRoot(start, environmentFrom(io.env).home);
  const { callServer } = await import("../../server/client.js");
  const { findServer } = await import("../../server/control.js");
  const command = [process.execPath, realpathSync(process.argv[1] ?? "")];
  const options = { env: io.env, version: program.version, command, budgetMs, trial: true };
  const answer = await callServer("sign-in/code", { root, actor: speaker.actor }, options);
  const { code, error } = Object(answer?.body) as Partial<Answered>;
  if (error !== undefined) throw new WhetstoneError("not_allowed", error.message, { next: error.next });
  const { state } = await findServer(io.env);
  if (typeof code !== "string" || state === undefined) throw noServer();
  const host = state.address.includes(":") ? `[${state.address}]` : state.address;
  const url = `http://${host}:${state.port}/#code=${code}`;
  if (!values["no-browser"]) openPage(url);
  printer.result({ url }, () => `${url}\nThe address works once, within a minute.`);
  return undefined;
}

interface Answered {
  readonly code: unknown;
  readonly error: { readonly message: string; readonly next: string };
}

function personMissing(): WhetstoneError {
  return new WhetstoneError("not_allowed", "only a person at a terminal may open the pages", {
    next: "run 'whetstone open' yourself, in a terminal of your own",
  });
}

function noServer(): WhetstoneError {
  return new WhetstoneError("busy", "the local server gave no answer", {
    next: "run 'whetstone doctor --server' to see what is wrong",
  });
}
