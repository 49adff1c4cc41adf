import { relative } from "node:path";
import type { NamedSetup, SetupPlace } from "../../agents/setup/agent-setup.js";
import type { FileChange, FileLeft } from "../../agents/setup/plan-setup.js";
import type { Style } from "../../base/terminal/style.js";
import type { CommandContext } from "./command.js";
import { learnScreen } from "./learn-screen.js";
import type { PastOffer } from "./offer-learning.js";
import type { Proof } from "./prove-setup.js";
import { showChanges } from "./setup-options.js";

export const unproven = {
  proofs: [],
  mcp: { verified: null, why: null },
  past: { learned: null, left: 0 },
};

/** What init did, or would do. */
export interface InitDone {
  readonly setups: readonly NamedSetup[];
  readonly place: SetupPlace;
  readonly changes: readonly FileChange[];
  readonly left: readonly FileLeft[];
  /** Empty when nothing was verified. */
  readonly proofs: readonly Proof[];
  readonly mcp: Omit<Proof, "agent">;
  readonly past: PastOffer;
  readonly written: boolean;
}

/** Prints what was done and what to do next. Exit code 3 when no agent received the lesson. */
export async function reportInit(
  { printer, values }: CommandContext<{ readonly diff: boolean }, unknown>,
  done: InitDone,
): Promise<undefined | 3> {
  const { setups, place, changes, left, proofs, written } = done;
  const { mayBeCommitted } = await import("../../agents/setup/setup-place.js");
  const { hiddenFromGit, namesThisMachine } = await import("../../agents/setup/git-exclude.js");
  const local = changes.filter(
    (change) =>
      namesThisMachine(change, place) &&
      mayBeCommitted(place.root, change.path) &&
      hiddenFromGit([change], place) === undefined,
  );
  const result = {
    agents: setups.map((setup) => {
      const { name, next, nextWithServer = next } = setup;
      const { verified = null, why = null } = proofs.find(({ agent }) => agent === name) ?? {};
      const inOrder = hasServer(setup, done) ? nextWithServer : next;
      return { agent: name, verified, why, next: verified === false ? afterFailure : inOrder };
    }),
    files: changes.map(({ agent, path, before }) => ({ agent, path, created: before === null })),
    left,
    notForCommit: local.map(({ path }) => path),
    mcp: isRegistered(done) ? { command: place.mcp?.words ?? [], ...done.mcp } : null,
    learned: done.past.learned,
    written,
    verified: proofs.length === 0 ? null : proofs.every(({ verified }) => verified !== false),
  };
  printer.result(result, (style) => initLines(done, result, values.diff, style).join("\n"));
  const asked = proofs.filter(({ verified }) => verified !== null);
  return asked.length > 0 && asked.every(({ verified }) => verified === false) ? 3 : undefined;
}

/** Whether our server stands in the agent's settings: another one of its name is left where it is. */
function hasServer({ name }: NamedSetup, { place, left }: InitDone): boolean {
  return place.mcp !== undefined && !left.some(({ agent }) => agent === name);
}

function isRegistered(done: InitDone): boolean {
  return done.setups.some((setup) => hasServer(setup, done));
}

const afterFailure = "run 'whetstone doctor', and 'whetstone serve' to see why no server starts";

interface InitReport {
  readonly agents: readonly { verified: boolean | null; why: string | null; next: string }[];
  readonly notForCommit: readonly string[];
}

function initLines(done: InitDone, report: InitReport, diff: boolean, style: Style): readonly string[] {
  const { setups, place, changes, left, proofs, mcp, past, written } = done;
  const name = (path: string) => relative(place.root, path);
  const head =
    changes.length === 0
      ? ["Everything is set up already."]
      : written
        ? ["Written:", ...changes.map(({ path }) => `  ${name(path)}`)]
        : [showChanges(changes, place.root, diff)];
  const kept = left.map(({ path, why }) => `Left ${name(path)}: ${why}.`);
  const note =
    report.notForCommit.length === 0
      ? []
      : [
          "These files name a path of this machine; do not commit them: " +
            report.notForCommit.map(name).join(", "),
        ];
  const agents = report.agents.map(({ verified, why, next }, index) => {
    const proof =
      verified === true
        ? style.green("verified: its hook received a lesson that was just written")
        : verified === false
          ? style.red(`not verified: ${why}`)
          : `not verified: ${why}`;
    return `${setups[index]?.title}: ${proof}.\n  Next: ${next}.`;
  });
  return [
    ...head,
    ...kept,
    ...note,
    ...(proofs.length === 0 ? [] : agents),
    ...(isRegistered(done) ? mcpLines(place, mcp, style) : []),
    ...pastLines(past, style),
    ...(written || changes.length === 0 ? [heldOutNote, openNote] : []),
  ];
}

const heldOutNote =
  "A lesson that a machine made is held out of one session in five at first, to measure whether it helps; " +
  "the setting evidence.enabled=false switches that off.";

const openNote = "'whetstone open' shows in the browser what agents are shown, and whether it helps.";

function pastLines({ learned, left }: PastOffer, style: Style): readonly string[] {
  if (learned !== null) return ["", learnScreen(learned, style)];
  if (left === 0) return [];
  const had = left === 1 ? "a session" : `${left} sessions`;
  return [`Coding agents had ${had} here before.\n  Next: whetstone learn`];
}

function mcpLines({ mcp }: SetupPlace, { verified, why }: InitDone["mcp"], style: Style): readonly string[] {
  if (mcp === undefined || verified === null) return [];
  const proof = verified ? style.green("verified: it lists its tools") : style.red(`not verified: ${why}`);
  return [`MCP server whetstone: ${proof}.\n  ${mcp.words.join(" ")}`];
}
