/** The listing that a clip is opened from. Its results are kept in this tab, for the links to the previous and the next one. */
import { createContext } from 'react'

import type { GridClip } from './grid-clip.ts'
import { clipPath } from './paths.ts'

/** Further pages of a search. */
export type MorePages = { query: Record<string, string>; page: number; last_page: number }

export type ClipListing = {
  clips: readonly GridClip[]
  /** The position of its first clip in the whole listing, from 1. */
  first: number
  total: number
  more?: MorePages | undefined
}

/** The listing that grids inside are a part of; null where clips have none. Without it, each grid is a listing. */
export const ListingContext = createContext<ClipListing | null | undefined>(undefined)

export const LISTING_KEY = 'clip_listing'

/** Returns the navigation state that connects the page of a clip with the listing. Only the latest listing is kept. */
export const saveListing = ({ clips, ...rest }: ClipListing): { listing: number } | undefined => {
  const { pathname, search } = location
  const id = Date.now()
  const results = clips.map(clip => [clip.id, clip.path ?? clipPath(clip)])
  try {
    sessionStorage.setItem(LISTING_KEY, JSON.stringify({ ...rest, id, path: pathname + search, results }))
    return { listing: id }
  } catch {
    // Without storage the clip page has no links to other results.
    return undefined
  }
}
