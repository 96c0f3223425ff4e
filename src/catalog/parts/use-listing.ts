/** The kept results of the listing that a clip was opened from, as its page uses them. */
import { useMemo, useSyncExternalStore } from 'react'
import type { Location } from 'react-router'

import { call } from '#platform/http/call.ts'

import { listClips } from '../contract.ts'
import { LISTING_KEY, type ClipListing } from '../listing.ts'
import { clipPath } from '../paths.ts'

type StoredListing = Omit<ClipListing, 'clips'> & {
  id: number
  path: string
  /** The id and path of each clip. */
  results: (readonly [number, string])[]
}

export type ClipPosition = {
  listing: StoredListing
  /** Where the card of the clip leads. */
  path: string
  /** From 1, in the whole listing. */
  position: number
  previous: string | undefined
  next: string | undefined
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = (): string | null => {
  try {
    return sessionStorage.getItem(LISTING_KEY)
  } catch {
    return null
  }
}

/**
 * `location` is the one that shows the clip. Returns undefined for a clip that was not opened from the latest listing of this
 * tab, and on the server.
 */
export const useClipPosition = (clip_id: number, { state }: Pick<Location, 'state'>): ClipPosition | undefined => {
  const listing_id = (state as { listing?: number } | null)?.listing
  const text = useSyncExternalStore(subscribe, read, () => null)
  return useMemo(() => {
    const listing = text === null ? undefined : (JSON.parse(text) as StoredListing)
    if (!listing || listing.id !== listing_id) return undefined
    const index = listing.results.findIndex(([id]) => id === clip_id)
    const result = listing.results[index]
    if (!result) return undefined
    return {
      listing,
      path: result[1],
      position: listing.first + index,
      previous: listing.results[index - 1]?.[1],
      next: listing.results[index + 1]?.[1],
    }
  }, [text, listing_id, clip_id])
}

/** Loads the next page of the listing. Returns the path of its first clip; undefined at the end. */
export const loadMoreResults = async (listing: StoredListing): Promise<string | undefined> => {
  const { more } = listing
  if (!more || more.page >= more.last_page) return undefined
  const page = more.page + 1
  const { data } = await call(listClips, { query: { ...more.query, page: String(page) } })
  const listedIds = new Set(listing.results.map(([id]) => id))
  // A clip published in the meantime shifts the others.
  const added = data.filter(({ id }) => !listedIds.has(id)).map(clip => [clip.id, clipPath(clip)] as const)
  const url = new URL(listing.path, location.origin)
  url.searchParams.set('page', String(page))
  const next: StoredListing = {
    ...listing,
    path: url.pathname + url.search,
    results: [...listing.results, ...added],
    more: { ...more, page },
  }
  sessionStorage.setItem(LISTING_KEY, JSON.stringify(next))
  for (const notify of listeners) notify()
  return added[0]?.[1]
}
