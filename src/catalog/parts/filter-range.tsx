/** A range by its ends, over a picture of how many clips lie where. */
import { useState, type SubmitEvent } from 'react'

import { Button } from '#ui/button.tsx'

import type { FacetValue } from '../contract.ts'
import { valueIn, type FilterName, type RangeKind } from '../filter-table.ts'
import type { Browse } from '../filters.ts'
import { readSpan } from '../ranges.ts'
import { withSpan } from './filter-rows.ts'
import { barsOf } from './histogram.ts'

import styles from './filter-range.module.css'

/** Fewer bars than this tell nothing that the presets do not. */
const worth_drawing = 4

type FilterRangeProps = {
  name: FilterName
  range: RangeKind
  facet: readonly FacetValue[]
  browse: Browse
  onBrowse: (next: Browse) => void
}

export const FilterRange = ({ name, range, facet, browse, onBrowse }: FilterRangeProps) => {
  const asked = spanOf(browse, name, range)
  const [from, setFrom] = useState(asked.low)
  const [to, setTo] = useState(asked.high)
  const [seen, setSeen] = useState(asked.text)
  if (seen !== asked.text) {
    setSeen(asked.text)
    setFrom(asked.low)
    setTo(asked.high)
  }
  const bars = barsOf(facet)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onBrowse(withSpan(browse, name, valueIn(name, `${from}-${to}`)))
  }
  const end = (which: 'From' | 'To', value: string, set: (text: string) => void) => (
    <label className={styles.end}>
      <span className="visually-hidden">
        {which} {range.unit}
      </span>
      <input
        type="number"
        inputMode="decimal"
        min={0}
        max={range.most}
        step={range.digits > 0 ? 'any' : 1}
        placeholder={which}
        value={value}
        onChange={event => set(event.target.value)}
      />
    </label>
  )
  return (
    <form className={styles.range} onSubmit={onSubmit}>
      {bars.filter(bar => bar.share > 0).length >= worth_drawing && (
        <div className={styles.bars} aria-hidden="true">
          {bars.map(({ from: low, to: high, share }) => (
            <span
              key={low}
              data-inside={!asked.span || (high >= asked.span.from && low <= asked.span.to)}
              style={{ blockSize: `${share * 100}%` }}
            />
          ))}
        </div>
      )}
      <div className={styles.ends}>
        {end('From', from, setFrom)}
        <span aria-hidden="true">–</span>
        {end('To', to, setTo)}
        <Button type="submit">Set</Button>
      </div>
    </form>
  )
}

/** The one span asked for, and how it stands in the two fields. */
const spanOf = ({ include }: Browse, name: FilterName, range: RangeKind) => {
  const [text = '', ...others] = include[name] ?? []
  const span = others.length === 0 ? readSpan(text, range) : undefined
  return {
    text,
    span,
    low: span && span.from > 0 ? String(span.from) : '',
    high: span && span.to < range.most ? String(span.to) : '',
  }
}
