import { useId } from "preact/hooks";

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

interface TextProps extends FieldProps {
  readonly hint?: string;
  readonly required?: boolean;
  readonly maxLength: number;
}

/** One line of text with its label. */
export function TextField({ label, value, set, hint, required = false, maxLength }: TextProps) {
  const id = useId();
  return (
    <label for={id}>
      <span>{label}</span>
      <input
        id={id}
        placeholder={hint}
        value={value}
        required={required}
        maxLength={maxLength}
        autocomplete="off"
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </label>
  );
}
