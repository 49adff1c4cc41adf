import { numbers, TableHead } from "../../../base/page/table-head.js";
import type { Result } from "../../../verbs/frame/handle.js";
import { Behind, eventsThat } from "../parts/behind.js";
import { Decision } from "../parts/decision.js";
import { Panel } from "../parts/panel.js";
import { addressOf, type Place } from "../place.js";
import { defineView } from "../view.js";
import { LimitForm } from "./limit-form.js";
import { type Adapter, relax } from "./policy-choices.js";

type Reliability = Result<"reliability">;

interface PolicyData extends Result<"adapters"> {
  readonly reliability: Reliability;
}

/** What tools and services may do and why, and what outcomes taught about agents and skills. */
export const policy = defineView<PolicyData>({
  title: "Policy",
  async load(call) {
    const [found, reliability] = await Promise.all([call("adapters", {}), call("reliability", {})]);
    return { ...found, reliability };
  },
  Body: ({ data, place }) => {
    const open = data.adapters.find(({ adapter }) => adapter === place.item);
    return (
      <>
        <h1>{headline(data.adapters)}</h1>
        <div class={open === undefined ? "" : "beside"}>
          <Adapters data={data} place={place} />
          {open === undefined ? null : <OpenAdapter adapter={open} place={place} />}
        </div>
        <Patterns data={data} place={place} />
        <Judged data={data} place={place} />
      </>
    );
  },
});

function headline(adapters: readonly Adapter[]): string {
  if (adapters.length === 0) return "No tool has been used in an outcome yet";
  const limited = adapters.filter(({ effective }) => settersOf(effective).length > 0).length;
  if (adapters.length === 1)
    return limited === 0 ? "1 tool is known, without a limit" : "1 tool is known, and it works under a limit";
  const known = `${adapters.length} tools are known`;
  return limited === 0 ? `${known}, none works under a limit` : `${known}, ${limited} of them under a limit`;
}

function settersOf({ requireApproval, maxRetries, riskMultiplier }: Adapter["effective"]): readonly string[] {
  const setters = [requireApproval, maxRetries, riskMultiplier].map(({ setBy }) => setBy);
  return [...new Set(setters.filter((setter) => setter !== "base"))];
}

interface Part {
  readonly data: PolicyData;
  readonly place: Place;
}

