/** The player on a clip's page: its marks stand in the address, so that an editor can send a colleague to the very frames. */
import { useState } from 'react'
import { useLocation } from 'react-router'

import { LazyPlayer } from '#ui/player/lazy-player.tsx'
import { readMarks, writeMarks, type Marks } from '#ui/player/marks.ts'

import type { ClipDetail } from '../contract.ts'

import styles from './clip-player.module.css'

/** Give it the clip's id as its key. */
export const ClipPlayer = ({ clip }: { clip: ClipDetail }) => {
  const { search } = useLocation()
  const [marks] = useState(() => readMarks(new URLSearchParams(search), clip.tech.frames))
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
      marks={marks}
      onMarks={keep}
      autoPlay={!clip.flashing}
      sound={clip.tech.has_audio}
    />
  )
}

/** Not a navigation, since nothing has to be asked for again. */
const keep = (marks: Marks) => {
  const search = writeMarks(new URLSearchParams(location.search), marks)
  history.replaceState(history.state, '', `${location.pathname}${search.size > 0 ? `?${search}` : ''}${location.hash}`)
}
