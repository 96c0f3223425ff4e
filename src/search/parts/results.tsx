/** The result grid. Further pages load automatically near the end, and on a press. */
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { ClipGrid } from '#catalog/clip-grid.tsx'
import { formatClipCount, formatNumber } from '#catalog/counts.ts'
import { browsePath } from '#catalog/filters.ts'
import { ListingContext, type ClipListing } from '#catalog/listing.ts'
import { SelectionProvider, useSelection } from '#catalog/selection.tsx'

import { trackSearchClick } from '../search-tracking.ts'
import { getFirstPage, PER_PAGE, toClipQuery } from './browse-query.ts'
import type { BrowseResults } from './load-browse.ts'
import { useMoreClips } from './use-more-clips.ts'

import styles from './results.module.css'

const SelectionBar = lazy(() => import('./selection-bar.tsx'))

/** How far before the end the next page is requested. */
const PRELOAD_MARGIN = '0px 0px 1400px'
/** This many pages load automatically. After that the user must press, so that the page footer can be reached. */
const AUTO_LOADED_PAGES = 4

type ResultsProps = { results: Omit<BrowseResults, 'alternatives'> }

export const Results = ({ results }: ResultsProps) => {
  const { browse, total, total_is_estimate } = results
  const { clips, missing, state, page, next, load } = useMoreClips(results)
  const previousPage = getFirstPage(browse.page) - 1
  const fullClips = clips.filter(({ id }) => !missing.has(id))
  const closeClips = clips.filter(({ id }) => missing.has(id))
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
  const listing: ClipListing = {
    clips: [...fullClips, ...closeClips],
    first: previousPage * PER_PAGE + 1,
    total,
    more: { query: toClipQuery(browse, page), page, last_page: results.last_page },
  }
  return (
    <ListingContext value={listing}>
      <SelectionProvider listed={clips}>
        {previousPage > 0 && (
          <p className={styles.before}>
            <Link to={browsePath({ ...browse, page: previousPage })}>Previous clips</Link>
          </p>
        )}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- of the cards inside */}
        <div
          onClick={event =>
            trackOpenedClip(
              browse.q,
              event.target as Element,
              id => previousPage * PER_PAGE + clips.findIndex(clip => clip.id === id) + 1,
            )
          }
        >
          {fullClips.length > 0 && <ClipGrid clips={fullClips} />}
          {closeClips.length > 0 && (
            <section aria-labelledby="close-matches">
              <h2 id="close-matches" className={styles.divider}>
                {formatDivider(closeClips.map(({ id }) => missing.get(id) ?? []))}
              </h2>
              <ClipGrid clips={closeClips} label="Close matches" notes={toNotes(missing)} />
            </section>
          )}
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
        <SelectedClips />
      </SelectionProvider>
    </ListingContext>
  )
}

/** The bar loads with the first selection. */
const SelectedClips = () => {
  const selection = useSelection()
  if (!selection || selection.clips.length === 0) return null
  return (
    <Suspense>
      <SelectionBar selection={selection} />
    </Suspense>
  )
}

const formatWords = (words: readonly string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words)

/** "Close matches: without guards"; the words that none of the clips has. */
const formatDivider = (missing: readonly (readonly string[])[]): string => {
  const [first = []] = missing
  const sharedWords = first.filter(word => missing.every(words => words.includes(word)))
  return sharedWords.length > 0 ? `Close matches: without ${formatWords(sharedWords)}` : 'Close matches'
}

const toNotes = (missing: ReadonlyMap<number, readonly string[]>): ReadonlyMap<number, string> =>
  new Map(
    [...missing].filter(([, words]) => words.length > 0).map(([id, words]) => [id, `Without ${formatWords(words)}`]),
  )

const trackOpenedClip = (q: string, target: Element, placeOf: (clip_id: number) => number) => {
  const id = target.closest('a, [data-quick]') && target.closest<HTMLElement>('[data-clip]')?.dataset['clip']
  if (q !== '' && id) trackSearchClick(q, Number(id), placeOf(Number(id)))
}
