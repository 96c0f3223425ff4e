/**
 * The player on a clip page. Its in and out marks are in the address, so that a link leads to exactly those frames, and a
 * link to a moment opens at its frame.
 */
import { useState } from 'react'
import { useLocation } from 'react-router'

import { LazyPlayer } from '#ui/player/lazy-player.tsx'
import { readMarks, readMoment, writeMarks, writeMoment, type Marks } from '#ui/player/marks.ts'

import type { ClipDetail } from '../contract.ts'
import { clipPath } from '../paths.ts'
import { getShownMarks } from '../shown-marks.ts'

import styles from './clip-player.module.css'

type ClipPlayerProps = {
  clip: ClipDetail
  /** Without the filmstrip. */
  compact?: boolean
  /** Keys of the page that the player lists with its own. */
  moreShortcuts?: readonly (readonly [keys: string, description: string])[] | undefined
}

/** Use the clip's id as its key. */
export const ClipPlayer = ({ clip, compact = false, moreShortcuts }: ClipPlayerProps) => {
  const location = useLocation()
  const { search } = location.mask ?? location
  const [{ marks, startAt }] = useState(() => {
    const params = new URLSearchParams(search)
    return { marks: readMarks(params, clip.tech.frames), startAt: readMoment(params, clip.duration_in_seconds) }
  })
  const { preview, poster, sprite_vtt } = clip.movie.public_paths
  return (
    <LazyPlayer
      className={styles.player}
      title={clip.name}
      src={preview}
      poster={poster}
      ratio={clip.width / clip.height}
      fps={clip.fps}
      startTimecode={clip.tech.start_timecode}
      duration={clip.duration_in_seconds}
      thumbs={sprite_vtt}
      filmstrip={!compact}
      marks={marks}
      onMarks={saveMarks}
      autoPlay={!clip.flashing}
      startAt={startAt}
      sharing={{
        linkTo: seconds =>
          `${window.location.origin}${clipPath(clip)}?${writeMarks(writeMoment(seconds), getShownMarks(clip) ?? {})}`,
        nameStill: timecode => `still-${clip.id}-${clip.slug}-${timecode}`,
      }}
      moreShortcuts={moreShortcuts}
      sound={clip.tech.has_audio}
    />
  )
}

/** This is not a navigation, because no data needs to be reloaded. */
const saveMarks = (marks: Marks) => {
  const search = writeMarks(new URLSearchParams(location.search), marks)
  history.replaceState(history.state, '', `${location.pathname}${search.size > 0 ? `?${search}` : ''}${location.hash}`)
}
