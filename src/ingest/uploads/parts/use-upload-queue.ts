/** Queue of the files that this page uploads, one at a time; each can be paused, resumed and canceled. */
import { useCallback, useEffect, useRef, useState } from 'react'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'

import { checkAgain, removeUpload, type UploadProgress, type UploadRow } from '../contract.ts'
import { identityOf, mismatchReason, type FileIdentity } from './same-file.ts'
import { createFileUpload, sendFile, type UploadPhase, type FileUpload } from './send-file.ts'

export type UploadTransfer = {
  phase: UploadPhase | 'waiting' | 'paused' | 'failed'
  sent_bytes: number
  problem?: string
}

type UploadQueueOptions = {
  begin: (facts: FileIdentity) => Promise<UploadProgress>
  /** Called when the server's state has changed. */
  onChanged: () => Promise<void>
}

const FALLBACK = 'Something went wrong.'

export const useUploadQueue = ({ begin, onChanged }: UploadQueueOptions) => {
  const [transfers, setTransfers] = useState<ReadonlyMap<number, UploadTransfer>>(new Map())
  const [problems, setProblems] = useState<readonly string[]>([])
  const files = useRef(new Map<number, FileUpload>())
  const waiting = useRef<number[]>([])
  const active = useRef<{ id: number; controller: AbortController }>(undefined)

  const setTransfer = useCallback((id: number, transfer: UploadTransfer | undefined) => {
    setTransfers(before => {
      const after = new Map(before)
      if (transfer) after.set(id, transfer)
      else after.delete(id)
      return after
    })
  }, [])

  const processQueue = useCallback(async () => {
    if (active.current) return
    for (let id = waiting.current.shift(); id !== undefined; id = waiting.current.shift()) {
      const upload = files.current.get(id)
      if (!upload) continue
      const upload_id = id
      const controller = new AbortController()
      active.current = { id, controller }
      try {
        await sendFile(upload, (phase, sent_bytes) => setTransfer(upload_id, { phase, sent_bytes }), controller.signal)
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
    }
  }, [onChanged, setTransfer])

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

  const check = async (id: number) => {
    try {
      await call(checkAgain, { params: { id: String(id) } })
    } catch (error) {
      setProblems([toUserMessage(error, FALLBACK)])
    }
    await onChanged()
  }

  const choose = async (chosen: readonly File[]) => {
    const messages: string[] = []
    setProblems(messages)
    for (const file of chosen) {
      try {
        const { id, state, received_bytes } = await begin(identityOf(file))
        if (active.current?.id === id || waiting.current.includes(id)) continue
        // The server has all of a failed upload: only retry its check.
        if (state === 'failed') {
          await check(id)
          continue
        }
        // A paused or unreadable upload resumes with the file as it is now.
        files.current.set(id, createFileUpload(id, file))
        await onChanged()
        enqueue(id, received_bytes)
      } catch (error) {
        messages.push(`${file.name}: ${toUserMessage(error, FALLBACK)}`)
        setProblems([...messages])
      }
    }
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

  const isBusy = [...transfers.values()].some(({ phase }) => phase !== 'paused' && phase !== 'failed')
  useEffect(() => {
    if (!isBusy) return
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmLeave)
    return () => removeEventListener('beforeunload', confirmLeave)
  }, [isBusy])
  // Leaving the page pauses the uploads.
  useEffect(
    () => () => {
      waiting.current = []
      active.current?.controller.abort()
    },
    [],
  )
  return { transfers, problems, choose, resumeWith, pause, resume, check, remove }
}
