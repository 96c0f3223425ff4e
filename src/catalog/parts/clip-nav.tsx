/**
 * The bar above a clip: back to the results it was opened from, and to the previous and the next one. Without results it has the
 * clip's categories.
 */
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import { Link, useNavigate } from 'react-router'

import { useOpenDialogCount } from '#ui/open-dialogs.ts'

import type { ClipDetail } from '../contract.ts'
import { categoryPath } from '../paths.ts'
import { getClickedPath } from '../plain-click.ts'
import { setOpenedPath } from './grow-transition.ts'
import { ResultSteps, useKeys } from './result-steps.tsx'
import type { ClipPosition } from './use-listing.ts'

import styles from './clip-nav.module.css'

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

const Results = ({ position, swipeArea }: ResultsProps) => {
  const { listing, path } = position
  const navigate = useNavigate()
  const isCovered = useOpenDialogCount() > 0
  const [startPage] = useState(listing.more?.page)

  // The grid returns to this clip.
  useEffect(() => setOpenedPath(path), [path])
  // After more results were loaded, the entry before has too few of them.
  const goBack = () => void (listing.more?.page === startPage ? navigate(-1) : navigate(listing.path))
  useKeys(isCovered, { u: goBack })
  return (
    <nav aria-label="Results" className={styles.results}>
      <Link
        to={listing.path}
        className={styles.back}
        title="Back to results (U)"
        onClick={event => {
          if (getClickedPath(event) === undefined) return
          event.preventDefault()
          goBack()
        }}
      >
        <ArrowLeft aria-hidden />
        Back to results
      </Link>
      <ResultSteps
        position={position}
        isCovered={isCovered}
        swipeArea={swipeArea}
        // The entry of the results stays the one before, so that Back leads there.
        onOpen={next => void navigate(next, { replace: true, state: { listing: listing.id } })}
      />
    </nav>
  )
}
