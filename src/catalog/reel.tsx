/** Several shots one after the other on one screen, silent: what a filmmaker or the shop shows of itself. */
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Link } from 'react-router'

import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'

import { ClipThumb } from './clip-thumb.tsx'
import type { Picture } from './contract.ts'

import styles from './reel.module.css'

export type Shot = {
  id: number
  name: string
  /** Where the shot leads. */
  path: string
  /** Whose it is; nothing on a page that is the filmmaker's own. */
  by?: string
  thumbs: readonly Picture[]
  /** A short film without a watermark; never one that flashes. */
  loop: string
}

type ReelProps = { shots: readonly Shot[]; className?: string; children: ReactNode }

/** Begins by itself unless the visitor prefers less motion or less data, rests while it is out of sight, and can be stopped. */
export const Reel = ({ shots, className, children }: ReelProps) => {
  const [at, setAt] = useState(0)
  const mayMove = useMayMove()
  const [chosen, setChosen] = useState<boolean>()
  const wanted = chosen ?? mayMove
  const { screen, inSight } = useInSight()
  const shown = shots[at]
  const next = (at + 1) % shots.length
  const playing = wanted === true && inSight
  return (
    <section ref={screen} className={cx(styles.reel, className)} data-theme="dark">
      {shots.map(
        (shot, i) =>
          (i === 0 || i === at || i === next) && (
            <div key={shot.id} className={styles.shot} data-shown={i === at}>
              {(i === 0 || wanted !== undefined) && (
                <ClipThumb thumbs={shot.thumbs} sizes="100vw" eager={i === 0} first={i === 0} />
              )}
              {wanted && (i === at || (i === next && playing)) && (
                <Film
                  src={shot.loop}
                  playing={playing && i === at}
                  repeat={shots.length === 1}
                  onEnd={() => setAt(next)}
                />
              )}
            </div>
          ),
      )}
      <div className={styles.words}>{children}</div>
      {shown && (
        <div className={styles.controls}>
          <p className={styles.credit}>
            <Link to={shown.path}>{shown.name}</Link>
            {shown.by && <span>{shown.by}</span>}
          </p>
          {wanted === undefined ? (
            <span className={styles.room} />
          ) : (
            <IconButton
              icon={wanted ? Pause : Play}
              label={wanted ? 'Pause the reel' : 'Play the reel'}
              kind="on-picture"
              onClick={() => setChosen(!wanted)}
            />
          )}
        </div>
      )}
    </section>
  )
}

type Connection = { saveData?: boolean }
const stillness = '(prefers-reduced-motion: reduce)'

/** Undefined on the server, which cannot know. */
const useMayMove = () =>
  useSyncExternalStore(
    changed => {
      const asked = matchMedia(stillness)
      asked.addEventListener('change', changed)
      return () => asked.removeEventListener('change', changed)
    },
    () => !matchMedia(stillness).matches && (navigator as { connection?: Connection }).connection?.saveData !== true,
    () => undefined,
  )

const useInSight = () => {
  const screen = useRef<HTMLElement>(null)
  const [inSight, setInSight] = useState(true)
  useEffect(() => {
    const element = screen.current
    if (!element) return
    const observer = new IntersectionObserver(entries => setInSight(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { screen, inSight }
}

type FilmProps = { src: string; playing: boolean; repeat: boolean; onEnd: () => void }

/** Loads at once, so that the shot after this one begins without waiting. Taking the source away ends the download. */
const Film = ({ src, playing, repeat, onEnd }: FilmProps) => {
  const film = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = film.current
    if (!element) return
    element.src = src
    return () => {
      element.removeAttribute('src')
      element.load()
    }
  }, [src])
  useEffect(() => {
    const element = film.current
    if (!element) return
    if (playing)
      element.play().catch(() => {
        // A browser that never plays by itself keeps the still.
      })
    else element.pause()
  }, [playing])
  return (
    <video
      ref={film}
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