function Adapters({ data: { adapters, total }, place: { project, view, item } }: Part) {
  if (adapters.length === 0)
    return (
      <p class="soft">
        Outcomes name the tools and services that a run used, and what was learned of each appears here:
        <code> whetstone record --help</code> says how.
      </p>
    );
  return (
    <section aria-label="Tools and services">
      <table class="table">
        <TableHead
          columns={[{ name: "Tool" }, ...numbers("Runs", "Reliability", "Fails next"), { name: "In force" }]}
        />
        <tbody>
          {adapters.map(({ adapter, runs, reliability, predictedFailure, effective }) => (
            <tr key={adapter} class={adapter === item ? "current" : undefined}>
              <th scope="row">
                <a href={addressOf({ project, view, item: adapter })}>{adapter}</a>
              </th>
              <td class="number" data-name="Runs">
                <Behind href={runsWith(project, adapter)}>{runs}</Behind>
              </td>
              <td class="number" data-name="Reliability">
                {reliability === null ? (
                  "–"
                ) : (
                  <Behind href={runsWith(project, adapter)}>{percent(reliability)}</Behind>
                )}
              </td>
              <td class="number" data-name="Fails next">
                <Behind href={runsWith(project, adapter)}>{percent(predictedFailure.failure)}</Behind>
              </td>
              <td data-name="In force">
                <Behind href={addressOf({ project, view, item: adapter })}>{inForce(effective)}</Behind>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > adapters.length ? <p class="soft">and {total - adapters.length} more</p> : null}
    </section>
  );
}

/** The outcomes that name a tool, a skill or an agent. */
function runsWith(project: string, name: string): string {
  return eventsThat(project, "outcome-", name);
}

function inForce(effective: Adapter["effective"]): string {
  const setters = settersOf(effective);
  if (setters.length === 0) return "the base policy";
  const { requireApproval, maxRetries } = effective;
  const rules = [
    requireApproval.value ? "asks for approval" : "",
    `at most ${maxRetries.value} ${maxRetries.value === 1 ? "retry" : "retries"}`,
  ];
  return `${rules.filter((rule) => rule !== "").join(", ")} (${setters.map((each) => setterNames[each]).join(", ")})`;
}

const setterNames: Readonly<Record<string, string>> = { learned: "learned", human: "set by a person" };

function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}

const fields = [
  ["requireApproval", "Approval"],
  ["maxRetries", "Retries"],
  ["riskMultiplier", "Risk factor"],
] as const;

function OpenAdapter({
  adapter: open,
  place: { project, view },
}: {
  readonly adapter: Adapter;
  readonly place: Place;
}) {
  const { adapter, base, learned, human, effective, predictedFailure, review } = open;
  return (
    <Panel of={adapter} title={adapter} closed={addressOf({ project, view })}>
      <table class="table compare">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">Rule</span>
            </th>
            <th scope="col">Base</th>
            <th scope="col">Learned</th>
            <th scope="col">Person</th>
            <th scope="col">In force</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(([name, label]) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td data-name="Base">{valueText(base[name])}</td>
              <td data-name="Learned">{valueText(learned?.[name])}</td>
              <td data-name="Person">{valueText(human?.[name]?.value)}</td>
              <td data-name="In force">
                <b>{valueText(effective[name].value)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="reasons">
        {reasonsFor(effective).map(({ labels, why }) => (
          <li key={why}>
            {labels}: <Behind href={runsWith(project, adapter)}>{why}</Behind>
          </li>
        ))}
        <li>
          The chance that its next run fails is{" "}
          <Behind href={runsWith(project, adapter)}>
            {percent(predictedFailure.failure)} ({percent(predictedFailure.low)} to{" "}
            {percent(predictedFailure.high)})
          </Behind>
          .
        </li>
        {learned?.stale === true ? <li>What was learned is old: no recent run supports it.</li> : null}
        {review === null ? null : (
          <li>
            Reviewed by {review.by} on {review.at.slice(0, 10)}: {review.reason}
          </li>
        )}
      </ul>
      {learned === null ? null : (
        <>
          <h3>What was learned</h3>
          <Decision choices={[relax(adapter)]} about={adapter} />
        </>
      )}
      <h3>Limits of your own</h3>
      <LimitForm key={`${adapter} ${JSON.stringify(human)}`} adapter={open} />
    </Panel>
  );
}

/** Why limits are in force; those for the same reason stand together. */
function reasonsFor(effective: Adapter["effective"]): readonly { labels: string; why: string }[] {
  const limited = fields.filter(([name]) => effective[name].setBy !== "base");
  return [...new Set(limited.map(([name]) => effective[name].why))].map((why) => {
    const [first = "", ...more] = limited
      .filter(([name]) => effective[name].why === why)
      .map(([, label]) => label);
    return { why, labels: [first, ...more.map((label) => label.toLowerCase())].join(", ") };
  });
}

function valueText(value: number | boolean | undefined): string {
  if (value === undefined) return "–";
  if (typeof value === "boolean") return value ? "needed" : "no";
  return String(value);
}

function Patterns({ data, place: { project } }: Part) {
  const { failurePatterns: patterns } = data.reliability;
  if (patterns.length === 0) return null;
  return (
    <section class="part" aria-labelledby="patterns">
      <h2 id="patterns">How tools keep failing</h2>
      <ul class="lines">
        {patterns.map(({ id, adapterId, failureType, fixSuggestion, occurrences }) => (
          <li key={id}>
            <b>{adapterId}</b> {failureType.replaceAll("_", " ")},{" "}
            <Behind href={runsWith(project, adapterId)}>
              {occurrences} {occurrences === 1 ? "time" : "times"}
            </Behind>
            <p class="soft">{fixSuggestion}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Judged({ data, place: { project } }: Part) {
  const { agents, skills, thresholds } = data.reliability;
  if (agents.length + skills.length === 0) return null;
  return (
    <div class="pair">
      <section class="part" aria-labelledby="agents">
        <h2 id="agents">Agents</h2>
        {agents.length === 0 ? (
          <p class="soft">No agent's decision was followed to its outcome yet.</p>
        ) : null}
        <ul class="lines">
          {agents.map(({ agent, role, profile, runs }) => (
            <li key={`${agent} ${role}`}>
              <b>{agent}</b> {role === agent ? "" : `as ${role} `}right in{" "}
              <Behind href={addressOf({ project, view: "log", query: { holds: agent } })}>
                {percent(profile)} of {runs} {runs === 1 ? "decision" : "decisions"}
              </Behind>
            </li>
          ))}
        </ul>
        <p class="soft">
          Votes needed:{" "}
          <Behind href={addressOf({ project, view: "log", query: { type: "outcome-" } })}>
            {percent(thresholds.low)} (low risk), {percent(thresholds.medium)} (medium),{" "}
            {percent(thresholds.high)} (high)
          </Behind>
          .
        </p>
      </section>
      <section class="part" aria-labelledby="skills">
        <h2 id="skills">Skills</h2>
        {skills.length === 0 ? <p class="soft">No outcome named a skill yet.</p> : null}
        <ul class="lines">
          {skills.map(({ skill, runs, successes, avoid }) => (
            <li key={skill}>
              <b>{skill}</b> worked in{" "}
              <Behind href={runsWith(project, skill)}>
                {successes} of {runs} {runs === 1 ? "run" : "runs"}
              </Behind>
              {avoid ? <span class="refused"> – plans say to avoid it</span> : null}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
