/** Pieces of a file on disk, each named by its first byte, until they are joined to one file. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { randomKey } from '#platform/ids.server.ts'

type PieceDeps = { config: Pick<Deps['config'], 'data_dir'> }

export const uploadsFolder = ({ config }: PieceDeps): string => path.join(config.data_dir, 'uploads')
const folderOf = (deps: PieceDeps, id: number) => path.join(uploadsFolder(deps), String(id))
const pieceAt = (folder: string, offset: number) => path.join(folder, `${offset}.piece`)

/** Returns the disk space that is available, in bytes. */
export const readFreeBytes = async ({ config }: PieceDeps): Promise<number> => {
  const { bavail, bsize } = await statfs(config.data_dir)
  return bavail * bsize
}

export type ReceivedPiece = {
  size_bytes: number
  /** Stores it as the piece at its offset. */
  keep: () => Promise<void>
  drop: () => Promise<void>
}

/**
 * Streams a piece to disk. Bytes that arrived before the connection broke count. More than `max_bytes` is refused (413)
 * and nothing of it is stored. Disk errors are thrown.
 */
export const receivePiece = async (
  deps: PieceDeps,
  { id, offset, max_bytes }: { id: number; offset: number; max_bytes: number },
  source: Readable,
): Promise<ReceivedPiece> => {
  const folder = folderOf(deps, id)
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${randomKey()}.part`)
  const drop = () => rm(file, { force: true })
  try {
    const size_bytes = await writeStream(file, source, max_bytes)
    return { size_bytes, keep: () => rename(file, pieceAt(folder, offset)), drop }
  } catch (error) {
    await drop()
    throw error
  }
}

const writeStream = async (file: string, source: Readable, max_bytes: number): Promise<number> => {
  const handle = await open(file, 'wx')
  let size = 0
  try {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    for (;;) {
      const next = await chunks.next().catch(() => undefined)
      if (!next || next.done) return size
      if (size + next.value.length > max_bytes) throw refuse(413, 'This piece is larger than what is left of the file.')
      await handle.write(next.value)
      size += next.value.length
    }
  } finally {
    await handle.close()
  }
}

/** Joins the pieces to one file, replaces an existing one, and returns its SHA-256. Reports the percentage to `onProgress`. */
export const joinPieces = async (
  deps: PieceDeps,
  { id, size_bytes }: { id: number; size_bytes: number },
  target: string,
  onProgress: (percent: number) => void = () => {},
): Promise<string> => {
  const folder = folderOf(deps, id)
  const hash = createHash('sha256')
  const inOrder = async function* () {
    for (let at = 0; at < size_bytes;) {
      const start = at
      for await (const chunk of createReadStream(pieceAt(folder, at)) as AsyncIterable<Buffer>) {
        at += chunk.length
        hash.update(chunk)
        onProgress(Math.floor((100 * at) / size_bytes))
        yield chunk
      }
      if (at === start) throw new Error(`Upload ${id} has no piece at ${start}.`)
    }
  }
  await mkdir(path.dirname(target), { recursive: true })
  const partFile = `${target}.${randomKey()}.part`
  try {
    await pipeline(inOrder, createWriteStream(partFile))
    await rename(partFile, target)
  } finally {
    await rm(partFile, { force: true })
  }
  return hash.digest('hex')
}

export const deletePieces = (deps: PieceDeps, id: number): Promise<void> =>
  rm(folderOf(deps, id), { recursive: true, force: true })
