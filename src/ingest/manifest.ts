/** Parses the manifest of an ingest: a row per file, a column per field. Every mistake has its line and column. */
import { z } from 'zod'

import { releases } from '#catalog/traits.ts'
import { CsvMistake, readCsv } from '#platform/csv-reader.ts'

import { cameraLooks, motions, productions, createTermLookup, tiers, timesOfDay } from './terms.ts'

export type ManifestMistake = { line: number; column: string; text: string }

/** A parsed row without its empty cells. */
export type ManifestRow = z.infer<typeof ManifestRowSchema> & { line: number }

const MAX_NAME_LENGTH = 120
const MAX_KEYWORDS = 50

const cleanText = (text: string) => text.replaceAll(/\s*\p{Cc}+\s*/gu, ' ').trim()
const textCell = (max: number) =>
  z
    .string()
    .transform(cleanText)
    .pipe(z.string().max(max, `has more than ${max} characters`))

/** Accepts one of the known terms in any spelling. */
const parseTerm =
  <T extends string>(terms: readonly T[]) =>
  (text: string, context: z.RefinementCtx): T => {
    const match = createTermLookup(terms).get(text)
    if (match !== undefined) return match
    context.addIssue({ code: 'custom', message: `“${cleanText(text)}” is not one of ${terms.join(', ')}` })
    return z.NEVER
  }

const termCell = <T extends string>(terms: readonly T[]) => z.string().transform(parseTerm(terms))

const listCell = (max: number) =>
  z.string().transform(text => [...new Set(text.split(/[,;|]/).map(cleanText).filter(Boolean))].slice(0, max + 1))

const keywordsCell = listCell(MAX_KEYWORDS).pipe(
  z
    .array(z.string().max(60, 'has a keyword with more than 60 characters'))
    .max(MAX_KEYWORDS, `has more than ${MAX_KEYWORDS} keywords`),
)

const booleanCell = z.string().transform((text, context) => {
  const value = cleanText(text).toLowerCase()
  if (['yes', 'y', 'true', '1', 'x'].includes(value)) return true
  if (['no', 'n', 'false', '0'].includes(value)) return false
  context.addIssue({ code: 'custom', message: `“${cleanText(text)}” is neither yes nor no` })
  return z.NEVER
})

const peopleCell = z
  .string()
  .transform(cleanText)
  .pipe(z.string().regex(/^\d{1,5}$/, 'is not a number of people'))
  .transform(Number)

const ManifestRowSchema = z.object({
  file: z.string('is needed').min(1, 'is needed'),
  name: textCell(MAX_NAME_LENGTH).optional(),
  description: textCell(2_000).optional(),
  filmmaker: textCell(MAX_NAME_LENGTH).optional(),
  shoot: textCell(MAX_NAME_LENGTH).optional(),
  scene: textCell(MAX_NAME_LENGTH).optional(),
  category: textCell(MAX_NAME_LENGTH).optional(),
  subcategory: textCell(MAX_NAME_LENGTH).optional(),
  keywords: keywordsCell.optional(),
  camera_look: termCell(cameraLooks).optional(),
  motion: termCell(motions).optional(),
  time_of_day: termCell(timesOfDay).optional(),
  location_type: textCell(40)
    .transform(text => text.toLowerCase())
    .optional(),
  people: peopleCell.optional(),
  camera: textCell(60).optional(),
  lens: textCell(60).optional(),
  releases: listCell(releases.length)
    .transform((values, context) => values.map(text => parseTerm(releases)(text, context)))
    .refine(values => values.length < 2 || !values.includes('not-needed'), 'combines not-needed with others')
    .optional(),
  loopable: booleanCell.optional(),
  flashing: booleanCell.optional(),
  production: termCell(productions).optional(),
  tier: termCell(tiers).optional(),
  log: booleanCell.optional(),
  publish: booleanCell.optional(),
})

export const manifestColumns = Object.keys(ManifestRowSchema.shape) as (keyof typeof ManifestRowSchema.shape)[]
/** The fields that buyers search by: a clip cannot be published without them. */
const requiredToPublish = ['category', 'camera_look', 'motion', 'time_of_day'] as const

const columnOf = (heading: string) =>
  cleanText(heading)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

const isColumn = (name: string) => (manifestColumns as readonly string[]).includes(name)

const findHeadingMistakes = (line: number, columns: readonly string[]): ManifestMistake[] => [
  ...columns
    .filter(column => !isColumn(column))
    .map(column => ({ line, column, text: `is not a column we know: ${manifestColumns.join(', ')}` })),
  ...columns
    .filter((column, i) => isColumn(column) && columns.indexOf(column) !== i)
    .map(column => ({ line, column, text: 'appears twice' })),
  ...(columns.includes('file') ? [] : [{ line, column: 'file', text: 'is missing' }]),
]

/** Returns the rows in order, or all mistakes. `publish_all` publishes every row that does not say no. */
export function readManifest(
  csv: string,
  { publish_all = false }: { publish_all?: boolean } = {},
): { rows: ManifestRow[]; mistakes: ManifestMistake[] } {
  const mistakes: ManifestMistake[] = []
  const rows: ManifestRow[] = []
  try {
    const [heading, ...records] = readCsv(csv)
    if (!heading) return { rows, mistakes: [{ line: 1, column: 'file', text: 'is missing: the manifest is empty' }] }
    const columns = heading.cells.map(columnOf)
    mistakes.push(...findHeadingMistakes(heading.line, columns))
    if (mistakes.length > 0) return { rows, mistakes }
    for (const { line, cells } of records) {
      if (cells.length > columns.length)
        mistakes.push({ line, column: columns.at(-1) ?? '', text: `is followed by a cell without a heading` })
      const filledCells = columns.flatMap((column, i) => (cells[i]?.trim() ? [[column, cells[i]]] : []))
      const row = ManifestRowSchema.safeParse(Object.fromEntries(filledCells))
      if (!row.success) {
        mistakes.push(
          ...row.error.issues.map(({ path, message }) => ({ line, column: String(path[0]), text: message })),
        )
        continue
      }
      rows.push({ ...row.data, line })
      if (row.data.publish ?? publish_all)
        for (const column of requiredToPublish)
          if (row.data[column] === undefined) mistakes.push({ line, column, text: 'is needed to publish' })
    }
  } catch (error) {
    if (!(error instanceof CsvMistake)) throw error
    mistakes.push({ line: error.line, column: '', text: error.message })
  }
  return { rows, mistakes }
}
