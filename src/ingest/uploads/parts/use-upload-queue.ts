/**
 * Queue of the files that this page uploads, one at a time; each can be paused, resumed and canceled. The server learns
 * of a file when its turn comes, because it allows few open uploads.
 */
import { useCallback, useEffect, useRef, useState } from 'react'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toUserMessage } from '#platform/http/user-message.ts'

import { checkAgain, removeUpload, type UploadProgress, type UploadRow } from '../contract.ts'
import { identityOf, mismatchReason, type FileIdentity } from './same-file.ts'
import { createFileUpload, sendFile, type UploadPhase, type FileUpload } from './send-file.ts'

export type UploadTransfer = {
  phase: UploadPhase | 'waiting' | 'paused' | 'failed'
  sent_bytes: number
  problem?: string
}

type Begin = (facts: FileIdentity) => Promise<UploadProgress>
/** With the choices that were on the page when the file was chosen, such as its shoot. */
type ChosenFile = { file: File; begin: Begin }

type UploadQueueOptions = {
  begin: Begin
  /** Called when the server's state has changed. */
  onChanged: () => Promise<void>
}

const FALLBACK = 'Something went wrong.'

/** Of two cards, "A/C0001.MP4" and "B/C0001.MP4". */
const pathOf = (file: File) => file.webkitRelativePath || file.name

const fileKey = (file: File) => JSON.stringify([pathOf(file), identityOf(file)])

export const useUploadQueue = ({ begin, onChanged }: UploadQueueOptions) => {
  const [transfers, setTransfers] = useState<ReadonlyMap<number, UploadTransfer>>(new Map())
  const [problems, setProblems] = useState<readonly string[]>([])
  const files = useRef(new Map<number, FileUpload>())
  const waiting = useRef<number[]>([])
  const chosen = useRef<ChosenFile[]>([])
  const [chosen_count, setChosenCount] = useState(0)
  const isRunning = useRef(false)
  const isLeft = useRef(false)
  const active = useRef<{ id: number; controller: AbortController }>(undefined)

  const setTransfer = useCallback((id: number, transfer: UploadTransfer | undefined) => {
    setTransfers(before => {
      const after = new Map(before)
      if (transfer) after.set(id, transfer)
      else after.delete(id)
      return after
    })
  }, [])

  const check = useCallback(
    async (id: number) => {
      try {
        await call(checkAgain, { params: { id: String(id) } })
      } catch (error) {
        setProblems([toUserMessage(error, FALLBACK)])
      }
      await onChanged()
    },
    [onChanged],
  )

  /** Tells the server of a chosen file. Returns its upload, or undefined when there is nothing to send. */
  const register = useCallback(
    async ({ file, begin: beginUpload }: ChosenFile): Promise<number | undefined> => {
      try {
        const { id, state, received_bytes } = await beginUpload(identityOf(file))
        // The server has all of a failed upload: only retry its check.
        if (state === 'failed') {
          await check(id)
          return undefined
        }
        // A paused or unreadable upload resumes with the file as it is now.
        files.current.set(id, createFileUpload(id, file))
        setTransfer(id, { phase: 'waiting', sent_bytes: received_bytes })
        await onChanged()
        return id
      } catch (error) {
        const message = toUserMessage(error, FALLBACK)
        // The files after it would get the same answer.
        const others = error instanceof Refusal && error.status === 429 ? chosen.current.splice(0).length : 0
        const subject = others === 0 ? pathOf(file) : `${pathOf(file)} and ${others} more`
        setProblems(problems => [...problems, `${subject}: ${message}`])
        return undefined
      }
    },
    [check, onChanged, setTransfer],
  )

  const send = useCallback(
    async (id: number) => {
      const upload = files.current.get(id)
      if (!upload) return
      const controller = new AbortController()
      active.current = { id, controller }
      try {
        await sendFile(upload, (phase, sent_bytes) => setTransfer(id, { phase, sent_bytes }), controller.signal)
        files.current.delete(id)
        await onChanged()
        setTransfer(id, undefined)
      } catch (error) {
        // Pausing and removing set their own state.
        if (!controller.signal.aborted)
          setTransfer(id, { phase: 'failed', sent_bytes: upload.hashed_bytes, problem: toUserMessage(error, FALLBACK) })
      } finally {
        active.current = undefined
      }
    },
    [onChanged, setTransfer],
  )

  const processQueue = useCallback(async () => {
    if (isRunning.current) return
    isRunning.current = true
    while (!isLeft.current) {
      let id = waiting.current.shift()
      if (id === undefined) {
        const next = chosen.current.shift()
        if (!next) break
        id = await register(next)
        setChosenCount(chosen.current.length)
      }
      if (id !== undefined && !isLeft.current) await send(id)
    }
    isRunning.current = false
  }, [register, send])

  const enqueue = useCallback(
    (id: number, sent_bytes: number) => {
      if (!waiting.current.includes(id)) waiting.current.push(id)
      setTransfer(id, { phase: 'waiting', sent_bytes })
      void processQueue()
    },
    [setTransfer, processQueue],
  )

  const stop = (id: number) => {
    waiting.current = waiting.current.filter(queued => queued !== id)
    if (active.current?.id === id) active.current.controller.abort()
  }

  const choose = (newFiles: readonly File[]) => {
    setProblems([])
    const queued = [active.current?.id, ...waiting.current].flatMap(id => files.current.get(id ?? 0)?.file ?? [])
    const known = new Set([...queued, ...chosen.current.map(({ file }) => file)].map(fileKey))
    chosen.current.push(...newFiles.filter(file => !known.has(fileKey(file))).map(file => ({ file, begin })))
    setChosenCount(chosen.current.length)
    void processQueue()
  }

  /** Resumes an upload that an earlier visit to this page began. */
  const resumeWith = ({ id, file_name, size_bytes, modified_ms, received_bytes }: UploadRow, file: File) => {
    const problem = mismatchReason({ file_name, size_bytes, modified_ms }, identityOf(file))
    setProblems(problem === undefined ? [] : [problem])
    if (problem !== undefined) return
    files.current.set(id, createFileUpload(id, file))
    enqueue(id, received_bytes)
  }

  const pause = (id: number) => {
    stop(id)
    setTransfer(id, { phase: 'paused', sent_bytes: transfers.get(id)?.sent_bytes ?? 0 })
  }

  const resume = (id: number) => enqueue(id, transfers.get(id)?.sent_bytes ?? 0)

  const remove = async (id: number) => {
    stop(id)
    try {
      await call(removeUpload, { params: { id: String(id) } })
      files.current.delete(id)
      setTransfer(id, undefined)
    } catch (error) {
      setProblems([toUserMessage(error, FALLBACK)])
    }
    await onChanged()
  }

  const isBusy =
    chosen_count > 0 || [...transfers.values()].some(({ phase }) => phase !== 'paused' && phase !== 'failed')
  useEffect(() => {
    if (!isBusy) return
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmLeave)
    return () => removeEventListener('beforeunload', confirmLeave)
  }, [isBusy])
  // Leaving the page pauses the uploads.
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      waiting.current = []
      chosen.current = []
      active.current?.controller.abort()
    }
  }, [])
  return { transfers, problems, chosen_count, choose, resumeWith, pause, resume, check, remove }
}
