/** Plays several shots one after the other on one screen, without sound: the reel of a filmmaker or of the shop. */
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Link } from 'react-router'

import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'

import { ClipThumb } from './clip-thumb.tsx'
import type { Picture } from './contract.ts'

import styles from './reel.module.css'

export type ReelShot = {
  id: number
  name: string
  /** The page that the shot links to. */
  path: string
  /** The filmmaker’s name; omitted on the filmmaker’s own page. */
  by?: string
  thumbs: readonly Picture[]
  /** A short video without a watermark; never a flashing one. */
  loop: string
}

type ReelProps = { shots: readonly ReelShot[]; className?: string; children: ReactNode }

/** Autoplays unless the visitor prefers reduced motion or data, pauses while out of sight, and can be stopped. */
export const Reel = ({ shots, className, children }: ReelProps) => {
  const [index, setIndex] = useState(0)
  const canAutoplay = useCanAutoplay()
  const [override, setOverride] = useState<boolean>()
  const isOn = override ?? canAutoplay
  const { screenRef, isVisible } = useIsVisible()
  const currentShot = shots[index]
  const nextIndex = (index + 1) % shots.length
  const isPlaying = isOn === true && isVisible
  return (
    <section ref={screenRef} className={cx(styles.reel, className)} data-theme="dark">
      {shots.map(
        (shot, i) =>
          (i === 0 || i === index || i === nextIndex) && (
            <div key={shot.id} className={styles.shot} data-shown={i === index}>
              {(i === 0 || isOn !== undefined) && (
                <ClipThumb thumbs={shot.thumbs} sizes="100vw" eager={i === 0} first={i === 0} />
              )}
              {isOn && (i === index || (i === nextIndex && isPlaying)) && (
                <ReelVideo
                  src={shot.loop}
                  playing={isPlaying && i === index}
                  repeat={shots.length === 1}
                  onEnd={() => setIndex(nextIndex)}
                />
              )}
            </div>
          ),
      )}
      <div className={styles.words}>{children}</div>
      {currentShot && (
        <div className={styles.controls}>
          <p className={styles.credit}>
            <Link to={currentShot.path}>{currentShot.name}</Link>
            {currentShot.by && <span>{currentShot.by}</span>}
          </p>
          {isOn === undefined ? (
            <span className={styles.space} />
          ) : (
            <IconButton
              icon={isOn ? Pause : Play}
              label={isOn ? 'Pause the reel' : 'Play the reel'}
              kind="on-picture"
              onClick={() => setOverride(!isOn)}
            />
          )}
        </div>
      )}
    </section>
  )
}

type NetworkConnection = { saveData?: boolean }
const REDUCED_MOTION_QUERY = '(prefers-reduced-motion: reduce)'

/** Undefined on the server, which does not know the preference. */
const useCanAutoplay = () =>
  useSyncExternalStore(
    onChange => {
      const query = matchMedia(REDUCED_MOTION_QUERY)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () =>
      !matchMedia(REDUCED_MOTION_QUERY).matches &&
      (navigator as { connection?: NetworkConnection }).connection?.saveData !== true,
    () => undefined,
  )

const useIsVisible = () => {
  const screenRef = useRef<HTMLElement>(null)
  const [isVisible, setIsVisible] = useState(true)
  useEffect(() => {
    const element = screenRef.current
    if (!element) return
    const observer = new IntersectionObserver(entries => setIsVisible(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { screenRef, isVisible }
}

type ReelVideoProps = { src: string; playing: boolean; repeat: boolean; onEnd: () => void }

/** Loads at once, so that the next shot starts without waiting. Removing the source cancels the download. */
const ReelVideo = ({ src, playing, repeat, onEnd }: ReelVideoProps) => {
  const videoRef = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = videoRef.current
    if (!element) return
    element.src = src
    return () => {
      element.removeAttribute('src')
      element.load()
    }
  }, [src])
  useEffect(() => {
    const element = videoRef.current
    if (!element) return
    if (playing)
      element.play().catch(() => {
        // A browser that blocks autoplay keeps showing the still.
      })
    else element.pause()
  }, [playing])
  return (
    <video
      ref={videoRef}
      className={styles.film}
      muted
      playsInline
      loop={repeat}
      preload="auto"
      disableRemotePlayback
      aria-hidden
      tabIndex={-1}
      onEnded={onEnd}
    />
  )
}
