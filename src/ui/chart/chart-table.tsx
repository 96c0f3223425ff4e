/** The numbers of a chart, as a table that opens: for screen readers, and for everyone who wants them exactly. */
import { Link } from 'react-router'

import css from './chart-table.module.css'

/** A text, or a link to the list that explains it. */
export type Cell = string | { text: string; to: string }

export const CellText = ({ cell }: { cell: Cell | undefined }) =>
  typeof cell === 'object' ? <Link to={cell.to}>{cell.text}</Link> : cell

type ChartTableProps = {
  /** What the table has, such as "Revenue by day". */
  caption: string
  /** The heads of the columns, the first one that of the rows. */
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly Cell[] }[]
}

export const ChartTable = ({ caption, columns, rows }: ChartTableProps) => (
  <details className={css.numbers}>
    <summary>
      <span className="visually-hidden">{caption}: </span>Numbers as a table
    </summary>
    <div className={css.scroll} role="region" aria-label={`${caption}, table`} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">
                <CellText cell={name} />
              </th>
              {cells.map((cell, index) => (
                // The columns never change their places.
                <td key={columns[index + 1]}>
                  <CellText cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
