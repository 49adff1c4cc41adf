import { numbers, TableHead } from "../../../base/page/table-head.js";
import type { RuleRow } from "../../../lessons/directive/bound/rule-rows.js";
import { partBeside } from "../../../lessons/directive/bound/rule-words.js";
import { Ago } from "../parts/ago.js";
import { Behind } from "../parts/behind.js";
import { Decision } from "../parts/decision.js";
import { Panel } from "../parts/panel.js";
import { addressOf, type Place } from "../place.js";
import { choicesFor } from "./rule-choices.js";
import { Strip } from "./strip.js";

interface OpenRuleProps {
  readonly row: RuleRow;
  readonly place: Place;
  /** When the sessions were read. */
  readonly now: string;
}

/** One rule with the calls behind its numbers, and what a person may decide about it. */
export function OpenRule({ row, place: { project, view }, now }: OpenRuleProps) {
  const { rule, file, line, text, title, since, examples, agents } = row;
  return (
    <Panel of={rule} title={title} closed={addressOf({ project, view })}>
      <blockquote class="rule">{text}</blockquote>
      <dl>
        <dt>Stands in</dt>
        <dd>
          <code>
            {file}:{line}
          </code>
        </dd>
        {since === null ? null : (
          <>
            <dt>Says so since</dt>
            <dd>
              <time dateTime={since}>{since.slice(0, 10)}</time>
            </dd>
          </>
        )}
        <dt>Its check</dt>
        <dd>
          <code>{JSON.stringify(row.check)}</code>
        </dd>
      </dl>
      <Strip {...row} />
      {agents.length < 2 ? null : <ByAgent row={row} />}
      <Decision choices={choicesFor(row)} about={title} spelledOut />
      <Happened id="broken" name="Broken" some={examples.broken} now={now} />
      <Happened id="unsure" name="Not known" some={examples.unsure} now={now} />
      <Happened id="kept" name="Kept" some={examples.kept.slice(-2)} now={now} />
    </Panel>
  );
}

function ByAgent({ row: { agents } }: { readonly row: RuleRow }) {
  return (
    <table class="table compare">
      <TableHead columns={[{ name: "Agent" }, ...numbers("Applied", "Broken")]} />
      <tbody>
        {agents.map(({ agent, applied, broken }) => (
          <tr key={agent}>
            <th scope="row">{agent}</th>
            <td class="number">
              <Behind href="#broken">{applied}</Behind>
            </td>
            <td class="number">
              <Behind href="#broken">{broken}</Behind>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HappenedProps {
  readonly id: string;
  readonly name: string;
  readonly some: RuleRow["examples"]["broken"];
  readonly now: string;
}

/** The newest calls behind a number, with the prompt above each and what came next. */
function Happened({ id, name, some, now }: HappenedProps) {
  if (some.length === 0) return null;
  return (
    <section id={id}>
      <h3>{name}, the newest</h3>
      <ol class="happened">
        {[...some].reverse().map(({ at, agent, session, call, did, what, prompt, next }) => (
          <li key={`${session} ${call ?? at}`}>
            <Ago at={at} now={now} /> <small>{agent}</small>
            <pre>{did}</pre>
            <Part did={did} what={what} />
            {prompt === undefined ? null : <pre class="soft">asked: {prompt.slice(0, promptChars)}</pre>}
            {next === undefined ? null : <pre class="soft">next: {next.slice(0, promptChars)}</pre>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Part(happened: Pick<HappenedProps["some"][number], "did" | "what">) {
  const part = partBeside(happened);
  return part === undefined ? null : <p class="soft">{part}</p>;
}

const promptChars = 300;
