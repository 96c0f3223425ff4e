/** Whether a backup is complete and undamaged. Reads all of it, and changes nothing. */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import { messageOf } from '#platform/http/error-message.ts'

import { hashFile, readFileList } from './files.server.ts'
import { summarizeLines } from './lines.server.ts'
import {
  BACKUP_FORMAT,
  FILE_LIST,
  INCOMPLETE_SUFFIX,
  MANIFEST_FILE,
  MANIFEST_HASH_FILE,
  Manifest,
  tableFile,
} from './manifest.ts'

/** Reads the manifest. Throws an Error with a sentence when this is not a complete backup. */
export const readManifest = async (backup: string): Promise<Manifest> => {
  if (backup.endsWith(INCOMPLETE_SUFFIX))
    throw new Error(`${backup} is the beginning of a backup that was interrupted.`)
  const read = (name: string) =>
    readFile(path.join(backup, name), 'utf8').catch(() => {
      throw new Error(`${backup} is not a complete backup: it has no ${name}.`)
    })
  const [text, hashLine] = [await read(MANIFEST_FILE), await read(MANIFEST_HASH_FILE)]
  if (createHash('sha256').update(text).digest('hex') !== hashLine.split(' ')[0])
    throw new Error(`${backup} is damaged: ${MANIFEST_FILE} was changed after the backup.`)
  const raw = JSON.parse(text) as { format: number; version: string }
  if (raw.format > BACKUP_FORMAT)
    throw new Error(`${backup} was written by version ${raw.version}, in a format that this version does not know.`)
  return Manifest.parse(raw)
}

const MAX_DAMAGES = 20

/** Returns the manifest of an undamaged backup. Throws an Error that lists what is missing or damaged. */
export const verifyBackup = async (backup: string): Promise<Manifest> => {
  const manifest = await readManifest(backup)
  const damages: string[] = []
  const check = async (name: string, expected: { count: number; sha256: string }) => {
    try {
      const { count, sha256 } = await summarizeLines(path.join(backup, name))
      if (count !== expected.count) damages.push(`${name} has ${count} of ${expected.count} rows.`)
      else if (sha256 !== expected.sha256) damages.push(`${name} has another content.`)
    } catch (error) {
      damages.push(`${name} can’t be read: ${messageOf(error)}`)
    }
  }
  for (const table of manifest.tables) await check(tableFile(table), { count: table.rows, sha256: table.sha256 })
  await check(FILE_LIST, manifest.files)
  if (damages.length === 0)
    for await (const entry of readFileList(backup)) {
      const file = path.join(backup, entry.path)
      const size = await stat(file).then(
        stats => stats.size,
        () => undefined,
      )
      if (size === undefined) damages.push(`${entry.path} is missing.`)
      else if (size !== entry.size_bytes) damages.push(`${entry.path} has ${size} of ${entry.size_bytes} bytes.`)
      else if ((await hashFile(file)) !== entry.sha256) damages.push(`${entry.path} has another content.`)
      if (damages.length >= MAX_DAMAGES) break
    }
  if (damages.length > 0)
    throw new Error(`${backup} is damaged. Nothing was changed.\n${damages.map(text => `  - ${text}`).join('\n')}`)
  return manifest
}
