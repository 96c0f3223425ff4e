/** A quick preview beside the pointer or the card it belongs to; it takes neither the focus nor the pointer. */
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { shortDuration } from '#ui/player/frames.ts'
import { timecodeOf } from '#ui/player/timecode.ts'
import { usePlayhead } from '#ui/player/use-playhead.ts'
import { prefersStill } from '#ui/stillness.ts'

import type { ClipDetail } from '../contract.ts'
import type { Quick } from './attend.ts'
import { tapeOfClip } from './facts.ts'
import { nameOn, pictureOn, ratioOf } from './on-card.ts'
import { placeBeside } from './place-beside.ts'

import styles from './quick-beside.module.css'

/** Height of the line of words, as in the style sheet. */
const words_px = 42

const anchorOf = ({ card, at }: Quick) => {
  if (at) return { left: at.x, top: at.y, width: 0, height: 0 }
  const { left, top, width, height } = card.getBoundingClientRect()
  return { left, top, width, height }
}

export const QuickBeside = ({ quick, clip }: { quick: Quick; clip: ClipDetail | undefined }) => {
  const { card } = quick
  const [box] = useState(() =>
    placeBeside(anchorOf(quick), ratioOf(card), words_px, { width: innerWidth, height: innerHeight }),
  )
  const isStill = clip?.flashing === true || prefersStill()
  const name = clip?.name ?? nameOn(card)
  return createPortal(
    <aside className={styles.quick} style={box} data-theme="dark" aria-label={`Quick preview: ${name}`}>
      <div className={styles.picture} style={{ aspectRatio: ratioOf(card) }}>
        <img src={clip?.movie.public_paths.poster ?? pictureOn(card)} alt="" />
        {clip && !isStill && <Moving clip={clip} />}
      </div>
      <p className={styles.words} role="status">
        <span className={styles.name}>{name}</span>
        {clip && <span>{clip.collection.data.filmmaker.data.name}</span>}
        {clip?.flashing && <span className={styles.still}>Flashing light: it plays on its own page</span>}
        {clip && <span className="mono">{shortDuration(clip.duration_in_seconds)}</span>}
      </p>
    </aside>,
    document.body,
  )
}

/** Over the still, which shows until the first frame is there. Taking the source away ends the download. */
const Moving = ({ clip }: { clip: ClipDetail }) => {
  const video = useRef<HTMLVideoElement>(null)
  const [isMoving, setMoving] = useState(false)
  const seconds = usePlayhead(video, isMoving)
  const { fps } = clip
  const { preview } = clip.movie.public_paths
  useEffect(() => {
    const now = video.current
    if (!now) return undefined
    now.src = preview
    return () => {
      now.removeAttribute('src')
      now.load()
    }
  }, [preview])
  const frame = Math.min(clip.tech.frames - 1, Math.floor(seconds * fps + 1e-3))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- footage has no speech, and this has no sound */}
      <video ref={video} autoPlay muted loop playsInline data-moving={isMoving} onPlaying={() => setMoving(true)} />
      {isMoving && <span className={styles.code}>{timecodeOf(frame, tapeOfClip(clip))}</span>}
    </>
  )
}
