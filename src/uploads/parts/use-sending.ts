/** Files on their way from this page: one is sent, the others wait; each can be paused, gone on with and broken off. */
import { useCallback, useEffect, useRef, useState } from 'react'

import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'

import { checkAgain, removeUpload, type Progress, type UploadRow } from '../contract.ts'
import { factsOf, whyAnother, type FileFacts } from './same-file.ts'
import { beginSending, sendFile, type Phase, type Sending } from './send-file.ts'

export type OnItsWay = { phase: Phase | 'waiting' | 'paused' | 'failed'; sent_bytes: number; problem?: string }

type Options = {
  begin: (facts: FileFacts) => Promise<Progress>
  /** Something is different for the server, too. */
  onChanged: () => Promise<void>
}

const fallback = 'Something went wrong.'

export const useSending = ({ begin, onChanged }: Options) => {
  const [ways, setWays] = useState<ReadonlyMap<number, OnItsWay>>(new Map())
  const [problems, setProblems] = useState<readonly string[]>([])
  const files = useRef(new Map<number, Sending>())
  const waiting = useRef<number[]>([])
  const active = useRef<{ id: number; controller: AbortController }>(undefined)

  const show = useCallback((id: number, way: OnItsWay | undefined) => {
    setWays(before => {
      const after = new Map(before)
      if (way) after.set(id, way)
      else after.delete(id)
      return after
    })
  }, [])

  const work = useCallback(async () => {
    if (active.current) return
    for (let id = waiting.current.shift(); id !== undefined; id = waiting.current.shift()) {
      const sending = files.current.get(id)
      if (!sending) continue
      const one = id
      const controller = new AbortController()
      active.current = { id, controller }
      try {
        await sendFile(sending, (phase, sent_bytes) => show(one, { phase, sent_bytes }), controller.signal)
        files.current.delete(id)
        await onChanged()
        show(id, undefined)
      } catch (error) {
        // What was paused or broken off says so itself.
        if (!controller.signal.aborted)
          show(id, { phase: 'failed', sent_bytes: sending.summed, problem: firstText(error, fallback) })
      } finally {
        active.current = undefined
      }
    }
  }, [onChanged, show])

  const enqueue = useCallback(
    (id: number, sent_bytes: number) => {
      if (!waiting.current.includes(id)) waiting.current.push(id)
      show(id, { phase: 'waiting', sent_bytes })
      void work()
    },
    [show, work],
  )

  const stop = (id: number) => {
    waiting.current = waiting.current.filter(one => one !== id)
    if (active.current?.id === id) active.current.controller.abort()
  }

  const check = async (id: number) => {
    try {
      await call(checkAgain, { params: { id: String(id) } })
    } catch (error) {
      setProblems([firstText(error, fallback)])
    }
    await onChanged()
  }

  const choose = async (chosen: readonly File[]) => {
    const told: string[] = []
    setProblems(told)
    for (const file of chosen) {
      try {
        const { id, state, received_bytes } = await begin(factsOf(file))
        if (active.current?.id === id || waiting.current.includes(id)) continue
        // One that failed on our side is here: it is only checked again.
        if (state === 'failed') {
          await check(id)
          continue
        }
        // One that was paused or could not be read goes on with the file as it is now.
        files.current.set(id, beginSending(id, file))
        await onChanged()
        enqueue(id, received_bytes)
      } catch (error) {
        told.push(`${file.name}: ${firstText(error, fallback)}`)
        setProblems([...told])
      }
    }
  }

  /** Goes on with one that an earlier visit to this page began. */
  const goOn = ({ id, file_name, size_bytes, modified_ms, received_bytes }: UploadRow, file: File) => {
    const problem = whyAnother({ file_name, size_bytes, modified_ms }, factsOf(file))
    setProblems(problem === undefined ? [] : [problem])
    if (problem !== undefined) return
    files.current.set(id, beginSending(id, file))
    enqueue(id, received_bytes)
  }

  const pause = (id: number) => {
    stop(id)
    show(id, { phase: 'paused', sent_bytes: ways.get(id)?.sent_bytes ?? 0 })
  }

  const resume = (id: number) => enqueue(id, ways.get(id)?.sent_bytes ?? 0)

  const remove = async (id: number) => {
    stop(id)
    try {
      await call(removeUpload, { params: { id: String(id) } })
      files.current.delete(id)
      show(id, undefined)
    } catch (error) {
      setProblems([firstText(error, fallback)])
    }
    await onChanged()
  }

  const isBusy = [...ways.values()].some(({ phase }) => phase !== 'paused' && phase !== 'failed')
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])
  // Whoever leaves the page finds it paused when they come back.
  useEffect(
    () => () => {
      waiting.current = []
      active.current?.controller.abort()
    },
    [],
  )
  return { ways, problems, choose, goOn, pause, resume, check, remove }
}
