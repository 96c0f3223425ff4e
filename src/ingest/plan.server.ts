/** Plans an ingest from a folder and its manifest: the files to ingest, or every mistake at once. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Db } from '#platform/db/database.server.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { readManifest, type ManifestMistake, type ManifestRow } from './manifest.ts'
import { toPrintable, resolveMetadata, type IngestMetadata } from './metadata.ts'
import { findCategory } from './placement.server.ts'
import { scanFolder, isWithin, type ScanResult } from './scan.server.ts'

export type IngestOptions = {
  /** An absolute path. */
  folder: string
  /** The shop’s data directory, an absolute path: footage may be next to it, never inside. */
  data_dir: string
  /** The path of a CSV file. */
  manifest?: string | undefined
  filmmaker?: string | undefined
  shoot?: string | undefined
  category?: string | undefined
  /** Publish files that the manifest does not say otherwise about. */
  publish: boolean
  /** Create categories that do not exist. */
  new_categories: boolean
}

export type PlannedFile = {
  file: string
  size_bytes: number
  words: IngestMetadata
  /** Whether the manifest has a row for it. */
  described: boolean
  publish: boolean
}

export type IngestPlan = {
  files: PlannedFile[]
  /** Files that were not opened, such as links. */
  refused: ScanResult['refused']
  /** The number of other files: not in the manifest, or not videos. */
  left_alone: number
  /** Whole sentences. If there are any, nothing is ingested. */
  mistakes: string[]
}

const positionText = ({ line, column }: { line: number; column: string }) =>
  `Line ${line}${column && `, column ${column}`}`
const formatMistake = (mistake: ManifestMistake) => `${positionText(mistake)}: ${mistake.text}.`.replace(/\.\.$/, '.')

const readText = async (file: string) => {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Error(`The manifest cannot be read: ${messageOf(error)}`, { cause: error })
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Error('The manifest is not UTF-8. Save it as “CSV UTF-8” in your spreadsheet.', { cause: error })
  }
}

const loadManifestRows = async ({ manifest, publish }: IngestOptions) =>
  manifest === undefined
    ? { rows: undefined, mistakes: [] }
    : readManifest(await readText(manifest), { publish_all: publish })

/** Matches rows with the scanned files. A path that leads out of the folder matches none. */
const matchRows = (rows: readonly ManifestRow[], { files, refused }: ScanResult) => {
  const fileNames = new Set([...files, ...refused].map(entry => entry.file.normalize()))
  const rowsByFile = new Map<string, ManifestRow>()
  const mistakes: ManifestMistake[] = []
  for (const row of rows) {
    const file = path.normalize(row.file.replaceAll('\\', '/')).normalize()
    const duplicate = rowsByFile.get(file)
    if (!fileNames.has(file))
      mistakes.push({ line: row.line, column: 'file', text: `“${toPrintable(row.file)}” is not in the folder` })
    else if (duplicate)
      mistakes.push({ line: row.line, column: 'file', text: `is the same file as in line ${duplicate.line}` })
    else rowsByFile.set(file, row)
  }
  return { rowsByFile, mistakes }
}

type FileMetadata = { words: IngestMetadata; line: number | undefined }

/** Reports each missing category once. */
const findCategoryMistakes = async (db: Db, requested: readonly FileMetadata[]) => {
  const mistakes = new Map<string, ManifestMistake>()
  const names = await db
    .selectFrom('categories')
    .where('parent_id', 'is', null)
    .select('name')
    .orderBy('position')
    .execute()
  const existing =
    names.length > 0 ? `the shop has ${names.map(category => category.name).join(', ')}` : 'the shop has none yet'
  for (const { words, line = 0 } of requested) {
    const { category, subcategory } = words
    if (subcategory && !category)
      mistakes.set(`${line}`, { line, column: 'subcategory', text: 'needs a category before it' })
    if (!category) continue
    const parent = await findCategory(db, category, null)
    if (!parent)
      mistakes.set(category, {
        line,
        column: 'category',
        text: `“${category}” is not a category (${existing}); --new-categories creates it`,
      })
    else if (subcategory && !(await findCategory(db, subcategory, parent.id)))
      mistakes.set(`${category}/${subcategory}`, {
        line,
        column: 'subcategory',
        text: `“${subcategory}” is not a subcategory of ${parent.name}; --new-categories creates it`,
      })
  }
  return [...mistakes.values()]
}

export const planIngest = async (db: Db, options: IngestOptions): Promise<IngestPlan> => {
  const { folder, data_dir, manifest, publish } = options
  if (isWithin(folder, data_dir)) throw new Error(`${folder} belongs to the shop’s own data: put footage elsewhere.`)
  const scan = await scanFolder(folder, data_dir)
  const { rows, mistakes } = await loadManifestRows(options)
  const { rowsByFile, mistakes: unmatched } = matchRows(rows ?? [], scan)
  const allMistakes = [...mistakes, ...unmatched]
  const selected = rows ? scan.files.filter(({ file }) => rowsByFile.has(file.normalize())) : scan.files

  const requested: FileMetadata[] = []
  const files: PlannedFile[] = []
  const withoutFilmmaker: string[] = []
  for (const { file, size_bytes } of selected) {
    const row = rowsByFile.get(file.normalize())
    const words = resolveMetadata({ ...options, folder, file, row })
    if (!words) {
      withoutFilmmaker.push(file)
      continue
    }
    requested.push({ words, line: row?.line })
    files.push({ file, size_bytes, words, described: row !== undefined, publish: row?.publish ?? publish })
  }
  if (!options.new_categories) allMistakes.push(...(await findCategoryMistakes(db, requested)))
  const sentences = allMistakes.toSorted((a, b) => a.line - b.line).map(formatMistake)
  const [firstFile] = withoutFilmmaker
  if (firstFile !== undefined)
    sentences.push(
      `The filmmaker of ${toPrintable(firstFile)}${withoutFilmmaker.length > 1 ? ` and ${withoutFilmmaker.length - 1} more` : ''} is unknown. Name them in the column filmmaker, with --filmmaker "Name", or by a folder with their name above the shoot's.`,
    )
  if (publish && manifest === undefined)
    sentences.push(
      'To publish at once takes a manifest: category, camera look, motion and time of day cannot be guessed. Without --publish the clips wait in review.',
    )
  return {
    files,
    refused: rows ? scan.refused.filter(({ file }) => rowsByFile.has(file.normalize())) : scan.refused,
    left_alone: scan.others + scan.files.length - selected.length,
    mistakes: sentences,
  }
}
