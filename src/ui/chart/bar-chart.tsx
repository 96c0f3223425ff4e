/**
 * A bar chart with a scale, and optionally the period before as a dashed line. It is plain SVG, so the first paint has
 * it. Screen readers get a sentence; the numbers belong in a `ChartTable` beside it.
 */
import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

import { cx } from '../cx.ts'
import { pickAxisLabels } from './chart-text.ts'

import css from './bar-chart.module.css'

export type ChartPoint = {
  key: string
  /** On the axis, such as "Nov 23". */
  label: string
  value: number
  /** The value of the period before. */
  before?: number
  /** Shown while the pointer is over the point, such as "November 23: $120.00". */
  title: string
}

type BarChartProps = {
  /** What the chart shows, in a sentence. */
  summary: string
  points: readonly ChartPoint[]
  /** Formats a value on the scale, such as 150000 as "$1.5K". */
  formatTick: (value: number) => string
  small?: boolean
  /** The names of the bars and the line, for a chart with the period before. */
  legend?: { current: string; before: string }
}

/** The coordinates of the drawing. CSS stretches it to the size of the chart. */
const HEIGHT = 100
const STEP = 10

/** The first and the last label end with the axis; the others are centered under their bars. */
const placeLabel = (index: number, count: number) =>
  index === 0
    ? { 'data-edge': 'start' }
    : index === count - 1
      ? { 'data-edge': 'end' }
      : { style: { insetInlineStart: `${((index + 0.5) / count) * 100}%` } }

export const BarChart = ({ summary, points, formatTick, small, legend }: BarChartProps) => {
  const width = points.length * STEP
  const values = points.flatMap(({ value, before = 0 }) => [value, before])
  const tickCount = small ? 2 : 4
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values) || 1])
    .nice(tickCount)
    .range([HEIGHT, 0])
  const x = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([0, width])
    .paddingInner(0.25)
    .paddingOuter(0.125)
  const ticks = y.ticks(tickCount).filter(Number.isInteger)
  const zero = y(0)
  const leftOf = (index: number) => x(index) ?? 0
  const beforePath = line<ChartPoint>(
    (_, index) => leftOf(index) + x.bandwidth() / 2,
    ({ before = 0 }) => y(before),
  )(points as ChartPoint[])
  return (
    <div className={cx(css.chart, small && css.small)}>
      {legend && (
        <p className={css.legend} aria-hidden="true">
          <span>{legend.current}</span>
          <span data-before>{legend.before}</span>
        </p>
      )}
      <div className={css.scale} aria-hidden="true">
        {ticks.map(tick => (
          <span key={tick} style={{ insetBlockStart: `${y(tick)}%` }}>
            {formatTick(tick)}
          </span>
        ))}
      </div>
      <svg
        className={css.plot}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {ticks.map(tick => (
          <line key={tick} className={css.rule} x1={0} x2={width} y1={y(tick)} y2={y(tick)} />
        ))}
        {points.map(({ key, value }, index) => (
          <rect
            key={key}
            className={css.bar}
            x={leftOf(index)}
            width={x.bandwidth()}
            y={Math.min(y(value), zero)}
            height={Math.abs(y(value) - zero)}
          />
        ))}
        {legend && <path className={css.before} d={beforePath ?? undefined} />}
        <line className={css.zero} x1={0} x2={width} y1={zero} y2={zero} />
        {points.map(({ key, title }, index) => (
          <rect key={key} className={css.target} x={index * STEP} width={STEP} y={0} height={HEIGHT}>
            <title>{title}</title>
          </rect>
        ))}
      </svg>
      <div className={css.labels} aria-hidden="true">
        {pickAxisLabels(points.length, small ? 2 : 7).map(index => (
          <span key={index} {...placeLabel(index, points.length)}>
            {points[index]?.label}
          </span>
        ))}
      </div>
    </div>
  )
}
