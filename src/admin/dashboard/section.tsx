/** Sections of the dashboard, and their small tables. */
import type { ReactNode } from 'react'

import { CellText, type Cell } from '#ui/chart/chart-table.tsx'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './dashboard.module.css'

export const formatCount = (count: number) => count.toLocaleString('en-US')

type SectionProps = { title: string; id: string; children: ReactNode }

export const Section = ({ title, id, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

type RowsProps = {
  columns: readonly string[]
  rows: readonly { key: string | number; cells: readonly Cell[] }[]
  /** Shown without rows. */
  none: string
}

export const Rows = ({ columns, rows, none }: RowsProps) =>
  rows.length === 0 ? (
    <p className={css.none}>{none}</p>
  ) : (
    <table className={adminPage.table}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" data-number={index > 0 || undefined}>
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
              <td key={columns[index + 1]} data-number>
                <CellText cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
