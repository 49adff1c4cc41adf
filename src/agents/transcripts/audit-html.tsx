import { BarChart } from "../../base/page/charts/bar-chart.js";
import { ColumnChart } from "../../base/page/charts/column-chart.js";
import type { Tone } from "../../base/page/charts/drawn.js";
import { Coded } from "../../base/page/coded.js";
import { Section, sheet, Tiles } from "../../base/page/sheet.js";
import { Table } from "../../base/page/table.js";
import { grouped, percentage } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/one-line.js";
import { titleOf } from "../agents.js";
import type { FailureFigures, Figures } from "./figures.js";
import { costText } from "./tally.js";

/** What an audit found, and where. */
export interface Audit {
  /** The name of the project's folder, or how many projects there are. */
  readonly title: string;
  /** ISO 8601. */
  readonly madeAt: string;
  /** The rules of instruction files that were broken most; none for several projects. */
  readonly rules: readonly BrokenRule[];
  readonly figures: Figures;
  readonly damagedLines: number;
  readonly filesNotRead: number;
}

/** How often a rule applied and was broken, without a word of the calls. */
interface BrokenRule {
  /** From the folder of the project. */
  readonly file: string;
  readonly line: number;
  /** Its check in a few words. */
  readonly title: string;
  readonly applied: number;
  readonly broken: number;
  /** What it applied to: commits, edits, commands, turns, sessions. */
  readonly unit: string;
}

/** The audit as one page to share: it holds no path, no secret, no prompt and no code. */
export function auditHtml(audit: Audit): string {
  const { title, madeAt, rules, figures, damagedLines, filesNotRead } = audit;
  return sheet({
    title: `Agent audit: ${title}`,
    header: (
      <>
        <p class="eyebrow soft">Whetstone audit</p>
        <h1>{oneLine(title, lineChars)}</h1>
        <p class="soft">{period(figures)}</p>
      </>
    ),
    footer: (
      <>
        Made on {madeAt.slice(0, 10)} by <code>npx whetstone audit</code> from transcripts on one machine.
        Nothing was sent anywhere, and nothing was kept.
      </>
    ),
    children:
      figures.calls === 0 ? (
        <>
          <NothingYet />
          {rules.length > 0 ? <RulesTable rules={rules} /> : null}
        </>
      ) : (
        <>
          <Headline {...figures} />
          <Tiles facts={tilesOf(figures)} />
          <CostTable {...figures} />
          {figures.worst.length > 0 ? <WorstList worst={figures.worst} /> : null}
          {rules.length > 0 ? <RulesTable rules={rules} /> : null}
          {figures.failures > 0 ? <KindChart {...figures} /> : null}
          {figures.weeks.length > 1 ? <WeekChart {...figures} /> : null}
          {figures.agents.length > 0 ? <AgentTable {...figures} /> : null}
          <Counting calls={figures.calls} {...{ damagedLines, filesNotRead }} />
        </>
      ),
  });
}

/** No number of what was not seen: a zero would be a comfort that nothing earned. */
function NothingYet() {
  return (
    <section>
      <p>
        There is nothing to count yet. This page appears once a coding agent has worked in this project.{" "}
        <code>npx whetstone audit --all</code> looks at every project on this machine.
      </p>
    </section>
  );
}

const lineChars = 200;

function RulesTable({ rules }: Pick<Audit, "rules">) {
  const rows = rules.map((each) => [
    `${each.file}:${each.line}`,
    each.title,
    each.unit,
    each.applied,
    each.broken,
  ]);
  return (
    <Section title="Rules that were broken">
      <Table columns={["Rule", "Check", "Applied to", "Times", "Broken"]} rows={rows} />
    </Section>
  );
}

function period({ firstAt, lastAt, sessions, calls }: Figures): string {
  if (firstAt === null || lastAt === null) return "No sessions of coding agents were found here.";
  return `${many(sessions, "session")}, ${many(calls, "tool call")}, ${dayText(firstAt)} to ${dayText(lastAt)}`;
}

const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function dayText(at: string): string {
  return `${Number(at.slice(8, 10))} ${monthNames[Number(at.slice(5, 7)) - 1]} ${at.slice(0, 4)}`;
}

/** The sentences that a person passes on. */
function Headline({ failures, repeats, met, avoidable }: Figures) {
  if (failures === 0) return <p class="headline">No call failed.</p>;
  return (
    <p class="headline">
      The agents failed <strong>{grouped(failures)}</strong> times. <strong>{grouped(repeats)}</strong> of
      these failures had happened in an earlier session
      {met === 0 ? (
        "."
      ) : (
        <>
          , and for <strong>{grouped(met)}</strong> of them ({percentage(met, repeats)}) that session had
          found the way out. Finding it again took {costText(avoidable)}.
        </>
      )}
    </p>
  );
}

function tilesOf({
  sessions,
  calls,
  failures,
  repeats,
  met,
}: Figures): readonly (readonly [string, string])[] {
  return [
    ["sessions", grouped(sessions)],
    ["tool calls", grouped(calls)],
    ["failed", grouped(failures)],
    ["repeats", grouped(repeats)],
    ["a lesson would have warned of", grouped(met)],
  ];
}

