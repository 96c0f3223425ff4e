import type { MouseEvent } from 'react'

/** Returns the internal address of the link that a plain click is on. All other clicks are left to the browser. */
export const getClickedPath = (event: MouseEvent<HTMLElement>): string | undefined => {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return undefined
  const path = (event.target as Element).closest('a')?.getAttribute('href')
  return path?.startsWith('/') ? path : undefined
}
