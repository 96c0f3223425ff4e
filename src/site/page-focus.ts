/**
 * Where the focus goes when its page is left: to the heading of the new page, and on Back to the link that was followed. Screen
 * readers announce both.
 */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A link by its address, and which of those on the page it is. */
type FollowedLink = { href: string; index: number }

const listLinks = (href: string) => [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)]

const focusHeading = () => {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Use it once, for all pages. */
export const usePageFocus = (): void => {
  const { key, pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const currentPage = useRef({ key, pathname })
  /** By history entry. */
  const followedLinks = useRef(new Map<string, FollowedLink>())

  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest<HTMLElement>('main a[href]')
      const href = link && link.getAttribute('href')
      if (href) followedLinks.current.set(currentPage.current.key, { href, index: listLinks(href).indexOf(link) })
    }
    document.addEventListener('click', onClick, { capture: true, passive: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [])

  useEffect(() => {
    const hasChanged = currentPage.current.pathname !== pathname
    currentPage.current = { key, pathname }
    // What still has the focus is on both pages, or the page has chosen it.
    if (!hasChanged || (document.activeElement && document.activeElement !== document.body)) return
    const followedLink = isBack ? followedLinks.current.get(key) : undefined
    const link = followedLink && listLinks(followedLink.href)[followedLink.index]
    if (link) link.focus({ preventScroll: true })
    else focusHeading()
  }, [key, pathname, isBack])
}
