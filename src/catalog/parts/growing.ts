/** The picture that is pressed grows into the player of its clip's page, and on Back becomes the picture in the grid again. */
import { useLayoutEffect, useRef, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'

import { preloadPlayer } from '#ui/player/lazy-player.tsx'

import { plainLink } from './soft-links.ts'

import './growing.module.css'

/** The name that the player's picture has, too. */
const transition_name = 'clip'

/** The address of the clip that was opened last, for the way back. */
let opened: string | undefined

const name = (frame: HTMLElement | null | undefined, given: string) => {
  if (frame) frame.style.viewTransitionName = given
}

/** For a grid: where it is, and an `onClick` that follows its links. */
export const useGrowing = () => {
  const navigate = useNavigate()
  const room = useRef<HTMLDivElement>(null)

  // Before the browser takes its picture of the new page. Where a player is, that one has the name.
  useLayoutEffect(() => {
    if (!opened || document.querySelector('[data-player]')) return undefined
    const link = [...(room.current?.querySelectorAll('a') ?? [])].find(one => one.getAttribute('href') === opened)
    const frame = link?.querySelector<HTMLElement>('[data-frame]')
    if (!frame) return undefined
    name(frame, transition_name)
    const timer = setTimeout(() => name(frame, ''), 1_000)
    return () => clearTimeout(timer)
  }, [])

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const path = plainLink(event)
    if (path === undefined) return
    event.preventDefault()
    const frame = (event.target as Element).closest('a')?.querySelector<HTMLElement>('[data-frame]')
    const viewTransition = frame != null && !matchMedia('(prefers-reduced-motion: reduce)').matches
    if (viewTransition) grow(frame, path)
    void navigate(path, { viewTransition })
  }
  return { room, onClick }
}

/** From now on this picture alone has the name. */
const grow = (frame: HTMLElement, path: string) => {
  preloadPlayer()
  opened = path
  for (const player of document.querySelectorAll<HTMLElement>('[data-player]'))
    player.style.setProperty('--picture-transition', 'none')
  for (const other of document.querySelectorAll<HTMLElement>('[data-frame]')) name(other, '')
  name(frame, transition_name)
}
