import { basename } from "node:path";
import { WhetstoneError } from "../../../base/errors.js";
import { counted } from "../../../base/text/counted.js";
import { oneLine } from "../../../base/text/one-line.js";
import { findProject } from "../../../verbs/open/find-project.js";
import type { Whetstone } from "../../../verbs/open/whetstone.js";
import { savedText } from "../../../verbs/overview/saved-work.js";
import { type CommandContext, defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const setting = "hosts.digestWebhook";
const variable = "WHETSTONE_HOSTS_DIGEST_WEBHOOK";
const weekMs = 7 * 24 * 3_600_000;
const mostSessions = 1_000;

export const command = defineCommand({
  name: "digest",
  summary: "Summarize the last seven days, as Markdown or to a webhook",
  description: [
    "Prints the last seven days as Markdown: sessions, failures and how many of them had been seen before, what " +
      "lessons added in tokens, whether they help, what waits for you, and the sessions that failed again.",
    `With --webhook it also posts {"text": …} to the address in ${variable}. Only your own environment, or ` +
      "--set, can name that address, never a file of the project; without one nothing is sent.",
  ].join("\n\n"),
  arguments: [],
  options: { webhook: { type: "boolean", about: `Also post it to the address in ${variable}.` } },
  examples: [
    { run: "whetstone digest", about: "How was the week?" },
    { run: "whetstone digest --webhook --quiet", about: "Every Friday, from cron:" },
  ],
  async run(context) {
    const address = context.values.webhook ? ownAddress(context) : undefined;
    const text = await withWhetstone(context, digest, { signed: false });
    context.printer.result({ text, sent: address !== undefined }, () => text);
    if (address !== undefined) await post(address, text);
  },
});

async function digest(ws: Whetstone): Promise<string> {
  const { at, needs, waiting, evidence, saved } = await ws.today();
  const savedIn = savedText(saved);
  const since = new Date(Date.parse(at) - weekMs).toISOString();
  const { sessions } = await ws.sessions({ since, limit: mostSessions });
  const sum = (of: (session: (typeof sessions)[number]) => number) =>
    sessions.reduce((total, each) => total + of(each), 0);
  const reached = sessions.filter(({ shown }) => shown > 0).length;
  const again = sessions.filter(({ repeats }) => repeats > 0);
  const lines =
    sessions.length === 0
      ? ["- No session in these seven days."]
      : [
          `- ${counted(sessions.length, "session")}, ${counted(
            sum(({ failures }) => failures),
            "failed call",
          )}, ` + `${sum(({ repeats }) => repeats)} of them seen in an earlier session.`,
          `- Lessons reached ${reached} of ${counted(sessions.length, "session")} and added ` +
            `${sum(({ tokens }) => tokens)} tokens.`,
        ];
  return [
    `# ${basename(ws.place.root)}: ${since.slice(0, 10)} to ${at.slice(0, 10)}`,
    [
      ...lines,
      `- Lessons: ${evidence.helps} help, ${evidence.harms} harm, ${evidence.notKnownYet} not known yet.`,
      ...(savedIn === undefined ? [] : [`- ${savedIn} so far.`]),
    ].join("\n"),
    ...(waiting === 0 ? [] : [`## Waits for you (${waiting})`, listOf(needs.map(needLine))]),
    ...(again.length === 0 ? [] : ["## Failed again", listOf(again.slice(0, 10).map(sessionLine))]),
  ].join("\n\n");
}

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

function needLine({ text, why }: { readonly text: string; readonly why: string }): string {
  return `${oneLine(text, 120)} — ${oneLine(why, 120)}`;
}

function sessionLine(session: {
  readonly name: string;
  readonly session: string;
  readonly agent: string;
  readonly repeats: number;
}): string {
  const { name, agent, repeats } = session;
  return `${name || session.session} (${agent}): ${counted(repeats, "failure")} seen before`;
}

/** The address that the person set; a project's file cannot send anything anywhere. */
function ownAddress({ start, io, globals }: CommandContext<unknown, unknown>): URL {
  const { loaded } = findProject({ start, env: io.env, set: globals.set });
  const given = loaded.sources.get(setting)?.from === "file" ? "" : loaded.config.hosts.digestWebhook;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isHere = url !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isHere)) return url;
  throw new WhetstoneError(
    "invalid_usage",
    given === ""
      ? "you have set no address to send the digest to. Nothing was sent."
      : `'${given}' is not an https address. Nothing was sent.`,
    { field: setting, next: `set ${variable} in your environment; a project's file cannot` },
  );
}

const timeoutMs = 20_000;

async function post(address: URL, text: string): Promise<void> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new WhetstoneError("unreachable", `${address.host} cannot be reached. Nothing was sent.`, {
      next: "try again later",
      cause,
    });
  });
  if (!answer.ok)
    throw new WhetstoneError("unreachable", `${address.host} answered ${answer.status} to the digest`, {
      next: "see whether the address is right",
    });
}
