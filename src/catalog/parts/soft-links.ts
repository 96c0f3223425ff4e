import type { MouseEvent } from 'react'

/** The address of the link of this site that a plain click is on. Whatever is no plain click stays the browser's. */
export const plainLink = (event: MouseEvent<HTMLElement>): string | undefined => {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return undefined
  const path = (event.target as Element).closest('a')?.getAttribute('href')
  return path?.startsWith('/') ? path : undefined
}
