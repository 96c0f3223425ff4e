import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { tell } from '#platform/data-layer.ts'

/** Tells of each page that comes on the screen; another search or page of the same list is none. */
export const usePageViews = (): void => {
  const { pathname } = useLocation()
  useEffect(() => tell('page_view', { page_path: pathname, page_title: document.title }), [pathname])
}
