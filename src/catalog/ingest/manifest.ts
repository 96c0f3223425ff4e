/** The table that comes with footage: a row per file, a column per fact. Every mistake is told with its line and column. */
import { z } from 'zod'

import { releases } from '../traits.ts'
import { CsvMistake, readCsv } from './csv.ts'
import { cameraLooks, motions, productions, termsOf, tiers, timesOfDay } from './terms.ts'

export type ManifestMistake = { line: number; column: string; text: string }

/** A row as it was understood; what stands empty is left out. */
export type ManifestRow = z.infer<typeof Row> & { line: number }

const longest_name = 120
const most_keywords = 50

const tidy = (text: string) => text.replaceAll(/\s*\p{Cc}+\s*/gu, ' ').trim()
const words = (max: number) =>
  z
    .string()
    .transform(tidy)
    .pipe(z.string().max(max, `has more than ${max} characters`))

/** One of the words that we know, however it is spelled. */
const known =
  <T extends string>(terms: readonly T[]) =>
  (text: string, context: z.RefinementCtx): T => {
    const found = termsOf(terms).get(text)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message: `“${tidy(text)}” is not one of ${terms.join(', ')}` })
    return z.NEVER
  }

const term = <T extends string>(terms: readonly T[]) => z.string().transform(known(terms))

const list = (max: number) =>
  z.string().transform(text => [...new Set(text.split(/[,;|]/).map(tidy).filter(Boolean))].slice(0, max + 1))

const keywords = list(most_keywords).pipe(
  z
    .array(z.string().max(60, 'has a keyword with more than 60 characters'))
    .max(most_keywords, `has more than ${most_keywords} keywords`),
)

const yesOrNo = z.string().transform((text, context) => {
  const answer = tidy(text).toLowerCase()
  if (['yes', 'y', 'true', '1', 'x'].includes(answer)) return true
  if (['no', 'n', 'false', '0'].includes(answer)) return false
  context.addIssue({ code: 'custom', message: `“${tidy(text)}” is neither yes nor no` })
  return z.NEVER
})

const people = z
  .string()
  .transform(tidy)
  .pipe(z.string().regex(/^\d{1,5}$/, 'is not a number of people'))
  .transform(Number)

const Row = z.object({
  file: z.string('is needed').min(1, 'is needed'),
  name: words(longest_name).optional(),
  description: words(2_000).optional(),
  filmmaker: words(longest_name).optional(),
  shoot: words(longest_name).optional(),
  scene: words(longest_name).optional(),
  category: words(longest_name).optional(),
  subcategory: words(longest_name).optional(),
  keywords: keywords.optional(),
  camera_look: term(cameraLooks).optional(),
  motion: term(motions).optional(),
  time_of_day: term(timesOfDay).optional(),
  location_type: words(40)
    .transform(text => text.toLowerCase())
    .optional(),
  people: people.optional(),
  releases: list(releases.length)
    .transform((given, context) => given.map(text => known(releases)(text, context)))
    .refine(given => given.length < 2 || !given.includes('not-needed'), 'has not-needed beside others')
    .optional(),
  loopable: yesOrNo.optional(),
  flashing: yesOrNo.optional(),
  production: term(productions).optional(),
  tier: term(tiers).optional(),
  log: yesOrNo.optional(),
  publish: yesOrNo.optional(),
})

export const manifestColumns = Object.keys(Row.shape) as (keyof typeof Row.shape)[]
/** What buyers search by: without these a clip cannot be published. */
const neededToPublish = ['category', 'camera_look', 'motion', 'time_of_day'] as const

const columnOf = (heading: string) =>
  tidy(heading)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

const isColumn = (name: string) => (manifestColumns as readonly string[]).includes(name)

const headMistakes = (line: number, columns: readonly string[]): ManifestMistake[] => [
  ...columns
    .filter(column => !isColumn(column))
    .map(column => ({ line, column, text: `is not a column we know: ${manifestColumns.join(', ')}` })),
  ...columns
    .filter((column, i) => isColumn(column) && columns.indexOf(column) !== i)
    .map(column => ({ line, column, text: 'stands there twice' })),
  ...(columns.includes('file') ? [] : [{ line, column: 'file', text: 'is missing' }]),
]

/** Rows in order, or all the mistakes. `publish_all`: every row is to be published, unless it says no. */
export function readManifest(
  csv: string,
  { publish_all = false }: { publish_all?: boolean } = {},
): { rows: ManifestRow[]; mistakes: ManifestMistake[] } {
  const mistakes: ManifestMistake[] = []
  const rows: ManifestRow[] = []
  try {
    const [head, ...records] = readCsv(csv)
    if (!head) return { rows, mistakes: [{ line: 1, column: 'file', text: 'is missing: the manifest is empty' }] }
    const columns = head.cells.map(columnOf)
    mistakes.push(...headMistakes(head.line, columns))
    if (mistakes.length > 0) return { rows, mistakes }
    for (const { line, cells } of records) {
      if (cells.length > columns.length)
        mistakes.push({ line, column: columns.at(-1) ?? '', text: `is followed by a cell without a heading` })
      const given = columns.flatMap((column, i) => (cells[i]?.trim() ? [[column, cells[i]]] : []))
      const row = Row.safeParse(Object.fromEntries(given))
      if (!row.success) {
        mistakes.push(
          ...row.error.issues.map(({ path, message }) => ({ line, column: String(path[0]), text: message })),
        )
        continue
      }
      rows.push({ ...row.data, line })
      if (row.data.publish ?? publish_all)
        for (const column of neededToPublish)
          if (row.data[column] === undefined) mistakes.push({ line, column, text: 'is needed to publish' })
    }
  } catch (error) {
    if (!(error instanceof CsvMistake)) throw error
    mistakes.push({ line: error.line, column: '', text: error.message })
  }
  return { rows, mistakes }
}
