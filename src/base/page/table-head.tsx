/** The names of a table's columns; those of numbers stand to the right. */
export function TableHead({ columns }: { readonly columns: readonly TableColumn[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, isNumber = false }) => (
          <th key={name} scope="col" class={isNumber ? "number" : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export interface TableColumn {
  readonly name: string;
  readonly isNumber?: boolean;
}

export function numbers(...names: readonly string[]): readonly TableColumn[] {
  return names.map((name) => ({ name, isNumber: true }));
}
