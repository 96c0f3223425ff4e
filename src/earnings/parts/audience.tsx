/** The audience of a filmmaker's clips: four small charts, and the same numbers as a table. */
import { Link } from 'react-router'

import { pointName, rangeLabels, ranges, type Range } from '../audience.ts'
import type { Audience as AudienceFacts } from '../contract.ts'

import css from './audience.module.css'

const series = [
  ['views', 'Views'],
  ['hovers', 'Hovers'],
  ['boards', 'Added to boards'],
  ['licenses', 'Licenses'],
] as const

type AudienceProps = { audience: AudienceFacts; to: (changes: { range: Range }) => string }

export const Audience = ({ audience: { range, points }, to }: AudienceProps) => (
  <>
    <nav className={css.ranges} aria-label="Range">
      {ranges.map(option => (
        <Link
          key={option}
          to={to({ range: option })}
          aria-current={option === range || undefined}
          preventScrollReset
          replace
        >
          {rangeLabels[option]}
        </Link>
      ))}
    </nav>
    <div className={css.charts}>
      {series.map(([key, label]) => (
        <BarChart key={key} label={label} points={points.map(point => ({ point: point.point, count: point[key] }))} />
      ))}
    </div>
    <details className={css.numbers}>
      <summary>The numbers as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{range === '12m' ? 'Month' : 'Day'}</th>
            {series.map(([key, label]) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(point => (
            <tr key={point.point}>
              <th scope="row">{pointName(point.point)}</th>
              {series.map(([key]) => (
                <td key={key}>{point[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
    <p className={css.how}>
      A view is a clip’s page opened, a hover a preview that moved for a second or longer: once a day for each visitor,
      counted every ten minutes. Bots, our staff, you yourself and visitors who opt out of analytics are not counted.
    </p>
  </>
)

const BarChart = ({ label, points }: { label: string; points: { point: string; count: number }[] }) => {
  const max = Math.max(...points.map(({ count }) => count), 1)
  const total = points.reduce((sum, { count }) => sum + count, 0)
  const [first, last] = [points[0], points.at(-1)]
  return (
    <figure className={css.chart}>
      <figcaption>
        <span>{label}</span>
        <strong>{total.toLocaleString('en-US')}</strong>
      </figcaption>
      <div className={css.bars} aria-hidden="true">
        {points.map(({ point, count }) => (
          <span
            key={point}
            className={css.bar}
            style={{ '--share': count / max } as React.CSSProperties}
            title={`${pointName(point)}: ${count}`}
          />
        ))}
      </div>
      <p className={css.ends} aria-hidden="true">
        <span>{first && pointName(first.point)}</span>
        <span>{last && pointName(last.point)}</span>
      </p>
    </figure>
  )
}
