/** Two to four clips side by side, at the same height and in step. */
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import type { GridClip } from '#catalog/grid-clip.ts'
import { clipPath } from '#catalog/paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import styles from './compare-dialog.module.css'

/** Videos that are further apart than this are brought back into step. */
const MAX_DRIFT_SECONDS = 0.08
const CHECK_INTERVAL_MS = 500

export default function CompareDialog({ clips, onClose }: { clips: readonly GridClip[]; onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  // Clips with flashes of light never start on their own, nor does anything for users who want less motion.
  const [isPlaying, setPlaying] = useState(
    () => !clips.some(({ flashing }) => flashing) && !matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  useEffect(() => {
    const videos = () => [...(list.current?.querySelectorAll('video') ?? [])]
    for (const video of videos()) {
      if (isPlaying) video.play().catch(() => {})
      else video.pause()
    }
    if (!isPlaying) return undefined
    const timer = setInterval(() => {
      const [first, ...others] = videos()
      if (!first) return
      for (const video of others) {
        const target = video.duration > 0 ? first.currentTime % video.duration : 0
        if (Math.abs(video.currentTime - target) > MAX_DRIFT_SECONDS) video.currentTime = target
      }
    }, CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isPlaying])
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Compare ${clips.length} clips`}
      size="xl"
      footer={
        <Button kind="primary" size="lg" onClick={() => setPlaying(!isPlaying)}>
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
      }
    >
      <ul ref={list} className={styles.clips}>
        {clips.map(clip => (
          <li key={clip.id} style={{ flexGrow: clip.width / clip.height }}>
            <video
              src={clip.movie.public_paths.hover}
              style={{ aspectRatio: `${clip.width} / ${clip.height}` }}
              muted
              loop
              playsInline
              preload="auto"
              aria-label={clip.name}
            />
            <Link to={clipPath(clip)}>{clip.name}</Link>
            <p>
              #{clip.id} · {clip.width} × {clip.height} · {clip.duration_in_seconds.toFixed(1)} s ·{' '}
              {clip.collection.data.filmmaker.data.name}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
