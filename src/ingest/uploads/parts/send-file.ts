/** Uploads one file in pieces and resumes after interruptions; the server knows how many bytes it has. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { finishUpload, getUpload, type UploadProgress } from '../contract.ts'
import { PIECE_BYTES } from '../limits.ts'

export type UploadPhase = 'reading' | 'sending' | 'broken' | 'finishing'

/** The state of a file upload, kept while it is paused. */
export type FileUpload = {
  upload_id: number
  file: File
  hash: ReturnType<typeof sha256.create>
  hashed_bytes: number
  hex?: string
}

export const createFileUpload = (upload_id: number, file: File): FileUpload => ({
  upload_id,
  file,
  hash: sha256.create(),
  hashed_bytes: 0,
})

type OnUploadProgress = (phase: UploadPhase, sent_bytes: number) => void

/** Small enough to keep the page responsive while it is hashed. */
const SLICE_BYTES = 1_048_576
const retryDelaysMs = [1_000, 2_000, 5_000, 15_000, 30_000]

/** Shown when the browser reports that the file has changed. */
const CHANGED_TEXT = 'The file can no longer be read: it was changed or moved. Choose it again.'

const readFrom = (file: File, from: number, to: number): Promise<ArrayBuffer> =>
  file
    .slice(from, to)
    .arrayBuffer()
    .catch(() => {
      throw new Refusal(422, CHANGED_TEXT)
    })

const hashUpTo = async (
  upload: FileUpload,
  end: number,
  { onProgress, signal }: { onProgress?: OnUploadProgress; signal: AbortSignal },
) => {
  while (upload.hashed_bytes < end) {
    signal.throwIfAborted()
    const to = Math.min(end, upload.hashed_bytes + SLICE_BYTES)
    const bytes = await readFrom(upload.file, upload.hashed_bytes, to)
    upload.hash.update(new Uint8Array(bytes))
    upload.hashed_bytes = to
    onProgress?.('reading', upload.hashed_bytes)
  }
}

const toRefusal = (request: XMLHttpRequest): Refusal => {
  const body = request.response as { message?: string; meta?: Record<string, unknown> } | null
  return new Refusal(request.status, body?.message ?? 'Something went wrong.', {}, body?.meta ?? {})
}

/** Resolves to the number of bytes received. Uses XMLHttpRequest, because fetch does not report upload progress. */
const sendPiece = (
  { upload_id, file }: FileUpload,
  from: number,
  { onProgress, signal }: { onProgress: (sent_bytes: number) => void; signal: AbortSignal },
) =>
  new Promise<number>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('PUT', `/api/uploads/${upload_id}/pieces/${from}`)
    request.responseType = 'json'
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(from + loaded, file.size)))
    request.addEventListener('load', () => {
      if (request.status !== 200) return reject(toRefusal(request))
      resolve((request.response as { data: UploadProgress }).data.received_bytes)
    })
    request.addEventListener('error', () => reject(new Refusal(0, 'The connection broke.')))
    request.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop, { once: true })
    request.send(file.slice(from, from + PIECE_BYTES))
  })

/** Whether a retry may help: the connection or the server failed, or another tab sent a piece in the meantime. */
const isTransient = (error: unknown) =>
  !(error instanceof Refusal) ||
  error.status === 0 ||
  error.status === 409 ||
  error.status === 429 ||
  error.status >= 500

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('Stopped.', 'AbortError'))
    }
    signal.addEventListener('abort', stop, { once: true })
    // Retry at once when the browser is online again.
    addEventListener('online', () => resolve(), { once: true })
  })

/** Sends the remaining bytes and starts the check. Throws the refusal that ends the upload, or an AbortError when it is stopped. */
export const sendFile = async (
  upload: FileUpload,
  onProgress: OnUploadProgress,
  signal: AbortSignal,
): Promise<UploadProgress> => {
  const { upload_id, file } = upload
  const params = { id: String(upload_id) }
  for (let attempts = 0; ;) {
    try {
      let { data: progress } = await call(getUpload, { params }, { signal })
      while (progress.state === 'uploading' && progress.received_bytes < file.size) {
        const from = progress.received_bytes
        const isFarBehind = from - upload.hashed_bytes > PIECE_BYTES
        await hashUpTo(upload, from, { signal, ...(isFarBehind && { onProgress }) })
        onProgress('sending', from)
        const received_bytes = await sendPiece(upload, from, {
          onProgress: sent_bytes => onProgress('sending', sent_bytes),
          signal,
        }).catch(async (error: unknown) => {
          // A request whose file is unreadable fails like a lost connection, so check the file.
          if (!signal.aborted) await readFrom(file, from, from + 1)
          throw error
        })
        attempts = 0
        progress = { ...progress, received_bytes }
      }
      if (progress.state !== 'uploading') return progress
      await hashUpTo(upload, file.size, { signal })
      onProgress('finishing', file.size)
      upload.hex ??= bytesToHex(upload.hash.digest())
      return (await call(finishUpload, { params, body: { sha256: upload.hex } })).data
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error
      onProgress('broken', upload.hashed_bytes)
      await pause(retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0, signal)
      attempts += 1
    }
  }
}
