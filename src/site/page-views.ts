import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { trackEvent } from '#platform/analytics/data-layer.ts'

/** Reports each page view to the data layer. A new search or another page of the same list is not a new view. */
export const usePageViews = (): void => {
  const { pathname } = useLocation()
  useEffect(() => trackEvent('page_view', { page_path: pathname, page_title: document.title }), [pathname])
}
