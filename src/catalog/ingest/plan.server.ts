/** What a folder and its manifest ask for, before anything is done: the files to take in, or every mistake at once. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Db } from '#platform/database.server.ts'
import { messageOf } from '#platform/message.ts'

import { readManifest, type ManifestMistake, type ManifestRow } from './manifest.ts'
import { findCategory } from './place.server.ts'
import { findFiles, isWithin, type Found } from './scan.server.ts'
import { printable, wordsFor, type ClipWords } from './words.ts'

export type IngestOptions = {
  /** A whole path. */
  folder: string
  /** Where the shop keeps what it has, a whole path: footage may lie around it, never in it. */
  data_dir: string
  /** Path of a CSV file. */
  manifest?: string | undefined
  filmmaker?: string | undefined
  shoot?: string | undefined
  category?: string | undefined
  /** Publish at once what does not say otherwise. */
  publish: boolean
  /** Categories that the shop does not have are made. */
  new_categories: boolean
}

export type PlannedFile = {
  file: string
  size_bytes: number
  words: ClipWords
  /** By a row of the manifest. */
  described: boolean
  publish: boolean
}

export type IngestPlan = {
  files: PlannedFile[]
  /** Not even looked into: links and the like. */
  refused: Found['refused']
  /** Left alone: not in the manifest, or no videos. */
  left_alone: number
  /** Sentences. With any, nothing is done. */
  mistakes: string[]
}

const place = ({ line, column }: { line: number; column: string }) => `Line ${line}${column && `, column ${column}`}`
const sentence = (mistake: ManifestMistake) => `${place(mistake)}: ${mistake.text}.`.replace(/\.\.$/, '.')

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

const rowsOf = async ({ manifest, publish }: IngestOptions) =>
  manifest === undefined
    ? { rows: undefined, mistakes: [] }
    : readManifest(await readText(manifest), { publish_all: publish })

/** Rows by their file, as the scan names it. A path that leads out of the folder is none of its files. */
const matchRows = (rows: readonly ManifestRow[], { files, refused }: Found) => {
  const found = new Set([...files, ...refused].map(one => one.file.normalize()))
  const matched = new Map<string, ManifestRow>()
  const mistakes: ManifestMistake[] = []
  for (const row of rows) {
    const file = path.normalize(row.file.replaceAll('\\', '/')).normalize()
    const twin = matched.get(file)
    if (!found.has(file))
      mistakes.push({ line: row.line, column: 'file', text: `“${printable(row.file)}” is not in the folder` })
    else if (twin) mistakes.push({ line: row.line, column: 'file', text: `is the same file as in line ${twin.line}` })
    else matched.set(file, row)
  }
  return { matched, mistakes }
}

type Asked = { words: ClipWords; line: number | undefined }

/** Categories that nobody made yet, told once each. */
const categoryMistakes = async (db: Db, asked: readonly Asked[]) => {
  const told = new Map<string, ManifestMistake>()
  const names = await db
    .selectFrom('categories')
    .where('parent_id', 'is', null)
    .select('name')
    .orderBy('position')
    .execute()
  const known = names.length > 0 ? `the shop has ${names.map(one => one.name).join(', ')}` : 'the shop has none yet'
  for (const { words, line = 0 } of asked) {
    const { category, subcategory } = words
    if (subcategory && !category)
      told.set(`${line}`, { line, column: 'subcategory', text: 'needs a category before it' })
    if (!category) continue
    const parent = await findCategory(db, category, null)
    if (!parent)
      told.set(category, {
        line,
        column: 'category',
        text: `“${category}” is no category (${known}); --new-categories makes it`,
      })
    else if (subcategory && !(await findCategory(db, subcategory, parent.id)))
      told.set(`${category}/${subcategory}`, {
        line,
        column: 'subcategory',
        text: `“${subcategory}” is no part of ${parent.name}; --new-categories makes it`,
      })
  }
  return [...told.values()]
}

export const planIngest = async (db: Db, options: IngestOptions): Promise<IngestPlan> => {
  const { folder, data_dir, manifest, publish } = options
  if (isWithin(folder, data_dir)) throw new Error(`${folder} belongs to the shop’s own data: put footage elsewhere.`)
  const found = await findFiles(folder, data_dir)
  const { rows, mistakes } = await rowsOf(options)
  const { matched, mistakes: unmatched } = matchRows(rows ?? [], found)
  const told = [...mistakes, ...unmatched]
  const wanted = rows ? found.files.filter(({ file }) => matched.has(file.normalize())) : found.files

  const asked: Asked[] = []
  const files: PlannedFile[] = []
  const nobodys: string[] = []
  for (const { file, size_bytes } of wanted) {
    const row = matched.get(file.normalize())
    const words = wordsFor({ ...options, folder, file, row })
    if (!words) {
      nobodys.push(file)
      continue
    }
    asked.push({ words, line: row?.line })
    files.push({ file, size_bytes, words, described: row !== undefined, publish: row?.publish ?? publish })
  }
  if (!options.new_categories) told.push(...(await categoryMistakes(db, asked)))
  const sentences = told.toSorted((a, b) => a.line - b.line).map(sentence)
  const [first] = nobodys
  if (first !== undefined)
    sentences.push(
      `Who filmed ${printable(first)}${nobodys.length > 1 ? ` and ${nobodys.length - 1} more` : ''}? Say so in the column filmmaker, with --filmmaker "Name", or by a folder with their name above the shoot's.`,
    )
  if (publish && manifest === undefined)
    sentences.push(
      'To publish at once takes a manifest: category, camera look, motion and time of day cannot be guessed. Without --publish the clips wait in review.',
    )
  return {
    files,
    refused: rows ? found.refused.filter(({ file }) => matched.has(file.normalize())) : found.refused,
    left_alone: found.others + found.files.length - wanted.length,
    mistakes: sentences,
  }
}
