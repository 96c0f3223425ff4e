/** Saves a file to disk as it arrives, resumes after interruptions, and never holds it in memory. */

/** The folder handle that browsers return for a picked folder. TypeScript does not know all of it yet. */
export type SaveFolder = Pick<FileSystemDirectoryHandle, 'getFileHandle'>

type SaveFileOptions = {
  folder: SaveFolder
  /** Returns a fresh short-lived URL and the name to save under. */
  getLink: () => Promise<{ url: string; name: string }>
  signal: AbortSignal
  /** Called with the number of bytes on disk and the file's size. */
  onProgress: (done_bytes: number, size_bytes: number) => void
  /** Replaces the browser's `fetch` in tests. */
  fetchFile?: typeof fetch
}

/** A connection is given up when it breaks this often in a row without a single byte. */
const MAX_ATTEMPTS = 4

/** Reads the size of the whole file from the response to a range request. */
const getFileSize = (response: Response): number =>
  Number(
    /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? response.headers.get('content-length') ?? 0,
  )

/**
 * Saves a file into a folder and resumes from the bytes that exist under its name. Throws the server's message when it
 * refuses, and AbortError when `signal` aborts. Received bytes stay on disk.
 */
export const saveFile = async ({
  folder,
  getLink,
  signal,
  onProgress,
  fetchFile = fetch,
}: SaveFileOptions): Promise<void> => {
  const { name } = await getLink()
  const handle = await folder.getFileHandle(name, { create: true })
  let saved_bytes = (await handle.getFile()).size
  const disk = await handle.createWritable({ keepExistingData: true })
  try {
    for (let attempts = 0; ;) {
      signal.throwIfAborted()
      const before = saved_bytes
      try {
        // Each attempt gets a new URL, because the last one may have expired.
        const { url } = await getLink()
        const response = await fetchFile(url, {
          signal,
          headers: saved_bytes > 0 ? { range: `bytes=${saved_bytes}-` } : {},
        })
        if (response.status === 416 && getFileSize(response) === saved_bytes)
          return onProgress(saved_bytes, saved_bytes)
        if (response.status === 416 || response.status === 200) {
          // The existing file is another one, or the server sends the file from the start.
          saved_bytes = 0
          await disk.truncate(0)
          if (response.status === 416) continue
        }
        if (!response.ok || !response.body) throw new DownloadRefusedError(await readMessage(response))
        const size = getFileSize(response)
        onProgress(saved_bytes, size)
        for (const reader = response.body.getReader(); ;) {
          const { value, done: ended } = await reader.read()
          if (ended) break
          await disk.write({ type: 'write', position: saved_bytes, data: value })
          saved_bytes += value.length
          onProgress(saved_bytes, size)
        }
        if (saved_bytes >= size) return
      } catch (error) {
        if (error instanceof DownloadRefusedError || signal.aborted) throw error
        attempts = saved_bytes > before ? 0 : attempts + 1
        if (attempts >= MAX_ATTEMPTS) throw error
      }
    }
  } finally {
    // The file is on disk only once it is closed.
    await disk.close()
  }
}

/** The server refused the download. */
export class DownloadRefusedError extends Error {}

const readMessage = async (response: Response): Promise<string> => {
  const body = (await response.json().catch(() => null)) as { message?: string } | null
  return body?.message ?? 'The file could not be fetched. Please try again.'
}
