import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { IconButton } from '#ui/icon-button.tsx'

import type { ShowreelClip } from './showreel.ts'

import styles from './footage.module.css'

/** Plays a clip's preview in a loop without sound, until the visitor stops it or prefers reduced motion. */
export const Footage = ({ clip }: { clip: ShowreelClip }) => {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const { hover, poster } = clip.movie.public_paths

  useEffect(() => {
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    // A browser that saves power may refuse to play. Then the poster stays.
    if (!prefersReducedMotion) void video.current?.play().catch(() => {})
  }, [])

  const toggle = () => (isPlaying ? video.current?.pause() : void video.current?.play().catch(() => {}))

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
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <p className={styles.credit}>
        <Link to={`/clips/${clip.slug}/${clip.id}`}>{clip.name}</Link>
        <span>{clip.collection.data.filmmaker.data.name}</span>
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? 'Stop the footage' : 'Play the footage'}
          kind="on-picture"
          size="sm"
          onClick={toggle}
        />
      </p>
    </>
  )
}
