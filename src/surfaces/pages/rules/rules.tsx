import { useEffect, useState } from "preact/hooks";
import { numbers, TableHead } from "../../../base/page/table-head.js";
import type { PastRulesSeen, RuleRow } from "../../../lessons/directive/bound/rule-rows.js";
import { markWords, standingWords } from "../../../lessons/directive/bound/rule-words.js";
import type { Result } from "../../../verbs/frame/handle.js";
import { useActs } from "../acts.js";
import { Behind } from "../parts/behind.js";
import { addressOf, type Place } from "../place.js";
import { defineView } from "../view.js";
import { OpenRule } from "./open-rule.js";
import { Strip } from "./strip.js";

type Decided = Result<"rules decided">;

interface Read {
  readonly found?: PastRulesSeen;
  readonly at?: string;
  readonly fault?: string;
}

/** Rules of the instruction files: how often past sessions broke them, and which bind. */
export const rules = defineView<Decided>({
  title: "Rules",
  load: (call) => call("rules decided", {}),
  Body: ({ data, place }) => {
    const { pastRules, signOut } = useActs();
    const [{ found, at = "", fault }, setRead] = useState<Read>({});
    useEffect(() => {
      if (signOut !== undefined) return;
      pastRules().then(
        (read) => setRead({ found: read, at: new Date().toISOString() }),
        (error: Error) => setRead({ fault: error.message }),
      );
    }, [pastRules, signOut]);
    if (signOut !== undefined) return <Waiting text={onHub} />;
    if (fault !== undefined) return <Waiting text={fault} />;
    if (found === undefined) return <Waiting text="Reading the instruction files and the past sessions …" />;
    if (found.files.length === 0) return <NoFiles />;
    const rows = withStandings(found.rows, data);
    const open = rows.find(({ rule }) => rule === place.item);
    return (
      <>
        <h1>{headline(rows)}</h1>
        <p class="soft">{readText(found)}</p>
        <div class={open === undefined ? "" : "beside"}>
          <RuleTable rows={rows} place={place} />
          {open === undefined ? null : <OpenRule row={open} place={place} now={at} />}
        </div>
        <Gone found={found} data={data} />
      </>
    );
  },
});

const onHub = "A hub has no sessions: 'whetstone open' shows this on a machine that shares the project.";

function NoFiles() {
  return (
    <>
      <h1>No instruction file here yet</h1>
      <p>
        Rules that you write for agents in <code>CLAUDE.md</code>, <code>AGENTS.md</code> or a file like them
        are listed here: how often past sessions broke each, and which of them stop a call that would break
        it.
      </p>
    </>
  );
}

function Waiting({ text }: { readonly text: string }) {
  return (
    <>
      <h1>Rules</h1>
      <p class="soft" role="status">
        {text}
      </p>
    </>
  );
}

/** What a person decided since the sessions were read counts too. */
function withStandings(rows: readonly RuleRow[], { rules: decided }: Decided): readonly RuleRow[] {
  const standings = new Map(decided.map(({ rule, standing }) => [rule, standing]));
  return rows
    .map((row) => ({ ...row, standing: standings.get(row.rule) ?? null }))
    .filter(({ standing }) => standing !== "wrong");
}

function headline(rows: readonly RuleRow[]): string {
  if (rows.length === 0) return "None of these rules can be checked by looking at a call";
  const broken = rows.filter((row) => row.broken > 0).length;
  const bound = rows.filter(({ standing }) => standing === "bound").length;
  const checked = rows.length === 1 ? "1 rule can be checked" : `${rows.length} rules can be checked`;
  const binds = bound === 0 ? "none binds" : bound === 1 ? "1 binds" : `${bound} bind`;
  return `${checked}, ${broken === 0 ? "none" : broken} ${broken === 1 ? "was" : "were"} broken, ${binds}`;
}

function readText({ files, sessions, commits, statements, unchecked, from, to }: PastRulesSeen): string {
  const seen = commits > 0 ? `${commits} commits, no session` : `${sessions} sessions`;
  const span = from === null || to === null ? "" : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  const left = `${statements} statements, ${unchecked.length} of them without a check`;
  return `${files.join(", ") || "no instruction file"} · ${seen}${span} · ${left}`;
}

interface TableProps {
  readonly rows: readonly RuleRow[];
  readonly place: Place;
}

/** Below so many a share says nothing. */
const enoughForShare = 10;

function RuleTable({ rows, place: { project, view, item } }: TableProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-label="Rules that can be checked">
      <table class="table">
        <TableHead
          columns={[
            { name: "Rule" },
            ...numbers("Applied", "Broken"),
            { name: "Sessions" },
            { name: "Standing" },
          ]}
        />
        <tbody>
          {rows.map((row) => {
            const href = addressOf({ project, view, item: row.rule });
            return (
              <tr key={row.rule} class={row.rule === item ? "current" : undefined}>
                <th scope="row">
                  <a href={href}>{row.title}</a>{" "}
                  <small>
                    {row.file}:{row.line}
                  </small>
                </th>
                <td class="number" data-name="Applied">
                  <Behind href={href}>{row.applied}</Behind>
                </td>
                <td class={row.broken > 0 ? "number refused" : "number"} data-name="Broken">
                  <Behind href={href}>{brokenText(row)}</Behind>
                </td>
                <td data-name="Sessions">
                  <Strip {...row} />
                </td>
                <td data-name="Standing">
                  <Behind href={href}>{standingText(row)}</Behind>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function brokenText({ applied, broken }: RuleRow): string {
  if (broken === 0 || applied < enoughForShare) return String(broken);
  return `${broken} (${Math.round((100 * broken) / applied)} %)`;
}

function standingText(row: RuleRow): string {
  return [...standingWords(row), ...markWords(row)].join(", ") || "not decided";
}

/** Rules in force that their file no longer states. */
function Gone({ found, data }: { readonly found: PastRulesSeen; readonly data: Decided }) {
  const inForce = new Set(
    data.rules
      .filter(({ standing }) => standing === "bound" || standing === "watched")
      .map(({ rule }) => rule),
  );
  const gone = found.gone.filter(({ rule }) => inForce.has(rule));
  if (gone.length === 0) return null;
  return (
    <section class="part" aria-labelledby="gone">
      <h2 id="gone">Their file no longer says so</h2>
      <ul class="lines">
        {gone.map(({ rule, file, line, text, standing }) => (
          <li key={rule}>
            <b>{standing === "watched" ? "Watched" : "Binds"}</b> {text}
            <p class="soft">
              It stood in{" "}
              <code>
                {file}:{line}
              </code>
              ; <code>whetstone rules unbind {rule}</code> lets it go.
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
