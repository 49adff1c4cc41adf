import { useEffect, useRef } from "preact/hooks";
import { useActs } from "../acts.js";
import { addressOf, type Place } from "../place.js";
import { kindNames, states, verdicts } from "./lesson-words.js";

/** Narrows the list down; the address holds the filter, so that it can be kept and shared. */
export function Filters({ place, total }: { readonly place: Place; readonly total: number }) {
  const { go } = useActs();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (name: string, value: string) =>
    go(addressOf({ ...place, item: undefined, query: { ...place.query, [name]: value } }), "replace");
  const { words = "", kind = "", state = "", verdict = "" } = place.query;
  const isFiltered = Object.keys(place.query).length > 0;
  return (
    <search class="filters">
      <label>
        <span class="unseen">Words</span>
        <input
          type="search"
          placeholder="Words"
          defaultValue={words}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => set("words", value), 200);
          }}
        />
      </label>
      <Choose name="kind" any="Kind" value={kind} options={Object.entries(kindNames)} set={set} />
      <Choose name="state" any="State" value={state} options={same(states)} set={set} />
      <Choose name="verdict" any="Verdict" value={verdict} options={same(verdicts)} set={set} />
      <span class="soft" role="status">
        {total.toLocaleString("en-US")} {total === 1 ? "lesson" : "lessons"}
      </span>
      {isFiltered ? <a href={addressOf({ project: place.project, view: place.view })}>Show all</a> : null}
    </search>
  );
}

interface ChooseProps {
  readonly name: string;
  readonly any: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly set: (name: string, value: string) => void;
}

function Choose({ name, any, value, options, set }: ChooseProps) {
  return (
    <select aria-label={any} value={value} onChange={({ currentTarget }) => set(name, currentTarget.value)}>
      <option value="">{any}</option>
      {options.map(([each, label]) => (
        <option key={each} value={each} selected={each === value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function same(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.map((name) => [name, name]);
}
