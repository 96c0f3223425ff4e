import { useRef, useState } from 'react'

import { CONSENT_REQUIRED_TEXT } from '#orders/consumer.ts'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { downloadClip } from '../../contract.ts'
import { untilReady } from '../../until-ready.ts'
import { isAbortError } from '../../use-until-ready.ts'
import { getFileKey, type SelectedFile } from '../file-selection.ts'
import { DownloadRefusedError, saveFile, type SaveFolder } from '../save-file.ts'

export type SavingFile = SelectedFile & {
  state: 'waiting' | 'saving' | 'stopped' | 'saved' | 'failed'
  done_bytes: number
  /** The progress of the file's transcode, while that is in progress. */
  transcode_percent: number | null
  /** Why it failed. */
  why: string
}

type DirectoryPickerWindow = {
  showDirectoryPicker?: (options: { id: string; mode: 'readwrite' }) => Promise<SaveFolder>
}

/** Whether this browser can write into a folder that the user picks. */
export const canSaveFiles = (): boolean => typeof (window as DirectoryPickerWindow).showDirectoryPicker === 'function'

const requestLink = async ({ clip_id, format_id }: SelectedFile, options: Parameters<typeof untilReady>[1]) => {
  const request = () => call(downloadClip, { params: { id: String(clip_id) }, body: { format_id } })
  const { data } = await untilReady(request, options)
  return { url: data.url, name: new URL(data.url, location.origin).searchParams.get('name') ?? `${clip_id}` }
}

const toErrorText = (error: unknown) =>
  error instanceof DownloadRefusedError || error instanceof Refusal
    ? error.message
    : isAbortError(error)
      ? CONSENT_REQUIRED_TEXT
      : 'The connection was lost. Received data is saved: continue when you are online again.'

/** Saves files one after the other into a local folder. A stopped or interrupted file resumes where it was. */
export const useSaving = () => {
  const [rows, setRows] = useState<readonly SavingFile[]>([])
  const [isSaving, setIsSaving] = useState(false)
  const folder = useRef<SaveFolder>(null)
  const controller = useRef<AbortController>(null)

  const updateRow = (file: SelectedFile, changes: Partial<SavingFile>) =>
    setRows(previous => previous.map(row => (getFileKey(row) === getFileKey(file) ? { ...row, ...changes } : row)))

  const saveOne = async (target: SaveFolder, file: SavingFile, signal: AbortSignal) => {
    updateRow(file, { state: 'saving', why: '' })
    const onProgress = (done_bytes: number, size_bytes: number) =>
      updateRow(file, { done_bytes, size_bytes, transcode_percent: null })
    const options = { onProgress: (transcode_percent: number) => updateRow(file, { transcode_percent }), signal }
    try {
      await saveFile({ folder: target, getLink: () => requestLink(file, options), signal, onProgress })
      updateRow(file, { state: 'saved' })
    } catch (error) {
      updateRow(file, signal.aborted ? { state: 'stopped' } : { state: 'failed', why: toErrorText(error) })
    }
  }

  const saveAll = async (target: SaveFolder, files: readonly SavingFile[]) => {
    const { signal } = (controller.current = new AbortController())
    setIsSaving(true)
    for (const file of files) if (!signal.aborted && file.state !== 'saved') await saveOne(target, file, signal)
    setIsSaving(false)
  }

  return {
    rows,
    isSaving,
    /** Asks for a folder and starts. Does nothing when the user cancels. */
    start: async (files: readonly SelectedFile[]) => {
      const target = await (window as DirectoryPickerWindow)
        .showDirectoryPicker?.({ id: 'clips', mode: 'readwrite' })
        .catch(() => undefined)
      if (!target) return
      folder.current = target
      const newRows = files.map((file): SavingFile => ({
        ...file,
        state: 'waiting',
        done_bytes: 0,
        transcode_percent: null,
        why: '',
      }))
      setRows(newRows)
      await saveAll(target, newRows)
    },
    resume: () => (folder.current ? saveAll(folder.current, rows) : undefined),
    stop: () => controller.current?.abort(),
  }
}
