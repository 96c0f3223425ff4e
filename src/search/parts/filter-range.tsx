/** A range filter: two number fields under a histogram of the clips. */
import { useState, type SubmitEvent } from 'react'

import type { FacetValue } from '#catalog/contract.ts'
import { normalizeFilterValue, type FilterName, type RangeFilter } from '#catalog/filter-table.ts'
import type { BrowseQuery } from '#catalog/filters.ts'
import { parseSpan } from '#catalog/ranges.ts'
import { Button } from '#ui/button.tsx'

import { withSpan } from './filter-rows.ts'
import { toHistogram } from './histogram.ts'

import styles from './filter-range.module.css'

/** A histogram with fewer bars says no more than the presets. */
const MIN_BARS = 4

type FilterRangeProps = {
  name: FilterName
  range: RangeFilter
  facet: readonly FacetValue[]
  browse: BrowseQuery
  onBrowse: (next: BrowseQuery) => void
}

export const FilterRange = ({ name, range, facet, browse, onBrowse }: FilterRangeProps) => {
  const current = getActiveSpan(browse, name, range)
  const [from, setFrom] = useState(current.low)
  const [to, setTo] = useState(current.high)
  const [lastText, setLastText] = useState(current.text)
  if (lastText !== current.text) {
    setLastText(current.text)
    setFrom(current.low)
    setTo(current.high)
  }
  const bars = toHistogram(facet)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onBrowse(withSpan(browse, name, normalizeFilterValue(name, `${from}-${to}`)))
  }
  const renderField = (caption: 'From' | 'To', value: string, set: (text: string) => void) => (
    <label className={styles.end}>
      <span className="visually-hidden">
        {caption} {range.unit}
      </span>
      <input
        type="number"
        inputMode="decimal"
        min={0}
        max={range.max}
        step={range.digits > 0 ? 'any' : 1}
        placeholder={caption}
        value={value}
        onChange={event => set(event.target.value)}
      />
    </label>
  )
  return (
    <form className={styles.range} onSubmit={onSubmit}>
      {bars.filter(bar => bar.share > 0).length >= MIN_BARS && (
        <div className={styles.bars} aria-hidden="true">
          {bars.map(({ from: low, to: high, share }) => (
            <span
              key={low}
              data-inside={!current.span || (high >= current.span.from && low <= current.span.to)}
              style={{ blockSize: `${share * 100}%` }}
            />
          ))}
        </div>
      )}
      <div className={styles.ends}>
        {renderField('From', from, setFrom)}
        <span aria-hidden="true">–</span>
        {renderField('To', to, setTo)}
        <Button type="submit">Set</Button>
      </div>
    </form>
  )
}

/** Returns the active span of the filter, if there is exactly one, and its values in the two fields. */
const getActiveSpan = ({ include }: BrowseQuery, name: FilterName, range: RangeFilter) => {
  const [text = '', ...others] = include[name] ?? []
  const span = others.length === 0 ? parseSpan(text, range) : undefined
  return {
    text,
    span,
    low: span && span.from > 0 ? String(span.from) : '',
    high: span && span.to < range.max ? String(span.to) : '',
  }
}
