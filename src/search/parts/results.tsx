/** The result grid. Further pages load automatically near the end, and on a press. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { ClipGrid } from '#catalog/clip-grid.tsx'
import { formatClipCount, formatNumber } from '#catalog/counts.ts'
import { browsePath, type BrowseQuery } from '#catalog/filters.ts'
import type { GridClip } from '#catalog/grid-clip.ts'

import { trackSearchClick } from '../search-tracking.ts'
import { getFirstPage, PER_PAGE } from './browse-query.ts'
import { useMoreClips } from './use-more-clips.ts'

import styles from './results.module.css'

/** How far before the end the next page is requested. */
const PRELOAD_MARGIN = '0px 0px 1400px'
/** This many pages load automatically. After that the user must press, so that the page footer can be reached. */
const AUTO_LOADED_PAGES = 4

type ResultsProps = {
  browse: BrowseQuery
  clips: readonly GridClip[]
  total: number
  total_is_estimate: boolean
  last_page: number
}

export const Results = ({ browse, clips: initialClips, total, total_is_estimate, last_page }: ResultsProps) => {
  const { clips, state, next, load } = useMoreClips(browse, initialClips, last_page)
  const previousPage = getFirstPage(browse.page) - 1
  const end = useRef<HTMLDivElement>(null)
  const autoLoad = useRef({ load, remaining: AUTO_LOADED_PAGES })
  useEffect(() => {
    autoLoad.current.load = load
  })
  useEffect(() => {
    const element = end.current
    if (!element || !next) return
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting) || autoLoad.current.remaining <= 0) return
        autoLoad.current.remaining -= 1
        void autoLoad.current.load()
      },
      { rootMargin: PRELOAD_MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [next])
  return (
    <>
      {previousPage > 0 && (
        <p className={styles.before}>
          <Link to={browsePath({ ...browse, page: previousPage })}>Previous clips</Link>
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- of the links inside */}
      <div onClick={event => trackOpenedClip(browse.q, event.target as Element)}>
        <ClipGrid clips={clips} />
      </div>
      <div ref={end} className={styles.foot}>
        <p role="status">
          {next
            ? `${formatNumber(previousPage * PER_PAGE + clips.length)} of ${formatClipCount(total, total_is_estimate)}`
            : `All ${formatClipCount(total, total_is_estimate)}`}
        </p>
        {state === 'failed' && <p role="alert">More clips could not be loaded. Please try again.</p>}
        {next && (
          <a
            href={next}
            className={styles.more}
            onClick={event => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              autoLoad.current.remaining = AUTO_LOADED_PAGES
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

const trackOpenedClip = (q: string, target: Element) => {
  const id = /^\/clips\/[^/]+\/(\d+)/.exec(target.closest('a')?.getAttribute('href') ?? '')?.[1]
  if (q !== '' && id !== undefined) trackSearchClick(q, Number(id))
}
