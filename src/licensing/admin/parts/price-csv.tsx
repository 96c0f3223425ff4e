/** Downloads a price table as CSV, and reads one. */
import { useState } from 'react'

import { Banner } from '#ui/banner.tsx'

import type { Prices } from '../../prices.ts'

import css from './price-csv.module.css'

type PriceCsvProps = {
  /** undefined while a cell is not a whole number. */
  prices: Prices | undefined
  onRead: (prices: Prices) => void
}

const MAX_MISTAKES = 8

export const PriceCsv = ({ prices, onRead }: PriceCsvProps) => {
  const [mistakes, setMistakes] = useState<readonly string[]>([])
  const download = async () => {
    if (!prices) return
    const { toPricesCsv } = await import('../prices-csv.ts')
    const link = document.createElement('a')
    link.href = `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${toPricesCsv(prices)}`)}`
    link.download = 'prices.csv'
    link.click()
  }
  const read = async (file: File) => {
    const { parsePricesCsv } = await import('../prices-csv.ts')
    const result = parsePricesCsv(await file.text())
    if ('prices' in result) onRead(result.prices)
    setMistakes('mistakes' in result ? result.mistakes : [])
  }
  return (
    <div className={css.csv}>
      <p className={css.ways}>
        <button type="button" onClick={() => void download()} disabled={!prices}>
          Download as CSV
        </button>
        <label className={css.file}>
          Import a CSV
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void read(file)
              // The same file can be chosen again after it was corrected.
              currentTarget.value = ''
            }}
          />
        </label>
      </p>
      {mistakes.length > 0 && (
        <Banner kind="danger" title="Nothing was read from the file">
          <ul className={css.mistakes}>
            {mistakes.slice(0, MAX_MISTAKES).map(mistake => (
              <li key={mistake}>{mistake}</li>
            ))}
          </ul>
          {mistakes.length > MAX_MISTAKES && <p>{`And ${mistakes.length - MAX_MISTAKES} more.`}</p>}
        </Banner>
      )}
    </div>
  )
}
