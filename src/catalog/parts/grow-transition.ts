/** A view transition: the pressed picture grows into the player of the clip page and shrinks back into the grid on Back. */
import { use, useLayoutEffect, useRef, type MouseEvent } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'

import { preloadPlayer } from '#ui/player/lazy-player.tsx'

import type { GridClip } from '../grid-clip.ts'
import { ListingContext, saveListing } from '../listing.ts'
import { openOverlay } from '../overlay.ts'
import { getClickedPath } from '../plain-click.ts'

import './grow-transition.module.css'

/** The player's picture has the same view transition name. */
const TRANSITION_NAME = 'clip'

/** The address of the clip that was opened last, for the transition back. */
let openedPath: string | undefined

/** The clip page went on to another clip of the listing. */
export const setOpenedPath = (path: string): void => {
  openedPath = path
}

const setTransitionName = (frame: HTMLElement | null | undefined, value: string) => {
  if (frame) frame.style.viewTransitionName = value
}

/** Returns a ref for a grid and an `onClick` that follows its links with the transition, and opens quick previews over the grid. */
export const useGrowTransition = (clips: readonly GridClip[]) => {
  const navigate = useNavigate()
  const { state: pageState } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const shownListing = use(ListingContext)
  const listing = shownListing === undefined ? { clips, first: 1, total: clips.length } : shownListing
  const gridRef = useRef<HTMLDivElement>(null)

  // Runs before the browser captures the new page. If the page has a player, the player has the name.
  useLayoutEffect(() => {
    if (!openedPath || document.querySelector('[data-player]')) return undefined
    const link = [...(gridRef.current?.querySelectorAll('a') ?? [])].find(
      candidate => candidate.getAttribute('href') === openedPath,
    )
    const frame = link?.querySelector<HTMLElement>('[data-frame]')
    if (!link || !frame) return undefined
    if (isBack) returnTo(link)
    setTransitionName(frame, TRANSITION_NAME)
    const timer = setTimeout(() => setTransitionName(frame, ''), 1_000)
    return () => clearTimeout(timer)
    // Only once, on mount.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const openOver = (card: Element | null) => {
    const path = card?.querySelector('a')?.getAttribute('href')
    if (!path) return
    openedPath = path
    preloadPlayer()
    // The browser's address, because loading more results changes it without telling the router.
    const page = window.location
    const state = listing ? saveListing(listing) : (pageState as unknown)
    openOverlay(navigate, page, path, { state })
  }

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const quick = (event.target as Element).closest('[data-quick]')
    if (quick) return openOver(quick.closest('[data-clip]'))
    const path = getClickedPath(event)
    if (path === undefined) return
    event.preventDefault()
    const frame = (event.target as Element).closest('a')?.querySelector<HTMLElement>('[data-frame]')
    const viewTransition = frame != null && !matchMedia('(prefers-reduced-motion: reduce)').matches
    if (viewTransition) startTransition(frame, path)
    const state = listing && frame ? saveListing(listing) : undefined
    return void navigate(path, { viewTransition, state })
  }
  return { gridRef, onClick }
}

/** Focuses the card of the clip that was shown last, and scrolls to it if the restored position does not show it. */
const returnTo = (link: HTMLElement) => {
  link.focus({ preventScroll: true })
  requestAnimationFrame(() => {
    const { top, bottom } = link.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight) link.scrollIntoView({ block: 'center' })
  })
}

/** Gives this picture alone the name. */
const startTransition = (frame: HTMLElement, path: string) => {
  preloadPlayer()
  openedPath = path
  for (const player of document.querySelectorAll<HTMLElement>('[data-player]'))
    player.style.setProperty('--picture-transition', 'none')
  for (const other of document.querySelectorAll<HTMLElement>('[data-frame]')) setTransitionName(other, '')
  setTransitionName(frame, TRANSITION_NAME)
}
