/** The differences between two price versions, cell by cell. */

import { formatCents } from '#platform/money.ts'

import type { PriceDifference } from '../../price-differences.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

const formatValue = (unit: PriceDifference['unit'], value: number) =>
  unit === 'cents' ? formatCents(value).replace(/\.00$/, '') : `${value}%`

const formatChange = (was: number, is: number) =>
  was === 0 ? 'new' : `${is > was ? '+' : '−'}${Math.round((Math.abs(is - was) * 100) / was)}%`

export const PriceDifferences = ({ differences }: { differences: readonly PriceDifference[] }) =>
  differences.length === 0 ? (
    <p className={page.none}>No differences.</p>
  ) : (
    <div className={adminPage.scroll}>
      <table className={adminPage.table}>
        <caption className="visually-hidden">Differences</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" data-number>
              Before
            </th>
            <th scope="col" data-number>
              After
            </th>
            <th scope="col" data-number>
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ cell, label, unit, was, is }) => (
            <tr key={cell}>
              <td>{label}</td>
              <td data-number>{formatValue(unit, was)}</td>
              <td data-number>{formatValue(unit, is)}</td>
              <td data-number>{formatChange(was, is)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
