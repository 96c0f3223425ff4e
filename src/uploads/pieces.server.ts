/** Pieces of a file on disk: each lies by itself under the byte that it begins with, until all of them become one. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Deps } from '#platform/deps.ts'
import { randomKey } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'

type Around = { config: Pick<Deps['config'], 'data_dir'> }

export const uploadsFolder = ({ config }: Around): string => path.join(config.data_dir, 'uploads')
const folderOf = (around: Around, id: number) => path.join(uploadsFolder(around), String(id))
const pieceAt = (folder: string, offset: number) => path.join(folder, `${offset}.piece`)

/** Bytes that strangers may still fill. */
export const freeBytes = async ({ config }: Around): Promise<number> => {
  const { bavail, bsize } = await statfs(config.data_dir)
  return bavail * bsize
}

export type Arrived = {
  size_bytes: number
  /** Makes it the piece of that byte. */
  keep: () => Promise<void>
  drop: () => Promise<void>
}

/**
 * Writes what arrives to disk as it comes. What came before a line broke counts; what is more than `most` is refused
 * (413) and nothing of it is kept. The disk's own errors are thrown.
 */
export const arrive = async (
  around: Around,
  { id, offset, most }: { id: number; offset: number; most: number },
  source: Readable,
): Promise<Arrived> => {
  const folder = folderOf(around, id)
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${randomKey()}.part`)
  const drop = () => rm(file, { force: true })
  try {
    const size_bytes = await write(file, source, most)
    return { size_bytes, keep: () => rename(file, pieceAt(folder, offset)), drop }
  } catch (error) {
    await drop()
    throw error
  }
}

const write = async (file: string, source: Readable, most: number): Promise<number> => {
  const handle = await open(file, 'wx')
  let size = 0
  try {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    for (;;) {
      const next = await chunks.next().catch(() => undefined)
      if (!next || next.done) return size
      if (size + next.value.length > most) throw refuse(413, 'This piece is larger than what is left of the file.')
      await handle.write(next.value)
      size += next.value.length
    }
  } finally {
    await handle.close()
  }
}

/** Puts the pieces together as one file and answers its SHA-256; `heard` is told how far it is. What lies there already is written anew. */
export const join = async (
  around: Around,
  { id, size_bytes }: { id: number; size_bytes: number },
  target: string,
  heard: (percent: number) => void = () => {},
): Promise<string> => {
  const folder = folderOf(around, id)
  const hash = createHash('sha256')
  const inOrder = async function* () {
    for (let at = 0; at < size_bytes;) {
      const began = at
      for await (const chunk of createReadStream(pieceAt(folder, at)) as AsyncIterable<Buffer>) {
        at += chunk.length
        hash.update(chunk)
        heard(Math.floor((100 * at) / size_bytes))
        yield chunk
      }
      if (at === began) throw new Error(`Upload ${id} has no piece at ${began}.`)
    }
  }
  await mkdir(path.dirname(target), { recursive: true })
  const unfinished = `${target}.${randomKey()}.part`
  try {
    await pipeline(inOrder, createWriteStream(unfinished))
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
  }
  return hash.digest('hex')
}

export const dropPieces = (around: Around, id: number): Promise<void> =>
  rm(folderOf(around, id), { recursive: true, force: true })
