/** Files that somebody chose to download together. */
import { useState } from 'react'

import type { LicensedClip } from '../clips-contract.ts'

export type ChosenFile = {
  clip_id: number
  format_id: number
  clip_name: string
  /** "HD" */
  label: string
  size_bytes: number
}

export const keyOf = ({ clip_id, format_id }: Pick<ChosenFile, 'clip_id' | 'format_id'>): string =>
  `${clip_id}.${format_id}`

/** What of a clip can be downloaded now. */
export const filesOf = ({ id, name, formats, project, downloads_closed }: LicensedClip): ChosenFile[] =>
  downloads_closed !== null || project === null
    ? []
    : formats.map(({ id: format_id, label, size_bytes }) => ({
        clip_id: id,
        format_id,
        clip_name: name,
        label,
        size_bytes,
      }))

/** "3 files, 48.2 MB" is made of these. */
export const sumOf = (files: readonly ChosenFile[]) => files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)

/** Kept while somebody goes through the pages of a list. */
export const useChosen = () => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenFile>>(new Map())
  const set = (files: readonly ChosenFile[], isChosen: boolean) =>
    setChosen(before => {
      const after = new Map(before)
      for (const file of files) {
        if (isChosen) after.set(keyOf(file), file)
        else after.delete(keyOf(file))
      }
      return after
    })
  return {
    files: [...chosen.values()],
    has: (file: Pick<ChosenFile, 'clip_id' | 'format_id'>) => chosen.has(keyOf(file)),
    set,
    clear: () => setChosen(new Map()),
  }
}
