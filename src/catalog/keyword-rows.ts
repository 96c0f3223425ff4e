/** A table of keywords: in each row a clip, by its number, address or slug, and its keywords in as many cells as there are. */
import { CsvMistake, readCsv, separatorOf, type CsvRecord } from './ingest/csv.ts'

export type KeywordRow = { line: number; clip: { id: number } | { slug: string }; keywords: string[] }
export type RowMistake = { line: number; text: string }

export const most_rows = 10_000
const longest_keyword = 60
const most_keywords = 50
const largest_id = 2 ** 31 - 1

const tidy = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()

const keywordsOf = (cells: readonly string[]): string[] => {
  const words = cells.flatMap(cell => cell.split(/[,;|]/)).map(tidy)
  return [
    ...new Map(
      words
        .filter(Boolean)
        .toReversed()
        .map(word => [word.toLowerCase(), word]),
    ).values(),
  ].toReversed()
}

/** "7", "#7", "…/clips/slow-tide/7" or "slow-tide". */
const clipOf = (cell: string): KeywordRow['clip'] | undefined => {
  const said = tidy(cell)
  const number = /^#?(\d+)$/.exec(said)?.[1] ?? /\/clips\/[^/?#]+\/(\d+)(?:[?#]|$)/.exec(said)?.[1]
  if (number !== undefined)
    return Number(number) <= largest_id && Number(number) > 0 ? { id: Number(number) } : undefined
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(said) && said.length <= 200 ? { slug: said } : undefined
}

const isHead = ([first = '']: readonly string[]) => /^(clips?([ _-]?(id|slug))?|id|slug)$/i.test(tidy(first))

const rowOf = (cells: readonly string[]): Omit<KeywordRow, 'line'> | string => {
  const [first = '', ...rest] = cells
  const clip = clipOf(first)
  if (!clip)
    return tidy(first) === '' ? 'Which clip? The first cell is empty.' : `“${tidy(first).slice(0, 60)}” is no clip.`
  const keywords = keywordsOf(rest)
  if (keywords.length === 0) return 'There is no keyword.'
  if (keywords.length > most_keywords) return `More than ${most_keywords} keywords.`
  const long = keywords.find(word => word.length > longest_keyword)
  return long === undefined
    ? { clip, keywords }
    : `“${long.slice(0, 20)}…” has more than ${longest_keyword} characters.`
}

/** A row is one line, so that a quote that is never closed spoils its own row alone. Every row of the text, but for its heading, is in one of the two, by the line that it begins on. Throws CsvMistake for more rows than are taken. */
export const readKeywordRows = (text: string): { rows: KeywordRow[]; mistakes: RowMistake[] } => {
  const rows: KeywordRow[] = []
  const mistakes: RowMistake[] = []
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.filter(Boolean).length > most_rows + 1)
    throw new CsvMistake(1, `More than ${most_rows.toLocaleString('en-US')} rows: send it in parts.`)
  const separator = separatorOf(text)
  const records = lines.flatMap((said, i): CsvRecord[] => {
    if (said === '') return []
    try {
      return readCsv(said, separator).map(({ cells }) => ({ line: i + 1, cells }))
    } catch (error) {
      if (!(error instanceof CsvMistake)) throw error
      mistakes.push({ line: i + 1, text: error.message })
      return []
    }
  })
  const seen = new Map<string, number>()
  for (const [place, { line, cells }] of records.entries()) {
    if (place === 0 && isHead(cells)) continue
    const row = rowOf(cells)
    if (typeof row === 'string') {
      mistakes.push({ line, text: row })
      continue
    }
    const key = JSON.stringify(row.clip)
    const twin = seen.get(key)
    if (twin === undefined) {
      seen.set(key, line)
      rows.push({ line, ...row })
    } else mistakes.push({ line, text: `The same clip as in row ${twin}.` })
  }
  return { rows, mistakes: mistakes.toSorted((a, b) => a.line - b.line) }
}