function CostTable({ cost, avoidable }: Figures) {
  const tellsTokens = cost.tokens > 0;
  const row = (name: string, { calls, minutes, tokens }: Figures["cost"]) => [
    name,
    grouped(calls),
    minutes > 0 && minutes < 1 ? "under 1" : grouped(Math.round(minutes)),
    ...(tellsTokens ? [grouped(tokens)] : []),
  ];
  const rows = [
    row("From a failure to the call that undid it", cost),
    row("Of these: an earlier session knew the remedy", avoidable),
  ];
  return (
    <Section title="What the failures cost">
      <Table columns={["", "calls", "minutes", ...(tellsTokens ? ["tokens written"] : [])]} rows={rows} />
    </Section>
  );
}

function WorstList({ worst }: Pick<Figures, "worst">) {
  return (
    <Section title="The ten that came in most sessions">
      <ol class="cases">
        {worst.map((each) => (
          <WorstItem key={each.text} each={each} />
        ))}
      </ol>
    </Section>
  );
}

function WorstItem({ each }: { readonly each: FailureFigures }) {
  const { text, remedy } = each;
  return (
    <li>
      <p class="what">
        <Coded text={oneLine(text, lineChars)} />
      </p>
      {remedy === null ? (
        <p class="open">No remedy was recognised.</p>
      ) : (
        <p class="remedy">
          What worked: <Coded text={oneLine(remedy, lineChars)} />
        </p>
      )}
      <p class="facts">{failureFacts(each)}</p>
    </li>
  );
}

function failureFacts({ kind, times, sessions, met, repeats, cost }: FailureFigures): string {
  const facts = [
    many(sessions, "session"),
    many(times, "time"),
    ...(cost.calls > 0 ? [`${costText(cost)} to undo`] : []),
    ...(met > 0 ? [`met at ${grouped(met)} of ${many(repeats, "repeat")}`] : []),
    kindNames[kind] ?? kind,
  ];
  return facts.join(" · ");
}

const kindNames: Readonly<Record<string, string>> = {
  call: "calls",
  "host-tool": "the agent's own tools of files",
  refused: "refused",
  empty: "printed nothing",
};

function KindChart({ byKind }: Figures) {
  const tones: Readonly<Record<string, Tone>> = { empty: "plain", refused: "middling" };
  const bars = Object.entries(byKind)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, value]) => ({ label: kindNames[kind] ?? kind, value, kind: tones[kind] ?? "bad" }));
  return (
    <Section title="Failures by kind">
      <div class="chart">
        <BarChart bars={bars} title="Failures by kind" />
      </div>
    </Section>
  );
}

function WeekChart({ weeks }: Figures) {
  const columns = weeks.map(({ week, failures, repeats }) => ({
    label: week.slice(5),
    parts: [
      { value: repeats, kind: "bad" as const },
      { value: failures - repeats, kind: "plain" as const },
    ],
  }));
  return (
    <Section title="Calls that failed, by week">
      <div class="chart">
        <ColumnChart columns={columns} title="Calls that failed, by week" />
      </div>
      <p class="facts">
        <span class="key bad" />
        repeats
        <span class="key plain" />
        others
      </p>
    </Section>
  );
}

function AgentTable({ agents }: Figures) {
  const rows = agents.map((each) => [
    titleOf(each.agent),
    grouped(each.sessions),
    grouped(each.calls),
    grouped(each.failures),
    grouped(each.repeats),
  ]);
  return (
    <Section title="By agent">
      <Table columns={["agent", "sessions", "calls", "failed", "repeats"]} rows={rows} />
    </Section>
  );
}

const meanings: readonly (readonly [string, string])[] = [
  [
    "Failed",
    "A tool call that the agent reports as failed, by its exit code or error mark, or else by what it printed. A search without a hit and other answers that only look like failures are left out.",
  ],
  [
    "Repeat",
    "A failure of nearly the same call with nearly the same message, with names of files and numbers set aside, that an earlier session had too. Calls that a person refused are never repeats.",
  ],
  [
    "Would have been met",
    "Replayed in the order of time: when the call failed, an earlier session had already had this failure and a later call there had undone it. Whetstone tells the agent that remedy at the failure. Whether the agent would have followed it is not counted.",
  ],
  [
    "Cost",
    "Calls and minutes from the failed call to the call that undid it in the same session; a pause between two calls counts for ten minutes at most, and what two failures share is counted once. Failures that nothing undid cost nothing here. Tokens are those that the model wrote meanwhile, where the transcripts say.",
  ],
  [
    "Kinds",
    "Calls: a command or a tool that failed. The agent's own tools of files: an edit that did not fit, a file that was not there. Refused: a person or a rule said no. Printed nothing: a call that failed without a word.",
  ],
];

interface CountingProps extends Pick<Audit, "damagedLines" | "filesNotRead"> {
  readonly calls: number;
}

function Counting({ calls, damagedLines, filesNotRead }: CountingProps) {
  const gaps = [
    ...(damagedLines > 0 ? [many(damagedLines, "damaged line")] : []),
    ...(filesNotRead > 0 ? [many(filesNotRead, "file")] : []),
  ];
  if (calls === 0 && gaps.length === 0) return null;
  return (
    <Section title="How each number is counted">
      {calls === 0 ? null : (
        <dl>
          {meanings.map(([name, meaning]) => (
            <>
              <dt>{name}</dt>
              <dd>{meaning}</dd>
            </>
          ))}
        </dl>
      )}
      {gaps.length === 0 ? null : <p>Not read: {gaps.join(" and ")}.</p>}
    </Section>
  );
}

function many(count: number, noun: string): string {
  return `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;
}
