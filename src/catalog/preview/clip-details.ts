/** Loads clip details for previews on demand, which keeps pages of sixty cards light. */
import { useEffect, useState } from 'react'

import { call } from '#platform/http/call.ts'
import { parseThumbs, type Thumb } from '#ui/player/sprite.ts'
import { createTimebase, type Timebase } from '#ui/player/timecode.ts'

import { getClip, type ClipDetail } from '../contract.ts'

/** The maximum number of cached clips. */
const MAX_CACHED = 60

/** Caches the latest results of `load` by clip. A failed load is retried on the next call. */
const cacheByClip = <T>(load: (id: string) => Promise<T>) => {
  const cache = new Map<string, Promise<T>>()
  return (id: string): Promise<T> => {
    const result = cache.get(id) ?? load(id)
    cache.delete(id)
    cache.set(id, result)
    const oldest = cache.size > MAX_CACHED ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    result.catch(() => cache.delete(id))
    return result
  }
}

/** Returns the details of a clip. Throws a Refusal. */
export const loadClipDetail = cacheByClip(
  async (id): Promise<ClipDetail> => (await call(getClip, { params: { id } })).data,
)

type ClipDetailState = { id: string; clip?: ClipDetail; failed?: true }

/** Returns the clip when it is loaded. `retry` loads it again after it failed. */
export const useClipDetail = (id: string) => {
  const [loaded, setLoaded] = useState<ClipDetailState>({ id })
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    let isCurrent = true
    loadClipDetail(id).then(
      clip => isCurrent && setLoaded({ id, clip }),
      () => isCurrent && setLoaded({ id, failed: true }),
    )
    return () => {
      isCurrent = false
    }
  }, [id, attempt])
  const retry = () => {
    setLoaded({ id })
    setAttempt(attempt + 1)
  }
  const { clip, failed } = loaded.id === id ? loaded : {}
  return { clip, failed: failed ?? false, retry }
}

export const getClipTape = ({ fps, tech }: ClipDetail): Timebase => createTimebase(fps, tech.start_timecode)

/** `width` and `height` are those of the whole sheet in pixels. */
export type ScrubSheet = { clip: ClipDetail; thumbs: readonly Thumb[]; width: number; height: number }

/** Returns the scrub sheet of a clip with its image loaded. Throws when the clip has none. */
export const loadScrubSheet = cacheByClip(async (id): Promise<ScrubSheet> => {
  const clip = await loadClipDetail(id)
  const { sprite, sprite_vtt } = clip.movie.public_paths
  const image = new Image()
  image.src = sprite
  const [response] = await Promise.all([fetch(sprite_vtt), image.decode()])
  if (!response.ok) throw new Error(`No scrub sheet: ${response.status}`)
  return {
    clip,
    thumbs: parseThumbs(await response.text(), response.url),
    width: image.naturalWidth,
    height: image.naturalHeight,
  }
})
