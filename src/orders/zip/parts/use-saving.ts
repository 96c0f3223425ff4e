import { useRef, useState } from 'react'

import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'

import { downloadClip } from '../../clips-contract.ts'
import { untilReady } from '../../until-ready.ts'
import { keyOf, type ChosenFile } from '../chosen.ts'
import { Refused, saveFile, type Folder } from '../save-file.ts'

export type Saving = ChosenFile & {
  state: 'waiting' | 'saving' | 'stopped' | 'saved' | 'failed'
  done_bytes: number
  /** How far the file itself is, while it is still being made. */
  made_percent: number | null
  /** Why it failed. */
  why: string
}

type Picker = { showDirectoryPicker?: (options: { id: string; mode: 'readwrite' }) => Promise<Folder> }

/** Whether this browser can write into a folder that somebody chooses. */
export const canSaveFiles = (): boolean => typeof (window as Picker).showDirectoryPicker === 'function'

const addressOf = async ({ clip_id, format_id }: ChosenFile, waiting: Parameters<typeof untilReady>[1]) => {
  const ask = () => call(downloadClip, { params: { id: String(clip_id) }, body: { format_id } })
  const { data } = await untilReady(ask, waiting)
  return { url: data.url, name: new URL(data.url, location.origin).searchParams.get('name') ?? `${clip_id}` }
}

const wordsOf = (error: unknown) =>
  error instanceof Refused || error instanceof Refusal
    ? error.message
    : 'The connection broke off. What has come is kept: go on when you are online again.'

/** Files saved one after the other into a folder of this machine. Stopped or broken off, each goes on where it was. */
export const useSaving = () => {
  const [rows, setRows] = useState<readonly Saving[]>([])
  const [isSaving, setIsSaving] = useState(false)
  const folder = useRef<Folder>(null)
  const stopping = useRef<AbortController>(null)

  const change = (file: ChosenFile, now: Partial<Saving>) =>
    setRows(before => before.map(row => (keyOf(row) === keyOf(file) ? { ...row, ...now } : row)))

  const saveOne = async (into: Folder, file: Saving, signal: AbortSignal) => {
    change(file, { state: 'saving', why: '' })
    const told = (done_bytes: number, size_bytes: number) =>
      change(file, { done_bytes, size_bytes, made_percent: null })
    const waiting = { told: (made_percent: number) => change(file, { made_percent }), signal }
    try {
      await saveFile({ folder: into, address: () => addressOf(file, waiting), signal, told })
      change(file, { state: 'saved' })
    } catch (error) {
      change(file, signal.aborted ? { state: 'stopped' } : { state: 'failed', why: wordsOf(error) })
    }
  }

  const work = async (into: Folder, files: readonly Saving[]) => {
    const { signal } = (stopping.current = new AbortController())
    setIsSaving(true)
    for (const file of files) if (!signal.aborted && file.state !== 'saved') await saveOne(into, file, signal)
    setIsSaving(false)
  }

  return {
    rows,
    isSaving,
    /** Asks for a folder and begins; nothing happens when somebody thinks better of it. */
    begin: async (files: readonly ChosenFile[]) => {
      const into = await (window as Picker)
        .showDirectoryPicker?.({ id: 'clips', mode: 'readwrite' })
        .catch(() => undefined)
      if (!into) return
      folder.current = into
      const fresh = files.map((file): Saving => ({
        ...file,
        state: 'waiting',
        done_bytes: 0,
        made_percent: null,
        why: '',
      }))
      setRows(fresh)
      await work(into, fresh)
    },
    goOn: () => (folder.current ? work(folder.current, rows) : undefined),
    stop: () => stopping.current?.abort(),
  }
}
