/** How a filmmaker's clips are seen, kept and licensed: four small charts, and the same numbers as a table. */
import { Link } from 'react-router'

import { pointName, rangeLabels, ranges, type Range } from '../audience.ts'
import type { Audience as AudienceFacts } from '../contract.ts'

import css from './audience.module.css'

const figures = [
  ['views', 'Views'],
  ['hovers', 'Hovers'],
  ['boards', 'Added to boards'],
  ['licenses', 'Licenses'],
] as const

type Props = { audience: AudienceFacts; to: (changes: { range: Range }) => string }

export const Audience = ({ audience: { range, points }, to }: Props) => (
  <>
    <nav className={css.ranges} aria-label="Range">
      {ranges.map(one => (
        <Link key={one} to={to({ range: one })} aria-current={one === range || undefined} preventScrollReset replace>
          {rangeLabels[one]}
        </Link>
      ))}
    </nav>
    <div className={css.charts}>
      {figures.map(([figure, label]) => (
        <Bars key={figure} label={label} points={points.map(point => ({ point: point.point, count: point[figure] }))} />
      ))}
    </div>
    <details className={css.numbers}>
      <summary>The numbers as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{range === '12m' ? 'Month' : 'Day'}</th>
            {figures.map(([figure, label]) => (
              <th key={figure} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(point => (
            <tr key={point.point}>
              <th scope="row">{pointName(point.point)}</th>
              {figures.map(([figure]) => (
                <td key={figure}>{point[figure]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
    <p className={css.how}>
      A view is a clip’s page opened, a hover a preview that moved for a second or longer: once a day for each visitor,
      counted every ten minutes. Machines, our own people, you yourself and whoever asks not to be measured are left
      out.
    </p>
  </>
)

const Bars = ({ label, points }: { label: string; points: { point: string; count: number }[] }) => {
  const most = Math.max(...points.map(({ count }) => count), 1)
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
            style={{ '--share': count / most } as React.CSSProperties}
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
