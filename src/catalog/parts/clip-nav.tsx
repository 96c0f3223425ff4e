/**
 * The bar above a clip: back to the results it was opened from, and to the previous and the next one by link, key and swipe.
 * Without results it has the clip's categories.
 */
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { Link, useNavigate } from 'react-router'

import { isTyping } from '#ui/is-typing.ts'
import { useOpenDialogCount } from '#ui/open-dialogs.ts'

import type { ClipDetail } from '../contract.ts'
import { formatNumber } from '../counts.ts'
import { categoryPath } from '../paths.ts'
import { setOpenedPath } from './grow-transition.ts'
import { loadMoreResults, type ClipPosition } from './use-listing.ts'

import styles from './clip-nav.module.css'

/** A swipe is at least this long, and mostly horizontal. */
const MIN_SWIPE_PX = 60

export const listingShortcuts = [
  ['N P', 'Next, previous result'],
  ['U', 'Back to the results'],
] as const

type ClipNavProps = {
  clip: ClipDetail
  position: ClipPosition | undefined
  /** The part of the page that takes swipes. */
  swipeArea: RefObject<HTMLElement | null>
}

export const ClipNav = ({ clip, position, swipeArea }: ClipNavProps) => (
  <div className={styles.bar}>
    {position ? (
      <Results key={position.listing.id} position={position} swipeArea={swipeArea} />
    ) : (
      <nav aria-label="Categories" className={styles.trail}>
        <Link to={categoryPath(clip.category)}>{clip.category.name}</Link>
        {clip.subcategory && (
          <>
            <ChevronRight aria-hidden />
            <Link to={categoryPath(clip.subcategory)}>{clip.subcategory.name}</Link>
          </>
        )}
      </nav>
    )}
  </div>
)

type ResultsProps = Pick<ClipNavProps, 'swipeArea'> & { position: ClipPosition }

const Results = ({ position: { listing, path: shownPath, position, previous, next }, swipeArea }: ResultsProps) => {
  const navigate = useNavigate()
  const isCovered = useOpenDialogCount() > 0
  const [startPage] = useState(listing.more?.page)
  const hasMore = listing.more !== undefined && listing.more.page < listing.more.last_page

  // The grid returns to this clip.
  useEffect(() => setOpenedPath(shownPath), [shownPath])
  // The entry of the results stays the one before, so that Back leads there.
  const open = (path: string | undefined) => {
    if (path === undefined) return
    void navigate(path, { replace: true, state: { listing: listing.id } })
  }
  const goPrevious = () => open(previous)
  const goNext = () => {
    if (next !== undefined || !hasMore) open(next)
    // Without the next page the clip stays; the link can be pressed again.
    else loadMoreResults(listing).then(open, () => undefined)
  }
  // After more results were loaded, the entry before has too few of them.
  const goBack = () => void (listing.more?.page === startPage ? navigate(-1) : navigate(listing.path))
  useResultKeys(isCovered, { n: goNext, p: goPrevious, u: goBack })
  useSwipe(swipeArea, { left: goNext, right: goPrevious })

  const follow = (go: () => void) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go()
  }
  return (
    <nav aria-label="Results" className={styles.results}>
      <Link to={listing.path} className={styles.back} title="Back to results (U)" onClick={follow(goBack)}>
        <ArrowLeft aria-hidden />
        Back to results
      </Link>
      <Step label="Previous" shortcut="P" path={previous} onClick={follow(goPrevious)} />
      <span role="status" className={styles.position}>
        {formatNumber(position)} of {formatNumber(Math.max(position, listing.total))}
      </span>
      <Step label="Next" shortcut="N" path={next ?? (hasMore ? listing.path : undefined)} onClick={follow(goNext)} />
    </nav>
  )
}

type StepProps = {
  label: 'Previous' | 'Next'
  shortcut: string
  path: string | undefined
  onClick: (event: MouseEvent) => void
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
    <span className={styles.step} aria-disabled="true">
      {content}
    </span>
  ) : (
    <Link to={path} className={styles.step} aria-label={label} title={`${label} (${shortcut})`} onClick={onClick}>
      {content}
    </Link>
  )
}

const useResultKeys = (isCovered: boolean, actions: Record<string, () => void>) => {
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
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isCovered])
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
