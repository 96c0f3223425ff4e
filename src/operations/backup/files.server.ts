/** The files of a backup: copied, or linked to those of the previous backup that did not change. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { randomKey } from '#platform/ids.server.ts'

import { readLines } from './lines.server.ts'
import { dataFolders, FILE_LIST, FileEntry, keyFiles } from './manifest.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Copies a file while hashing it. */
export const copyHashed = async (from: string, to: string): Promise<{ size_bytes: number; sha256: string }> => {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size_bytes = 0
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size_bytes += chunk.length
      yield chunk
    }
  }
  const temporary = `${to}.${randomKey()}.part`
  try {
    await pipeline(createReadStream(from), measure, createWriteStream(temporary, { mode: 0o600 }))
    await rename(temporary, to)
  } finally {
    await rm(temporary, { force: true })
  }
  return { size_bytes, sha256: hash.digest('hex') }
}

export const hashFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Yields the paths, relative to the data folder, of all files that belong to a backup. */
async function* listDataFiles(data_dir: string): AsyncGenerator<string> {
  for (const file of keyFiles) yield file
  const folders: string[] = [...dataFolders]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(path.join(data_dir, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const entry of entries) {
      const file = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) folders.push(file)
      // Files that are being written get their name when they are complete.
      else if (entry.isFile() && !entry.name.endsWith('.part')) yield file
    }
  }
}

/** Reads the list of files of a complete backup. */
export async function* readFileList(backup: string): AsyncGenerator<FileEntry> {
  for await (const lines of readLines(path.join(backup, FILE_LIST)))
    for (const line of lines) yield FileEntry.parse(JSON.parse(line))
}

/**
 * Returns a function that copies new and changed files into the backup, each time it is called. A file that disappears
 * meanwhile is left out.
 */
export const createFileCopier = async (data_dir: string, backup: string, previous: string | undefined) => {
  const unchanged = new Map<string, FileEntry>()
  if (previous !== undefined) for await (const entry of readFileList(previous)) unchanged.set(entry.path, entry)
  const entries = new Map<string, FileEntry>()
  const isSame = (entry: FileEntry | undefined, file: { size: number; mtimeMs: number }) =>
    entry?.size_bytes === file.size && entry.modified_ms === file.mtimeMs

  const copy = async (file: string) => {
    const source = path.join(data_dir, file)
    const stats = await stat(source)
    if (isSame(entries.get(file), stats)) return
    const target = path.join(backup, file)
    const previousEntry = unchanged.get(file)
    if (previousEntry && previous !== undefined && isSame(previousEntry, stats)) {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const isLinked = await link(path.join(previous, file), target).then(
        () => true,
        () => false,
      )
      if (isLinked) {
        entries.set(file, previousEntry)
        return
      }
    }
    const fileCopy = await copyHashed(source, target)
    entries.set(file, { path: file, modified_ms: stats.mtimeMs, ...fileCopy })
  }

  const copyAll = async () => {
    for await (const file of listDataFiles(data_dir))
      await copy(file).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
  }
  return { copyAll, entries: () => [...entries.values()] }
}
