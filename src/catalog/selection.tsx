/** The clips that a user selected in a grid, to do something with all of them. */
import { createContext, use, useState, type ReactNode } from 'react'

import type { GridClip } from './grid-clip.ts'

export type Selection = {
  /** In the order in which they were selected. */
  clips: readonly GridClip[]
  has: (id: number) => boolean
  toggle: (clip: GridClip) => void
  /** Selects all clips from the last selected one to this one. */
  extendTo: (clip: GridClip) => void
  clear: () => void
}

const SelectionContext = createContext<Selection | undefined>(undefined)

/** Returns undefined where clips cannot be selected. */
export const useSelection = (): Selection | undefined => use(SelectionContext)

/** `listed`: the clips of the grids inside, in their order. */
export const SelectionProvider = ({ listed, children }: { listed: readonly GridClip[]; children: ReactNode }) => {
  const [clips, setClips] = useState<readonly GridClip[]>([])
  const has = (id: number) => clips.some(clip => clip.id === id)
  const toggle = (clip: GridClip) =>
    setClips(current => (has(clip.id) ? current.filter(({ id }) => id !== clip.id) : [...current, clip]))
  const extendTo = (clip: GridClip) => {
    const indexOf = (id: number | undefined) => listed.findIndex(other => other.id === id)
    const [from, to] = [indexOf(clips.at(-1)?.id), indexOf(clip.id)]
    if (from < 0) return toggle(clip)
    const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1)
    const added = range.filter(({ id }) => !has(id) && id !== clip.id)
    // The pressed clip is last, so that the next range starts from it.
    return setClips([...clips.filter(({ id }) => id !== clip.id), ...added, clip])
  }
  return (
    <SelectionContext value={{ clips, has, toggle, extendTo, clear: () => setClips([]) }}>{children}</SelectionContext>
  )
}
