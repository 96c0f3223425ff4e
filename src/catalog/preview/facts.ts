/** What a preview needs to know of a clip, asked for when somebody wants one: pages of sixty cards stay light. */
import { call } from '#platform/call.ts'
import { parseThumbs, type Thumb } from '#ui/player/sprite.ts'
import { tapeOf, type Tape } from '#ui/player/timecode.ts'

import { getClip, type ClipDetail } from '../contract.ts'

/** So many clips are remembered. */
const kept = 60

/** Remembers the last answers of `ask` by clip; a failed one is asked for anew. */
const remembered = <T>(ask: (id: string) => Promise<T>) => {
  const answers = new Map<string, Promise<T>>()
  return (id: string): Promise<T> => {
    const answer = answers.get(id) ?? ask(id)
    answers.delete(id)
    answers.set(id, answer)
    const oldest = answers.size > kept ? answers.keys().next().value : undefined
    if (oldest !== undefined) answers.delete(oldest)
    answer.catch(() => answers.delete(id))
    return answer
  }
}

/** Throws Refusal. */
export const clipFacts = remembered(async (id): Promise<ClipDetail> => (await call(getClip, { params: { id } })).data)

export const tapeOfClip = ({ fps, tech }: ClipDetail): Tape => tapeOf(fps, tech.start_timecode)

/** `width` and `height` are the whole sheet's, in pixels. */
export type Sheet = { clip: ClipDetail; thumbs: readonly Thumb[]; width: number; height: number }

/** The scrub sheet of a clip, its picture loaded. Throws when it has none. */
export const scrubSheet = remembered(async (id): Promise<Sheet> => {
  const clip = await clipFacts(id)
  const { sprite, sprite_vtt } = clip.movie.public_paths
  const image = new Image()
  image.src = sprite
  const [list] = await Promise.all([fetch(sprite_vtt), image.decode()])
  if (!list.ok) throw new Error(`No scrub sheet: ${list.status}`)
  return {
    clip,
    thumbs: parseThumbs(await list.text(), list.url),
    width: image.naturalWidth,
    height: image.naturalHeight,
  }
})
