/**
 * A clip in a dialog over the page that lists it: the player, what can be done with the clip, and the steps to the previous and the
 * next result. Back and Escape return to the page below, where its card has the focus.
 */
import { use, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigation, type Location } from 'react-router'

import { trackEvent } from '#platform/analytics/data-layer.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useOpenDialogCount, useRegisterDialog } from '#ui/open-dialogs.ts'
import { formatDuration } from '#ui/player/frames.ts'
import { Skeleton } from '#ui/skeleton.tsx'

import { ClipSlotsContext } from '../clip-slots.tsx'
import type { ClipDetail } from '../contract.ts'
import { openOverlay, readOverlay } from '../overlay.ts'
import { ClipPlayer } from '../parts/clip-player.tsx'
import { setOpenedPath } from '../parts/grow-transition.ts'
import { ResultSteps } from '../parts/result-steps.tsx'
import { useClipPosition } from '../parts/use-listing.ts'
import { clipPath, filmmakerPath, shootPath } from '../paths.ts'
import { getClickedPath } from '../plain-click.ts'
import { getCardName, getCardRatio } from './card-data.ts'
import { loadClipDetail, useClipDetail } from './clip-details.ts'

import styles from './clip-overlay.module.css'

const shortcuts = [
  ['N P', 'Next, previous result'],
  ['Esc', 'Back to the results'],
] as const

const findCard = (clip_id: string) => document.querySelector<HTMLElement>(`main [data-clip="${clip_id}"]`)

/** Whether a location has the page of a path, or another page of the same results. */
const isPageOf = ({ pathname }: Location, path: string) => path.split('?')[0] === pathname

/** Shows the clip of the location over the page, and the last one until its dialog has closed. */
export const ClipOverlay = () => {
  const current = useLocation()
  const pending = useNavigation().location
  // Back closes it at once, while the page below loads its data again.
  const location = pending?.pathname === current.pathname ? pending : current
  const isOpen = readOverlay(location) !== undefined
  const [overlayLocation, setOverlayLocation] = useState<Location>()
  if (isOpen && overlayLocation !== location) setOverlayLocation(location)
  return (
    overlayLocation && (
      <OverlayDialog location={overlayLocation} open={isOpen} onClosed={() => setOverlayLocation(undefined)} />
    )
  )
}

type OverlayDialogProps = {
  /** The location that shows the clip, also while the dialog closes. */
  location: Location
  open: boolean
  onClosed: () => void
}

const OverlayDialog = ({ location, open, onClosed }: OverlayDialogProps) => {
  const id = readOverlay(location) ?? ''
  const navigate = useNavigate()
  const { clip, failed, retry } = useClipDetail(id)
  const candidate = useClipPosition(Number(id), location)
  // The page of a clip keeps the listing that it was opened from, which isn't the page below.
  const position = candidate && isPageOf(location, candidate.listing.path) ? candidate : undefined
  const isCovered = useOpenDialogCount() > 1
  // The page below gets its keys back after the closing animation.
  useRegisterDialog(!open)
  const player = useRef<HTMLDivElement>(null)
  /** The history entry that is being left: a second press of Escape does not leave the page below. */
  const leftEntry = useRef<string>(undefined)
  const card = findCard(id)

  useEffect(() => trackEvent('preview', { clip_id: Number(id) }), [id])
  useEffect(pausePage, [])
  // The player of the clip before had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) player.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
  }, [id])
  useTitle(open ? clip?.name : undefined)
  const path = position?.path
  useEffect(() => {
    if (path) setOpenedPath(path)
  }, [path])
  const next = position?.next
  useEffect(() => {
    const nextId = next && /\/(\d+)(?:\?|$)/.exec(next)?.[1]
    if (nextId) loadClipDetail(nextId).catch(() => undefined)
  }, [next])

  const close = () => {
    if (!open || leftEntry.current === location.key) return
    leftEntry.current = location.key
    // The page below has too few results after more were loaded here.
    if (position && !card) void navigate(position.listing.path, { replace: true })
    else void navigate(-1)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      onClosed={onClosed}
      size="full"
      initialFocus="dialog"
      finalFocus={() => findCard(id)?.querySelector('a') ?? undefined}
      title={clip?.name ?? (card ? getCardName(card) : 'Clip')}
      description={clip && <Byline clip={clip} />}
      footer={
        <>
          {position && (
            <nav aria-label="Results" className={styles.steps}>
              <ResultSteps
                position={position}
                isCovered={isCovered}
                arrows
                swipeArea={player}
                onOpen={path => openOverlay(navigate, location, path, { replace: true, state: location.state })}
              />
            </nav>
          )}
          <ButtonLink
            to={clip ? clipPath(clip) : (location.mask ?? location).pathname}
            size="lg"
            onClick={event => {
              if (getClickedPath(event) === undefined) return
              event.preventDefault()
              // With the marks of the player, which are in the address.
              const { pathname, search } = window.location
              void navigate(pathname + search, { replace: true, state: location.state })
            }}
          >
            Open full page
          </ButtonLink>
        </>
      }
    >
      <div className={styles.stage}>
        <div ref={player} className={styles.player}>
          {clip ? (
            <ClipPlayer key={clip.id} clip={clip} compact moreShortcuts={position && shortcuts} />
          ) : failed ? (
            <div role="alert" className={styles.failed}>
              <p>The clip could not be loaded.</p>
              <Button onClick={retry}>Try again</Button>
            </div>
          ) : (
            <Skeleton ratio={card ? getCardRatio(card) : 16 / 9} width="100%" />
          )}
        </div>
        {clip && <Side clip={clip} />}
      </div>
    </Dialog>
  )
}

const Byline = ({ clip }: { clip: ClipDetail }) => {
  const { filmmaker, ...shoot } = clip.collection.data
  return (
    <>
      <Link to={filmmakerPath(filmmaker.data)}>{filmmaker.data.name}</Link>, from{' '}
      <Link to={shootPath(shoot)}>{shoot.name}</Link>, {formatDuration(clip.duration_in_seconds)}
    </>
  )
}

const Side = ({ clip }: { clip: ClipDetail }) => {
  const { Purchase } = use(ClipSlotsContext)
  return (
    <div className={styles.side}>
      {clip.flashing && <p>Flashing light: this clip plays only when you start it.</p>}
      {Purchase && <Purchase key={clip.id} clip={clip} />}
    </div>
  )
}

const pausePage = () => {
  for (const video of document.querySelectorAll<HTMLVideoElement>('main video')) video.pause()
}

/** The title of the document while the dialog is open. */
const useTitle = (name: string | undefined) => {
  useEffect(() => {
    if (name === undefined) return undefined
    const { title } = document
    document.title = name
    return () => {
      // Another page has set its own.
      if (document.title === name) document.title = title
    }
  }, [name])
}
