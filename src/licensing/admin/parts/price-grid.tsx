/** A price table as a grid, editable if `onChange` is given. The up and down arrows and Enter move between cells. */
import type { KeyboardEvent } from 'react'

import { cx } from '#ui/cx.ts'

import { tiers, distributions, endClientSizes, formats } from '../../terms.ts'
import { parseWholeNumber, type PricesDraft } from '../draft.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './price-grid.module.css'

type PriceGridProps = {
  draft: PricesDraft
  onChange?: (cell: string, text: string) => void
  /** Cells that differ from the previous table. */
  changed?: ReadonlySet<string>
}

/** Moves the focus to the same column of the next or previous row. */
const moveBetweenCells = (event: KeyboardEvent<HTMLTableElement>) => {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
  if (step === 0 || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const row = event.target.closest('tr')
  const column = [...(row?.querySelectorAll('input') ?? [])].indexOf(event.target)
  const next = step < 0 ? row?.previousElementSibling : row?.nextElementSibling
  const field = next?.querySelectorAll('input')[column]
  field?.focus()
  field?.select()
}

export const PriceGrid = ({ draft, onChange, changed }: PriceGridProps) => {
  /** `column`: the label of the cell on a phone, where the table has no columns. */
  const renderCell = (name: string, label: string, unit: 'dollars' | 'percent', column?: string) => {
    const text = draft[name] ?? ''
    const formatted = unit === 'dollars' ? `$${Number(text).toLocaleString('en-US')}` : `${text}%`
    return (
      <td key={name} data-number data-label={column} className={cx(css.cell, changed?.has(name) && css.changed)}>
        {onChange ? (
          <input
            aria-label={`${label}, ${unit === 'dollars' ? 'in dollars' : 'in percent'}`}
            aria-invalid={parseWholeNumber(text) === null || undefined}
            inputMode="numeric"
            maxLength={8}
            value={text}
            onChange={({ target }) => onChange(name, target.value)}
          />
        ) : (
          formatted
        )}
      </td>
    )
  }
  return (
    <div className={css.grids}>
      <div className={adminPage.scroll}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table className={cx(adminPage.table, css.grid, css.sizes)} onKeyDown={moveBetweenCells}>
          <caption>One clip, HD, standard tier, in dollars</caption>
          <thead>
            <tr>
              <th scope="col">Distribution</th>
              {endClientSizes.map(({ id, name, people }) => (
                <th key={id} scope="col" data-number>
                  {name} <small>{people}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {distributions.map(({ id, name }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {endClientSizes.map(({ people }, size) =>
                  renderCell(`distributions.${id}.${size}`, `${name}, ${people}`, 'dollars', people),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={css.rest}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table className={cx(adminPage.table, css.grid)} onKeyDown={moveBetweenCells}>
          <caption>Files, in dollars more</caption>
          <tbody>
            {formats.map(({ id, name }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {renderCell(`format_cents.${id}`, `${name} file`, 'dollars')}
              </tr>
            ))}
          </tbody>
        </table>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table className={cx(adminPage.table, css.grid)} onKeyDown={moveBetweenCells}>
          <caption>Percentages</caption>
          <tbody>
            {tiers.map(tier => (
              <tr key={tier}>
                <th scope="row">{`${tier[0]?.toUpperCase()}${tier.slice(1)} clip`}</th>
                {renderCell(`tier_percent.${tier}`, `${tier} clip`, 'percent')}
              </tr>
            ))}
            <tr>
              <th scope="row">Each further distribution</th>
              {renderCell('further_distribution_percent', 'Each further distribution', 'percent')}
            </tr>
            <tr>
              <th scope="row">Non-profit discount</th>
              {renderCell('nonprofit_discount_percent', 'Non-profit discount', 'percent')}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  )
}
