/**
 * How this browser shows clips: the size of the pictures, names at rest, and the filters beside the results. The choice is in local
 * storage and in `<html data-view>`, from which style sheets read it before the first paint; the server sends the same page to
 * everyone.
 */
import { useSyncExternalStore } from 'react'

export const densities = ['small', 'medium', 'large'] as const
export type Density = (typeof densities)[number]

export type ViewSettings = {
  density: Density
  /** Whether names are below the pictures rather than on hovered ones. */
  names: boolean
  /** Whether the filters are beside the results of a wide screen. */
  filters: boolean
}

const STORAGE_KEY = 'view'

/** Runs in <head> before the first paint; give its <script> the nonce. */
export const VIEW_SCRIPT = `;try{var v=localStorage.getItem('${STORAGE_KEY}');if(v)document.documentElement.dataset.view=v}catch(e){}`

/** "small names" → its settings; unknown words are ignored. */
export const parseViewSettings = (text: string): ViewSettings => {
  const words = text.split(' ')
  return {
    density: densities.find(density => words.includes(density)) ?? 'medium',
    names: words.includes('names'),
    filters: !words.includes('nofilters'),
  }
}

export const formatViewSettings = ({ density, names, filters }: ViewSettings): string =>
  [density === 'medium' ? [] : density, names ? 'names' : [], filters ? [] : 'nofilters'].flat().join(' ')

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => document.documentElement.dataset.view ?? ''

/** The defaults until the page has hydrated. */
export const useViewSettings = (): ViewSettings => parseViewSettings(useSyncExternalStore(subscribe, read, () => ''))

/** Browser only. */
export const changeViewSettings = (changes: Partial<ViewSettings>): void => {
  const text = formatViewSettings({ ...parseViewSettings(read()), ...changes })
  document.documentElement.dataset.view = text
  try {
    localStorage.setItem(STORAGE_KEY, text)
  } catch {
    // Storage may be unavailable; the choice then lasts until the page is left.
  }
  for (const listener of listeners) listener()
}
