/** A table whose columns can be sorted in the browser, by @tanstack/react-table. It needs all rows; the server sorts long lists, which have pages. */
import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortDirection,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'

import adminPage from './admin-page.module.css'
import css from './sorted-table.module.css'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

export type SortedColumn<Row> = {
  id: string
  label: string
  /** The value to sort by. */
  by: (row: Row) => string | number
  /** The cell's content; the sort value by default. */
  cell?: (row: Row) => ReactNode
  isNumber?: boolean
}

type SortedTableProps<Row> = {
  /** Must be stable, such as a constant outside the component. */
  columns: readonly SortedColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The table's caption for screen readers. */
  caption: string
}

const directions = { asc: 'ascending', desc: 'descending' } as const

export const SortedTable = <Row extends object>({ columns, rows, rowKey, caption }: SortedTableProps<Row>) => {
  const defs = useMemo(
    () => columns.map(({ id, by }): ColumnDef<typeof features, Row> => ({ id, accessorFn: by, sortFn: sortFn_basic })),
    [columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({ features, columns: defs, data, getRowId: row => String(rowKey(row)) })
  return (
    <div className={adminPage.scroll}>
      <table className={adminPage.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label, isNumber }) => {
              const column = table.getColumn(id)
              const sorted: SortDirection | false = column?.getIsSorted() ?? false
              return (
                <th
                  key={id}
                  scope="col"
                  data-number={isNumber || undefined}
                  aria-sort={sorted ? directions[sorted] : undefined}
                >
                  <button type="button" className={css.sort} onClick={() => column?.toggleSorting()}>
                    {label}
                    {sorted === 'asc' && <ArrowUp aria-hidden />}
                    {sorted === 'desc' && <ArrowDown aria-hidden />}
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map(({ id, original }) => (
            <tr key={id}>
              {columns.map(({ id, label, by, cell, isNumber }, index) => (
                <td key={id} data-label={index > 0 ? label : undefined} data-number={isNumber || undefined}>
                  {cell ? cell(original) : by(original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
