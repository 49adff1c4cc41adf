import { useId } from "preact/hooks";
import { useActs } from "../acts.js";
import { addressOf, type Place } from "../place.js";

/** One thing that a list can be narrowed down by: chosen from a few, or typed. */
export interface FilterField {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

interface FiltersProps {
  readonly fields: readonly FilterField[];
  readonly place: Place;
  /** What is open stays open; otherwise another choice closes it. */
  readonly keepsItem?: boolean;
}

/** The filters of a list. What is chosen stands in the address, so that it can be kept and shared. */
export function Filters({ fields, place, keepsItem = false }: FiltersProps) {
  const { go } = useActs();
  const id = useId();
  const narrow = (name: string, value: string) => {
    const query = { ...place.query, before: "", [name]: value };
    go(addressOf({ ...place, item: keepsItem ? place.item : undefined, query }));
  };
  return (
    <form class="narrow" onSubmit={(event) => event.preventDefault()}>
      {fields.map(({ name, label, choices }) => (
        <label key={name} for={`${id}-${name}`}>
          <span>{label}</span>
          {choices === undefined ? (
            <input
              id={`${id}-${name}`}
              value={place.query[name] ?? ""}
              onChange={(event) => narrow(name, event.currentTarget.value.trim())}
            />
          ) : (
            <select
              id={`${id}-${name}`}
              value={place.query[name] ?? ""}
              onChange={(event) => narrow(name, event.currentTarget.value)}
            >
              {choices.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </label>
      ))}
    </form>
  );
}
