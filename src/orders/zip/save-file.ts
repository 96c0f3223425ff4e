/** One file straight to disk: written as it comes, taken up again where it broke off, never whole in memory. */

/** What browsers give for a folder or file that somebody chose; TypeScript does not know all of it yet. */
export type Folder = Pick<FileSystemDirectoryHandle, 'getFileHandle'>

type Save = {
  folder: Folder
  /** A fresh short-lived address, and the name to save under. */
  address: () => Promise<{ url: string; name: string }>
  signal: AbortSignal
  /** How many bytes lie on the disk, and how many there will be. */
  told: (done_bytes: number, size_bytes: number) => void
  /** Stands in for the browser's in tests. */
  get?: typeof fetch
}

/** A line that breaks this often without a single byte between is down. */
const most_tries = 4

/** How long the whole file is, by the answer to a part of it. */
const wholeSize = (answer: Response): number =>
  Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? answer.headers.get('content-length') ?? 0)

/**
 * Saves a file into a folder. What lies there under its name already is kept and gone on from. Throws the answer's words
 * when the shop refuses, AbortError when `signal` stops it: what has come by then stays.
 */
export const saveFile = async ({ folder, address, signal, told, get = fetch }: Save): Promise<void> => {
  const { name } = await address()
  const handle = await folder.getFileHandle(name, { create: true })
  let done = (await handle.getFile()).size
  const disk = await handle.createWritable({ keepExistingData: true })
  try {
    for (let tries = 0; ;) {
      signal.throwIfAborted()
      const before = done
      try {
        // Each time a new address: the last one may be too old by now.
        const { url } = await address()
        const answer = await get(url, { signal, headers: done > 0 ? { range: `bytes=${done}-` } : {} })
        if (answer.status === 416 && wholeSize(answer) === done) return told(done, done)
        if (answer.status === 416 || answer.status === 200) {
          // Something else lies there, or the whole comes anew.
          done = 0
          await disk.truncate(0)
          if (answer.status === 416) continue
        }
        if (!answer.ok || !answer.body) throw new Refused(await wordsOf(answer))
        const size = wholeSize(answer)
        told(done, size)
        for (const reader = answer.body.getReader(); ;) {
          const { value, done: ended } = await reader.read()
          if (ended) break
          await disk.write({ type: 'write', position: done, data: value })
          done += value.length
          told(done, size)
        }
        if (done >= size) return
      } catch (error) {
        if (error instanceof Refused || signal.aborted) throw error
        tries = done > before ? 0 : tries + 1
        if (tries >= most_tries) throw error
      }
    }
  } finally {
    // Only a closed file is on the disk for good.
    await disk.close()
  }
}

/** The shop said no. */
export class Refused extends Error {}

const wordsOf = async (answer: Response): Promise<string> => {
  const said = (await answer.json().catch(() => null)) as { message?: string } | null
  return said?.message ?? 'The file could not be fetched. Please try again.'
}
