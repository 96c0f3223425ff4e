/** The files that a user selects for a download. */
import { useState } from 'react'

import type { LicensedClip } from '../contract.ts'

export type SelectedFile = {
  clip_id: number
  format_id: number
  clip_name: string
  /** For example "HD". */
  label: string
  size_bytes: number
}

export const getFileKey = ({ clip_id, format_id }: Pick<SelectedFile, 'clip_id' | 'format_id'>): string =>
  `${clip_id}.${format_id}`

/** Returns a clip's files that can be downloaded now. */
export const listDownloadableFiles = ({
  id,
  name,
  formats,
  needs_project,
  downloads_closed,
}: LicensedClip): SelectedFile[] =>
  downloads_closed !== null || needs_project
    ? []
    : formats.map(({ id: format_id, label, size_bytes }) => ({
        clip_id: id,
        format_id,
        clip_name: name,
        label,
        size_bytes,
      }))

/** Returns the total size of the files. */
export const sumBytes = (files: readonly SelectedFile[]) => files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)

/** The selection stays while the user pages through a list. */
export const useFileSelection = () => {
  const [selected, setSelected] = useState<ReadonlyMap<string, SelectedFile>>(new Map())
  const set = (files: readonly SelectedFile[], isChosen: boolean) =>
    setSelected(previous => {
      const next = new Map(previous)
      for (const file of files) {
        if (isChosen) next.set(getFileKey(file), file)
        else next.delete(getFileKey(file))
      }
      return next
    })
  return {
    files: [...selected.values()],
    has: (file: Pick<SelectedFile, 'clip_id' | 'format_id'>) => selected.has(getFileKey(file)),
    set,
    clear: () => setSelected(new Map()),
  }
}
