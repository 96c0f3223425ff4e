import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { IconButton } from '#ui/icon-button.tsx'

import type { ShownClip } from './showreel.ts'

import styles from './footage.module.css'

/** One clip's loop as large as the screen allows, running without sound until somebody stops it, or asked for less motion. */
export const Footage = ({ clip }: { clip: ShownClip }) => {
  const video = useRef<HTMLVideoElement>(null)
  const [running, setRunning] = useState(false)
  const { hover, poster } = clip.movie.public_paths

  useEffect(() => {
    const wantsCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    // A browser that saves power may refuse; then the poster stays.
    if (!wantsCalm) void video.current?.play().catch(() => {})
  }, [])

  const toggle = () => (running ? video.current?.pause() : void video.current?.play().catch(() => {}))

  return (
    <>
      <video
        ref={video}
        className={styles.video}
        src={hover}
        poster={poster}
        preload="none"
        muted
        loop
        playsInline
        aria-hidden="true"
        tabIndex={-1}
        onPlay={() => setRunning(true)}
        onPause={() => setRunning(false)}
      />
      <p className={styles.credit}>
        <Link to={`/clips/${clip.slug}/${clip.id}`}>{clip.name}</Link>
        <span>{clip.collection.data.filmmaker.data.name}</span>
        <IconButton
          icon={running ? Pause : Play}
          label={running ? 'Stop the footage' : 'Play the footage'}
          kind="on-picture"
          size="sm"
          onClick={toggle}
        />
      </p>
    </>
  )
}
