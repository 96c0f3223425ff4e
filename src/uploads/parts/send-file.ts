/** Sends one file in pieces and goes on after whatever breaks: the server says how much has come. */
import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'

import { finishUpload, getUpload, type Progress } from '../contract.ts'
import { piece_bytes } from '../limits.ts'
import { sha256, type Sum } from '../sha256.ts'

export type Phase = 'reading' | 'sending' | 'broken' | 'finishing'

/** What has been sent and summed up so far; kept while it is paused. */
export type Sending = { upload_id: number; file: File; sum: Sum; summed: number; hex?: string }

export const beginSending = (upload_id: number, file: File): Sending => ({ upload_id, file, sum: sha256(), summed: 0 })

type Heard = (phase: Phase, sent_bytes: number) => void

/** Small enough that the page stays at hand while it is summed up. */
const slice_bytes = 1_048_576
const pauses_ms = [1_000, 2_000, 5_000, 15_000, 30_000]

/** The browser's word that the file is not what it was. */
const changed_text = 'The file can no longer be read: it was changed or moved. Choose it again.'

const readFrom = (file: File, from: number, to: number): Promise<ArrayBuffer> =>
  file
    .slice(from, to)
    .arrayBuffer()
    .catch(() => {
      throw new Refusal(422, changed_text)
    })

const sumUpTo = async (sending: Sending, end: number, { heard, signal }: { heard?: Heard; signal: AbortSignal }) => {
  while (sending.summed < end) {
    signal.throwIfAborted()
    const to = Math.min(end, sending.summed + slice_bytes)
    const bytes = await readFrom(sending.file, sending.summed, to)
    sending.sum.add(new Uint8Array(bytes))
    sending.summed = to
    heard?.('reading', sending.summed)
  }
}

const refusalIn = (request: XMLHttpRequest): Refusal => {
  const said = request.response as { message?: string; meta?: Record<string, unknown> } | null
  return new Refusal(request.status, said?.message ?? 'Something went wrong.', {}, said?.meta ?? {})
}

/** Answers how much has come then. Only XMLHttpRequest tells how far a body is. */
const sendPiece = (
  { upload_id, file }: Sending,
  from: number,
  { heard, signal }: { heard: (sent_bytes: number) => void; signal: AbortSignal },
) =>
  new Promise<number>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('PUT', `/api/uploads/${upload_id}/pieces/${from}`)
    request.responseType = 'json'
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => heard(Math.min(from + loaded, file.size)))
    request.addEventListener('load', () => {
      if (request.status !== 200) return reject(refusalIn(request))
      resolve((request.response as { data: Progress }).data.received_bytes)
    })
    request.addEventListener('error', () => reject(new Refusal(0, 'The connection broke.')))
    request.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop, { once: true })
    request.send(file.slice(from, from + piece_bytes))
  })

/** Whether trying again may do: the line or the shop was away, or another tab sent a piece meanwhile. */
const isPassing = (error: unknown) =>
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
    // Nobody waits once the line is back.
    addEventListener('online', () => resolve(), { once: true })
  })

/** Sends all that has not come yet and has it checked. Throws the refusal that ends it, an AbortError when it was stopped. */
export const sendFile = async (sending: Sending, heard: Heard, signal: AbortSignal): Promise<Progress> => {
  const { upload_id, file } = sending
  const params = { id: String(upload_id) }
  for (let tries = 0; ;) {
    try {
      let { data: progress } = await call(getUpload, { params }, { signal })
      while (progress.state === 'uploading' && progress.received_bytes < file.size) {
        const from = progress.received_bytes
        const isFarBehind = from - sending.summed > piece_bytes
        await sumUpTo(sending, from, { signal, ...(isFarBehind && { heard }) })
        heard('sending', from)
        const received_bytes = await sendPiece(sending, from, { heard: sent => heard('sending', sent), signal }).catch(
          async (error: unknown) => {
            // A request whose file is gone ends as if the line were.
            if (!signal.aborted) await readFrom(file, from, from + 1)
            throw error
          },
        )
        tries = 0
        progress = { ...progress, received_bytes }
      }
      if (progress.state !== 'uploading') return progress
      await sumUpTo(sending, file.size, { signal })
      heard('finishing', file.size)
      sending.hex ??= sending.sum.hex()
      return (await call(finishUpload, { params, body: { sha256: sending.hex } })).data
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      heard('broken', sending.summed)
      await pause(pauses_ms[Math.min(tries, pauses_ms.length - 1)] ?? 0, signal)
      tries += 1
    }
  }
}
