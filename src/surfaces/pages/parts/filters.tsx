import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useActs, useHere } from "../acts.js";
import { addressOf, type Place } from "../place.js";

/** One thing that a list can be narrowed down by: chosen from a few, or typed. */
export interface FilterField {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** How it is typed; what is searched for is looked up while the person types. */
  readonly type?: "search" | "week" | "text";
}

interface FiltersProps {
  readonly fields: readonly FilterField[];
  readonly place: Place;
  /** What is open stays open; otherwise another choice closes it. */
  readonly keepsItem?: boolean;
  /** What stands beside the fields, such as how many were found. */
  readonly children?: ComponentChildren;
}

/**
 * The filters of a list. What is chosen stands in the address, so that it can be kept and shared; without
 * script the form asks the server for that address.
 */
export function Filters({ fields, place, keepsItem = false, children }: FiltersProps) {
  const { go } = useActs();
  const here = useHere(place);
  const item = keepsItem ? place.item : undefined;
  const narrow = (name: string, value: string, how?: "replace") => {
    const from = here();
    const query = { ...from.query, before: "", from: "", add: "", [name]: value };
    go(addressOf({ ...from, item: keepsItem ? from.item : undefined, query }), how);
  };
  const isNarrowed = !keepsItem && fields.some(({ name }) => place.query[name] !== undefined);
  return (
    <search>
      <form
        class="narrow"
        method="get"
        action={addressOf({ ...place, item, query: {} })}
        onSubmit={(event) => event.preventDefault()}
      >
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={place.query[field.name] ?? ""}
            narrow={(value, how) => narrow(field.name, value, how)}
          />
        ))}
        <noscript dangerouslySetInnerHTML={{ __html: "<button>Show</button>" }} />
        {children}
        {isNarrowed ? <a href={addressOf({ project: place.project, view: place.view })}>Show all</a> : null}
      </form>
    </search>
  );
}

interface FieldProps {
  readonly field: FilterField;
  readonly value: string;
  readonly narrow: (value: string, how?: "replace") => void;
}

function Field({ field: { name, label, choices, type = "text" }, value, narrow }: FieldProps) {
  const id = useId();
  const own = { id, name };
  const typed = {
    ...own,
    value,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      narrow(event.currentTarget.value.trim()),
  };
  return (
    <label for={id}>
      <span>{label}</span>
      {choices !== undefined ? (
        <select {...own} value={value} onChange={({ currentTarget }) => narrow(currentTarget.value)}>
          {choices.map(([each, text]) => (
            <option key={each} value={each} selected={each === value}>
              {text}
            </option>
          ))}
        </select>
      ) : type === "search" ? (
        <SearchField {...own} value={value} narrow={narrow} />
      ) : type === "week" ? (
        <input type="week" {...typed} />
      ) : (
        <input {...typed} />
      )}
    </label>
  );
}

/** Long enough for the next letter of a word. */
const typingMs = 200;

function SearchField({ id, name, value, narrow }: Omit<FieldProps, "field"> & { id: string; name: string }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      id={id}
      name={name}
      type="search"
      defaultValue={value}
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => narrow(currentTarget.value, "replace"), typingMs);
      }}
    />
  );
}
