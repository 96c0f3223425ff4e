/** The links to the previous and the next result, with the position between them; also by key and swipe. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type MouseEvent, type RefObject } from 'react'
import { Link } from 'react-router'

import { isTyping } from '#ui/is-typing.ts'

import { formatNumber } from '../counts.ts'
import { getClickedPath } from '../plain-click.ts'
import { loadMoreResults, type ClipPosition } from './use-listing.ts'

import styles from './result-steps.module.css'

/** A swipe is at least this long, and mostly horizontal. */
const MIN_SWIPE_PX = 60

type ResultStepsProps = {
  position: ClipPosition
  /** Something is in front, which has the keys. */
  isCovered: boolean
  /** Whether the arrow keys step, too, outside of the player. */
  arrows?: boolean
  /** The element that takes swipes. */
  swipeArea: RefObject<HTMLElement | null>
  /** Opens a result. */
  onOpen: (path: string) => void
}

export const ResultSteps = ({ position: clipPosition, isCovered, arrows, swipeArea, onOpen }: ResultStepsProps) => {
  const { listing, position, previous, next } = clipPosition
  const hasMore = listing.more !== undefined && listing.more.page < listing.more.last_page
  const open = (path: string | undefined) => {
    if (path !== undefined) onOpen(path)
  }
  const goPrevious = () => open(previous)
  const goNext = () => {
    if (next !== undefined || !hasMore) open(next)
    // Without the next page the clip stays; the link can be pressed again.
    else loadMoreResults(listing).then(open, () => undefined)
  }
  useKeys(isCovered, { n: goNext, p: goPrevious })
  const byArrow = (go: () => void) => (event: KeyboardEvent) => {
    if (!(event.target as Element).closest('[data-player]')) go()
  }
  // A dialog stops arrow keys before they reach the document.
  useKeys(isCovered || !arrows, { arrowright: byArrow(goNext), arrowleft: byArrow(goPrevious) }, { capture: true })
  useSwipe(swipeArea, { left: goNext, right: goPrevious })

  const follow = (go: () => void) => (event: MouseEvent<HTMLElement>) => {
    if (getClickedPath(event) === undefined) return
    event.preventDefault()
    go()
  }
  return (
    <>
      <Step label="Previous" shortcut="P" path={previous} onClick={follow(goPrevious)} />
      <span role="status" className={styles.position}>
        {formatNumber(position)} of {formatNumber(Math.max(position, listing.total))}
      </span>
      <Step label="Next" shortcut="N" path={next ?? (hasMore ? listing.path : undefined)} onClick={follow(goNext)} />
    </>
  )
}

type StepProps = {
  label: 'Previous' | 'Next'
  shortcut: string
  path: string | undefined
  onClick: (event: MouseEvent<HTMLElement>) => void
}

const Step = ({ label, shortcut, path, onClick }: StepProps) => {
  const content = (
    <>
      {label === 'Previous' && <ChevronLeft aria-hidden />}
      <span>{label}</span>
      {label === 'Next' && <ChevronRight aria-hidden />}
    </>
  )
  return path === undefined ? (
    <button type="button" className={styles.step} aria-label={label} disabled>
      {content}
    </button>
  ) : (
    <Link to={path} className={styles.step} aria-label={label} title={`${label} (${shortcut})`} onClick={onClick}>
      {content}
    </Link>
  )
}

/** Keys of the page, except while something covers it or text is typed. `actions` is by key in lower case. */
export const useKeys = (
  isCovered: boolean,
  actions: Record<string, (event: KeyboardEvent) => void>,
  { capture = false } = {},
): void => {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (isCovered) return undefined
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
      if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || isTyping(target)) return
      const act = latest.current[key.toLowerCase()]
      if (!act) return
      act(event)
    }
    document.addEventListener('keydown', onKey, { capture })
    return () => document.removeEventListener('keydown', onKey, { capture })
  }, [isCovered, capture])
}

/** Swipes on the picture of the player. Its controls and filmstrip have their own gestures. */
const useSwipe = (area: RefObject<HTMLElement | null>, actions: { left: () => void; right: () => void }) => {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const element = area.current
    if (!element) return undefined
    let start: { x: number; y: number } | undefined
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: true }
    element.addEventListener(
      'touchstart',
      ({ touches: [touch, second], target }) => {
        const isPicture = (target as Element).matches('video, img')
        start = touch && !second && isPicture ? { x: touch.clientX, y: touch.clientY } : undefined
      },
      options,
    )
    element.addEventListener(
      'touchend',
      ({ changedTouches: [touch] }) => {
        if (!start || !touch) return
        const [x, y] = [touch.clientX - start.x, touch.clientY - start.y]
        start = undefined
        if (Math.abs(x) < Math.max(MIN_SWIPE_PX, 2 * Math.abs(y))) return
        if (x < 0) latest.current.left()
        else latest.current.right()
      },
      options,
    )
    return () => controller.abort()
  }, [area])
}
