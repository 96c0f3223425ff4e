/** Many files as one zip, made while it is sent: stored as they are, ZIP64 where it is needed, never whole in memory. */
import type { Readable } from 'node:stream'

import yazl from 'yazl'

export type ZipEntry = { name: string } & (
  | { bytes: Buffer }
  | {
      size_bytes: number
      /** Opened when its turn comes. */
      read: () => Promise<Readable>
    }
)

export type Zip = {
  size_bytes: number
  /** Whoever closes it ends the reading behind it, too. */
  stream: Readable
}

const stored = { compress: false } as const

/** `made_at` is the date of every entry. The stream fails when a file does, or is not as long as was said. */
export const zipOf = (entries: readonly ZipEntry[], made_at: Date): Zip => {
  const zip = new yazl.ZipFile()
  const stream = zip.outputStream as Readable
  let reading: Readable | undefined
  const fail = (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  stream.on('close', () => reading?.destroy())

  const open = async (read: () => Promise<Readable>) => {
    const file = await read()
    reading = file.on('error', fail)
    if (stream.destroyed) file.destroy()
    return file
  }
  for (const entry of entries) {
    const options = { ...stored, mtime: made_at }
    if ('bytes' in entry) zip.addBuffer(entry.bytes, entry.name, options)
    else
      zip.addReadStreamLazy(entry.name, { ...options, size: entry.size_bytes }, give => {
        void open(entry.read).then(file => give(null, file), fail)
      })
  }
  let size_bytes = -1
  // Its types know no callback that is told the size.
  const end = zip.end.bind(zip) as unknown as (told: (total: number) => void) => void
  end(total => (size_bytes = total))
  if (size_bytes < 0) throw new Error('The size of a zip must be known before it is sent.')
  return { size_bytes, stream }
}
