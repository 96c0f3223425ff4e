/** Downloads a price table as CSV, and reads one where it can be changed. */
import { useState } from 'react'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Banner } from '#ui/banner.tsx'

import type { Prices } from '../../prices.ts'
import { MAX_PRICES_CSV_LENGTH, readPricesCsv } from '../contract.ts'
import { toPricesCsv } from '../prices-csv.ts'

import css from './price-csv.module.css'

type PriceCsvProps = {
  /** undefined while a cell is not a whole number. */
  prices: Prices | undefined
  /** Without it, the table is only downloaded. */
  onRead?: (prices: Prices) => void
}

const MAX_MISTAKES = 8

export const PriceCsv = ({ prices, onRead }: PriceCsvProps) => {
  const [mistakes, setMistakes] = useState<readonly string[]>([])
  const download = () => {
    if (!prices) return
    const link = document.createElement('a')
    link.href = `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${toPricesCsv(prices)}`)}`
    link.download = 'prices.csv'
    link.click()
  }
  const read = async (file: File) => {
    setMistakes([])
    try {
      if (file.size > MAX_PRICES_CSV_LENGTH) throw new Refusal(413, 'The file is too large: it isn’t a price table.')
      const { data } = await call(readPricesCsv, { body: { csv: await file.text() } })
      onRead?.(data)
    } catch (error) {
      const refused = error instanceof Refusal ? error.errors['csv'] : undefined
      setMistakes(refused ?? [toUserMessage(error, 'The file couldn’t be read. Please try again.')])
    }
  }
  return (
    <div className={css.csv}>
      <p className={css.ways}>
        <button type="button" onClick={download} disabled={!prices}>
          Download as CSV
        </button>
        {onRead && (
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
        )}
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
