/** What cards say about the user's boards and licenses, loaded with one call for the clips of a grid. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'

import { useSession } from '#accounts/use-session.ts'
import type { GridClip } from '#catalog/grid-clip.ts'
import { callQuery } from '#platform/http/query.ts'

import { getClipMarks, MAX_MARKED_CLIPS } from './contract.ts'

import styles from './clip-marks.module.css'

type ClipMarks = { on_board: ReadonlySet<number>; licensed: ReadonlySet<number> }

const noMarks: ClipMarks = { on_board: new Set(), licensed: new Set() }
const ClipMarksContext = createContext(noMarks)

export const useClipMarks = (): ClipMarks => use(ClipMarksContext)

const toMarks = ({ data }: { data: { on_board: number[]; licensed: number[] } }): ClipMarks => ({
  on_board: new Set(data.on_board),
  licensed: new Set(data.licensed),
})

/** Around a grid. Guests have neither boards nor licenses, so nothing is loaded for them. */
export const ClipMarksProvider = ({ clip_ids, children }: { clip_ids: readonly number[]; children: ReactNode }) => {
  const session = useSession()
  const { data = noMarks } = useQuery({
    ...callQuery(getClipMarks, { query: { clips: clip_ids.slice(-MAX_MARKED_CLIPS).join(',') } }),
    enabled: session !== null && session !== undefined && clip_ids.length > 0,
    // When more clips load, the marks of the others stay.
    placeholderData: keepPreviousData,
    select: toMarks,
  })
  return <ClipMarksContext value={data}>{children}</ClipMarksContext>
}

/** On the picture of a card. */
export const LicensedMark = ({ clip }: { clip: GridClip }) =>
  useClipMarks().licensed.has(clip.id) ? <span className={styles.mark}>Licensed</span> : null
