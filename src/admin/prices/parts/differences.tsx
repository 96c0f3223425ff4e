/** What a price version changes, cell by cell. */
import type { PriceDifference } from '#licensing/price-differences.ts'
import { formatCents } from '#platform/money.ts'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

const inWords = (unit: PriceDifference['unit'], value: number) =>
  unit === 'cents' ? formatCents(value).replace(/\.00$/, '') : `${value}%`

const byHowMuch = (was: number, is: number) =>
  was === 0 ? 'new' : `${is > was ? '+' : '−'}${Math.round((Math.abs(is - was) * 100) / was)}%`

export const Differences = ({ differences }: { differences: readonly PriceDifference[] }) =>
  differences.length === 0 ? (
    <p className={page.none}>Nothing differs.</p>
  ) : (
    <div className={desk.scroll}>
      <table className={desk.table}>
        <caption className="visually-hidden">Differences</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" data-number>
              Was
            </th>
            <th scope="col" data-number>
              Becomes
            </th>
            <th scope="col" data-number>
              By
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ cell, label, unit, was, is }) => (
            <tr key={cell}>
              <td>{label}</td>
              <td data-number>{inWords(unit, was)}</td>
              <td data-number>{inWords(unit, is)}</td>
              <td data-number>{byHowMuch(was, is)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
