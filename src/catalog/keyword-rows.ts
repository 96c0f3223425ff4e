/** Parses a keyword table: each row has a clip, by number, URL or slug, and its keywords in the remaining cells. */
import { CsvMistake, readCsv, separatorOf, type CsvRecord } from '#platform/csv-reader.ts'

export type KeywordRow = { line: number; clip: { id: number } | { slug: string }; keywords: string[] }
export type RowMistake = { line: number; text: string }

export const MAX_ROWS = 10_000
const MAX_KEYWORD_LENGTH = 60
const MAX_KEYWORDS = 50
const MAX_ID = 2 ** 31 - 1

const normalizeSpaces = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()

const parseKeywordCells = (cells: readonly string[]): string[] => {
  const keywords = cells.flatMap(cell => cell.split(/[,;|]/)).map(normalizeSpaces)
  return [
    ...new Map(
      keywords
        .filter(Boolean)
        .toReversed()
        .map(keyword => [keyword.toLowerCase(), keyword]),
    ).values(),
  ].toReversed()
}

/** "7", "#7", "…/clips/slow-tide/7" or "slow-tide". */
const parseClip = (cell: string): KeywordRow['clip'] | undefined => {
  const text = normalizeSpaces(cell)
  const number = /^#?(\d+)$/.exec(text)?.[1] ?? /\/clips\/[^/?#]+\/(\d+)(?:[?#]|$)/.exec(text)?.[1]
  if (number !== undefined) return Number(number) <= MAX_ID && Number(number) > 0 ? { id: Number(number) } : undefined
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 200 ? { slug: text } : undefined
}

const isHeading = ([first = '']: readonly string[]) =>
  /^(clips?([ _-]?(id|slug))?|id|slug)$/i.test(normalizeSpaces(first))

const parseRow = (cells: readonly string[]): Omit<KeywordRow, 'line'> | string => {
  const [first = '', ...keywordCells] = cells
  const clip = parseClip(first)
  if (!clip)
    return normalizeSpaces(first) === ''
      ? 'Which clip? The first cell is empty.'
      : `“${normalizeSpaces(first).slice(0, 60)}” is not a clip.`
  const keywords = parseKeywordCells(keywordCells)
  if (keywords.length === 0) return 'There is no keyword.'
  if (keywords.length > MAX_KEYWORDS) return `More than ${MAX_KEYWORDS} keywords.`
  const tooLong = keywords.find(keyword => keyword.length > MAX_KEYWORD_LENGTH)
  return tooLong === undefined
    ? { clip, keywords }
    : `“${tooLong.slice(0, 20)}…” has more than ${MAX_KEYWORD_LENGTH} characters.`
}

/**
 * Returns every row but the heading, either as a row or as a mistake, by its line. Each row is one line, so an unclosed quote
 * spoils only its own row. Throws CsvMistake when there are too many rows.
 */
export const readKeywordRows = (text: string): { rows: KeywordRow[]; mistakes: RowMistake[] } => {
  const rows: KeywordRow[] = []
  const mistakes: RowMistake[] = []
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.filter(Boolean).length > MAX_ROWS + 1)
    throw new CsvMistake(1, `More than ${MAX_ROWS.toLocaleString('en-US')} rows: split the file.`)
  const separator = separatorOf(text)
  const records = lines.flatMap((lineText, i): CsvRecord[] => {
    if (lineText === '') return []
    try {
      return readCsv(lineText, separator).map(({ cells }) => ({ line: i + 1, cells }))
    } catch (error) {
      if (!(error instanceof CsvMistake)) throw error
      mistakes.push({ line: i + 1, text: error.message })
      return []
    }
  })
  const seen = new Map<string, number>()
  for (const [index, { line, cells }] of records.entries()) {
    if (index === 0 && isHeading(cells)) continue
    const row = parseRow(cells)
    if (typeof row === 'string') {
      mistakes.push({ line, text: row })
      continue
    }
    const key = JSON.stringify(row.clip)
    const duplicateLine = seen.get(key)
    if (duplicateLine === undefined) {
      seen.set(key, line)
      rows.push({ line, ...row })
    } else mistakes.push({ line, text: `The same clip as in row ${duplicateLine}.` })
  }
  return { rows, mistakes: mistakes.toSorted((a, b) => a.line - b.line) }
}
