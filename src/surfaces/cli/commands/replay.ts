import { assignmentsOf, changedConfig } from "../../../base/config/load.js";
import { WhetstoneError } from "../../../base/errors.js";
import { readBytes } from "../../../base/terminal/read-input.js";
import type { ReplayResult } from "../../../lessons/replay/replay-result.js";
import { findProject } from "../../../verbs/open/find-project.js";
import { type CommandContext, defineCommand } from "../command.js";
import { sinceOf, withScratch } from "../past-projects.js";
import { replayScreen } from "../replay-screen.js";
import { withWhetstone } from "../with-whetstone.js";

const options = {
  since: {
    type: "string",
    value: "DATE",
    about: "Only moments from this day on; earlier events still count as known.",
  },
  sessions: {
    type: "string",
    value: "FILE",
    about: "Replay recorded sessions instead of the log, or - for standard input.",
  },
} as const;

export const command = defineCommand({
  name: "replay",
  summary: "Show what other settings would have shown, stopped and asked",
  description: [
    "Folds the log once and asks at each of its moments (briefs, plans, failures, stops, runs) what other " +
      "settings would have shown, held out, stopped or asked. It compares the log, today's settings and " +
      "the changed settings side by side: lessons, tokens, how many repeated failures were met and " +
      "announced, how much of what was shown mattered, and how often a person was asked. Nothing is " +
      "written.",
    "If lessons were held out at random, it also estimates how often failures would have come back, or " +
      "states that the log does not allow an estimate.",
    "The log holds neither the words of prompts nor the calls that worked: what depends on them is taken " +
      "as it was. A file of recorded sessions has them: with --sessions it is replayed twice through the " +
      "hooks of a coding agent, in a temporary folder.",
    "Here --set does not override settings for the call: it names those to try.",
  ].join("\n\n"),
  usage: "--set KEY=VALUE ... [options]",
  arguments: [],
  options,
  examples: [
    {
      run: "whetstone replay --set reflection.startShare=0.2",
      about: "Would a higher bar at the start be better?",
    },
    {
      run: "whetstone replay --set evidence.share=0.5 --since 2026-01-01 --json | jq .effect",
      about: "What would have come of holding out more?",
    },
    {
      run: "whetstone replay --set reflection.atTheCall=off --sessions sessions.jsonl.gz",
      about: "What do stops before a call bring?",
    },
  ],
  async run(context) {
    if (context.globals.set.length === 0) throw nothingToTry();
    const result = await (context.values.sessions === undefined ? overLog(context) : overSessions(context));
    context.printer.result(result, (style) => replayScreen(result, style));
  },
});

interface ReplayValues {
  readonly since: string | undefined;
  readonly sessions: string | undefined;
}

type ReplayContext = CommandContext<ReplayValues, unknown>;

function nothingToTry(): WhetstoneError {
  return new WhetstoneError("invalid_usage", "there is no setting to try", {
    field: "--set",
    next: "give one, such as --set reflection.startShare=0.2; 'whetstone status --config' lists them",
  });
}

function overLog(context: ReplayContext): Promise<ReplayResult> {
  const { values, globals, printer } = context;
  sinceOf(values);
  const { set } = globals;
  const given = values.since === undefined ? { set } : { set, since: values.since };
  return withWhetstone(
    { ...context, globals: { ...globals, set: [] } },
    (ws) =>
      printer.progress("Replaying", (onProgress) =>
        ws.replay({ ...given, set: [...set] }, { onProgress }),
      ) as Promise<ReplayResult>,
    { signed: false },
  );
}

/** Unpacked, about a million calls. */
const maxBytes = 1_073_741_824;

async function overSessions({ values, globals, printer, io, start }: ReplayContext): Promise<ReplayResult> {
  if (values.since !== undefined)
    throw new WhetstoneError("invalid_usage", "--since and --sessions exclude each other", {
      field: "--since",
      next: "leave one of them out",
    });
  const { loaded, identity } = findProject({ start, env: io.env });
  changedConfig(loaded.config, globals.set);
  const file = values.sessions ?? "-";
  const { readSessionFile } = await import("../../../agents/transcripts/session-file.js");
  const { compareSessions } = await import("../../../agents/transcripts/compare-sessions.js");
  const entries = readSessionFile(
    await readBytes(file, io, maxBytes),
    file === "-" ? "standard input" : file,
  );
  return printer.progress("Replaying", (onProgress) =>
    withScratch((scratch) =>
      compareSessions({
        entries,
        scratch,
        onProgress,
        env: io.env,
        project: identity.key,
        today: assignmentsOf(loaded.config),
        set: globals.set,
      }),
    ),
  );
}
