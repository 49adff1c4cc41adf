import { oneLine } from "../text/one-line.js";
import { type Cell, shortTime } from "./cell.js";
import { TableHead } from "./table-head.js";

const cellChars = 200;

interface TableProps {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A table of stored texts, each as one line. On a phone a row becomes a block with the names of its columns. */
export function Table({ columns, rows }: TableProps) {
  const isNumber = (index: number) => typeof rows[0]?.[index] === "number";
  return (
    <table class="table">
      <TableHead columns={columns.map((name, index) => ({ name, isNumber: isNumber(index) }))} />
      <tbody>
        {rows.map((row) => (
          <tr>
            {row.map((cell, index) => (
              <TableCell cell={cell} name={columns[index] ?? ""} isFirst={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly cell: Cell;
  readonly name: string;
  readonly isFirst: boolean;
}

/** The first cell says what its row is about, unless it is a number too. */
function TableCell({ cell, name, isFirst }: CellProps) {
  if (typeof cell === "number")
    return (
      <td class="number" data-name={name}>
        {cell}
      </td>
    );
  const text =
    typeof cell === "string" ? (
      oneLine(cell, cellChars)
    ) : (
      <time dateTime={cell.at}>{shortTime(cell.at)}</time>
    );
  return isFirst ? <th scope="row">{text}</th> : <td data-name={name}>{text}</td>;
}
