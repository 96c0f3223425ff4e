/** A large moving preview of a clip beside its card, while Shift is held or by key. */
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { trackEvent } from '#platform/analytics/data-layer.ts'
import { formatDuration } from '#ui/player/frames.ts'
import { frameToTimecode } from '#ui/player/timecode.ts'
import { usePlayhead } from '#ui/player/use-playhead.ts'
import { prefersReducedMotion } from '#ui/reduced-motion.ts'

import type { ClipDetail } from '../contract.ts'
import { getCardName, getCardPicture, getCardRatio } from './card-data.ts'
import { useClipDetail, getClipTape } from './clip-details.ts'
import { placeBeside } from './place-beside.ts'
import type { CardElement } from './watch-cards.ts'

import styles from './quick-preview.module.css'

/** The height of the caption line, as in the style sheet. */
const CAPTION_HEIGHT_PX = 42

const getAnchor = (card: CardElement) => {
  const { left, top, width, height } = card.getBoundingClientRect()
  return { left, top, width, height }
}

/** A quick preview beside its card. It takes neither focus nor pointer events. */
const QuickBeside = ({ card, clip }: { card: CardElement; clip: ClipDetail | undefined }) => {
  const [box] = useState(() =>
    placeBeside(getAnchor(card), getCardRatio(card), CAPTION_HEIGHT_PX, { width: innerWidth, height: innerHeight }),
  )
  const isStill = clip?.flashing === true || prefersReducedMotion()
  const name = clip?.name ?? getCardName(card)
  return createPortal(
    <aside className={styles.quick} style={box} data-theme="dark" aria-label={`Quick preview: ${name}`}>
      <div className={styles.picture} style={{ aspectRatio: getCardRatio(card) }}>
        <img src={clip?.movie.public_paths.poster ?? getCardPicture(card)} alt="" />
        {clip && !isStill && <MovingPreview clip={clip} />}
      </div>
      <p className={styles.words} role="status">
        <span className={styles.name}>{name}</span>
        {clip && <span>{clip.collection.data.filmmaker.data.name}</span>}
        {clip?.flashing && <span className={styles.still}>Flashing light: it plays on its own page</span>}
        {clip && <span className="mono">{formatDuration(clip.duration_in_seconds)}</span>}
      </p>
    </aside>,
    document.body,
  )
}

/** A video over the still image, which stays visible until the first frame. Removing the source aborts the download. */
const MovingPreview = ({ clip }: { clip: ClipDetail }) => {
  const video = useRef<HTMLVideoElement>(null)
  const [isMoving, setMoving] = useState(false)
  const seconds = usePlayhead(video, isMoving)
  const { fps } = clip
  const { preview } = clip.movie.public_paths
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    element.src = preview
    return () => {
      element.removeAttribute('src')
      element.load()
    }
  }, [preview])
  const frame = Math.min(clip.tech.frames - 1, Math.floor(seconds * fps + 1e-3))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- footage has no speech, and this has no sound */}
      <video ref={video} autoPlay muted loop playsInline data-moving={isMoving} onPlaying={() => setMoving(true)} />
      {isMoving && <span className={styles.code}>{frameToTimecode(frame, getClipTape(clip))}</span>}
    </>
  )
}

export const QuickPreview = ({ card }: { card: CardElement }) => {
  const id = card.dataset['clip'] ?? ''
  // Without the details the preview still shows a larger picture than the card.
  const { clip } = useClipDetail(id)
  useEffect(() => trackEvent('preview', { clip_id: Number(id) }), [id])
  return <QuickBeside key={id} card={card} clip={clip} />
}
