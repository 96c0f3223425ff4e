import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

import { randomKey } from '../ids.server.ts'

export type StoredFile = { size_bytes: number; read: (range?: { start: number; end: number }) => Readable }

/** Files by key. Keys are ours (`masters/…`, `renditions/…`), never a path from a client. */
export type Storage = {
  /** Takes a file from this machine under a key. Does nothing when the key is there already. */
  adopt: (key: string, file: string) => Promise<void>
  /** Keeps these bytes under a key, in the place of what was there. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Does nothing when there is no such file. */
  remove: (key: string) => Promise<void>
  /** undefined when there is no such file. */
  open: (key: string) => Promise<StoredFile | undefined>
}

export const keyShape = /^[a-z0-9]+(?:[._/-][a-z0-9]+)*$/i

/** Under its name there is a whole file or none, also when the process dies while it copies. */
const copyWhole = async (from: string, to: string) => {
  const unfinished = `${to}.${randomKey()}.part`
  await copyFile(from, unfinished)
  await rename(unfinished, to)
}

/** Storage in a folder of this machine. */
export const openDisk = (root: string): Storage => {
  const placeOf = (key: string) => {
    if (!keyShape.test(key)) throw new Error('A storage key has letters, digits, dots, dashes and slashes only.')
    return path.join(root, key)
  }
  return {
    adopt: async (key, file) => {
      const place = placeOf(key)
      await mkdir(path.dirname(place), { recursive: true })
      // A second name for the same bytes where the disk allows it: the demo shop is ready at once and takes no extra room.
      await link(file, place).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') await copyWhole(file, place)
      })
    },
    put: async (key, bytes) => {
      const place = placeOf(key)
      await mkdir(path.dirname(place), { recursive: true })
      const unfinished = `${place}.${randomKey()}.part`
      await writeFile(unfinished, bytes)
      await rename(unfinished, place)
    },
    remove: async key => {
      await rm(placeOf(key), { force: true })
    },
    open: async key => {
      const place = placeOf(key)
      const found = await stat(place).catch(() => undefined)
      if (!found?.isFile()) return undefined
      return { size_bytes: found.size, read: range => createReadStream(place, range) }
    },
  }
}
