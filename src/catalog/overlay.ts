/**
 * A clip shown over the page that lists it. The browser has the address of the clip, so that it can be shared and reloaded; the
 * router stays on the page below, with a hash.
 */
import type { Location, NavigateFunction, NavigateOptions } from 'react-router'

const OVERLAY_HASH = '#clip'

/** Returns the id of the clip that a location of the router shows over its page. */
export const readOverlay = ({ hash, mask }: Location): string | undefined =>
  hash === OVERLAY_HASH ? /\/(\d+)$/.exec(mask?.pathname ?? '')?.[1] : undefined

/** Shows the clip at `path` over a page. A change of the hash alone loads nothing. */
export const openOverlay = (
  navigate: NavigateFunction,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  path: string,
  options: Pick<NavigateOptions, 'replace' | 'state'>,
): void => void navigate({ pathname, search, hash: OVERLAY_HASH }, { ...options, mask: path, preventScrollReset: true })
