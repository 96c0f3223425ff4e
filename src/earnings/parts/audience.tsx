/** The audience of a filmmaker's clips: four small charts, and the same numbers as a table. */
import { Link } from 'react-router'

import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartTable } from '#ui/chart/chart-table.tsx'
import { formatCompactCount } from '#ui/chart/chart-text.ts'

import { pointName, pointShort, rangeLabels, ranges, type Range } from '../audience.ts'
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
        <Counts key={key} label={label} points={points.map(point => ({ point: point.point, count: point[key] }))} />
      ))}
    </div>
    <ChartTable
      caption={range === '12m' ? 'Views, boards and licenses by month' : 'Views, boards and licenses by day'}
      columns={[range === '12m' ? 'Month' : 'Day', ...series.map(([, label]) => label)]}
      rows={points.toReversed().map(point => ({
        key: point.point,
        cells: [pointName(point.point), ...series.map(([key]) => formatCount(point[key]))],
      }))}
    />
    <p className={css.how}>
      A view is a clip’s page opened, a hover a preview that moved for a second or longer: once a day for each visitor,
      counted every ten minutes. Bots, our staff, you yourself and visitors who opt out of analytics are not counted.
    </p>
  </>
)

const formatCount = (count: number) => count.toLocaleString('en-US')

const Counts = ({ label, points }: { label: string; points: { point: string; count: number }[] }) => {
  const total = formatCount(points.reduce((sum, { count }) => sum + count, 0))
  return (
    <figure className={css.chart}>
      <figcaption>
        <span>{label}</span>
        <strong>{total}</strong>
      </figcaption>
      <BarChart
        small
        summary={`${label}: ${total} in total.`}
        points={points.map(({ point, count }) => ({
          key: point,
          label: pointShort(point),
          value: count,
          title: `${pointName(point)}: ${formatCount(count)}`,
        }))}
        formatTick={formatCompactCount}
      />
    </figure>
  )
}
