/** The clips found, page after page: more come by themselves near the end, and at a press. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { ClipGrid } from '../clip-grid.tsx'
import { browsePath, type Browse } from '../filters.ts'
import type { GridClip } from '../grid-clip.ts'
import { tellOfClick } from '../tell-of-search.ts'
import { clipCount, numberOf } from './counts.ts'
import { firstPage, per_page } from './searches.ts'
import { useMoreClips } from './use-more-clips.ts'

import styles from './results.module.css'

/** How far ahead of the end the next page is asked for. */
const ahead = '0px 0px 1400px'
/** So many pages come by themselves; then one must ask, so that the foot of the page can be reached. */
const by_itself = 4

type ResultsProps = {
  browse: Browse
  clips: readonly GridClip[]
  total: number
  is_estimate: boolean
  last_page: number
}

export const Results = ({ browse, clips: shown, total, is_estimate, last_page }: ResultsProps) => {
  const { clips, state, next, load } = useMoreClips(browse, shown, last_page)
  const before = firstPage(browse.page) - 1
  const end = useRef<HTMLDivElement>(null)
  const loads = useRef({ load, left: by_itself })
  useEffect(() => {
    loads.current.load = load
  })
  useEffect(() => {
    const foot = end.current
    if (!foot || !next) return
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting) || loads.current.left <= 0) return
        loads.current.left -= 1
        void loads.current.load()
      },
      { rootMargin: ahead },
    )
    observer.observe(foot)
    return () => observer.disconnect()
  }, [next])
  return (
    <>
      {before > 0 && (
        <p className={styles.before}>
          <Link to={browsePath({ ...browse, page: before })}>Clips before these</Link>
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- of the links inside */}
      <div onClick={event => tellOfOpening(browse.q, event.target as Element)}>
        <ClipGrid clips={clips} />
      </div>
      <div ref={end} className={styles.foot}>
        <p role="status">
          {next
            ? `${numberOf(before * per_page + clips.length)} of ${clipCount(total, is_estimate)}`
            : `All ${clipCount(total, is_estimate)}`}
        </p>
        {state === 'failed' && <p role="alert">More clips could not be loaded. Please try again.</p>}
        {next && (
          <a
            href={next}
            className={styles.more}
            onClick={event => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              loads.current.left = by_itself
              void load()
            }}
          >
            {state === 'loading' ? 'Loading…' : 'Load more'}
          </a>
        )}
      </div>
    </>
  )
}

const tellOfOpening = (q: string, pressed: Element) => {
  const id = /^\/clips\/[^/]+\/(\d+)/.exec(pressed.closest('a')?.getAttribute('href') ?? '')?.[1]
  if (q !== '' && id !== undefined) tellOfClick(q, Number(id))
}
