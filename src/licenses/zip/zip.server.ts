/** Streams many files as one zip: uncompressed, with ZIP64 where needed, never whole in memory. */
import type { Readable } from 'node:stream'

import yazl from 'yazl'

export type ZipEntry = { name: string } & (
  | { bytes: Buffer }
  | {
      size_bytes: number
      /** Opened when the zip reaches the entry. */
      read: () => Promise<Readable>
    }
)

export type ZipStream = {
  size_bytes: number
  /** Closing it also closes the file that is being read. */
  stream: Readable
}

const uncompressed = { compress: false } as const

/** `created_at` is the date of every entry. The stream fails when a file fails or does not have its stated size. */
export const createZip = (entries: readonly ZipEntry[], created_at: Date): ZipStream => {
  const zip = new yazl.ZipFile()
  const stream = zip.outputStream as Readable
  let reading: Readable | undefined
  const fail = (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  stream.on('close', () => reading?.destroy())

  const openEntry = async (read: () => Promise<Readable>) => {
    const file = await read()
    reading = file.on('error', fail)
    if (stream.destroyed) file.destroy()
    return file
  }
  for (const entry of entries) {
    const options = { ...uncompressed, mtime: created_at }
    if ('bytes' in entry) zip.addBuffer(entry.bytes, entry.name, options)
    else
      zip.addReadStreamLazy(entry.name, { ...options, size: entry.size_bytes }, provide => {
        void openEntry(entry.read).then(file => provide(null, file), fail)
      })
  }
  let size_bytes = -1
  // The library's types lack the callback with the size.
  const endZip = zip.end.bind(zip) as unknown as (callback: (total: number) => void) => void
  endZip(total => (size_bytes = total))
  if (size_bytes < 0) throw new Error('The size of a zip must be known before it is sent.')
  return { size_bytes, stream }
}
