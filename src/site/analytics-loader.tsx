/** Loads analytics shortly after the page has loaded, if a tag manager is configured. */
import { lazy, Suspense, useEffect, useState } from 'react'

import { INIT_SCRIPTS_DELAY_MS } from '#platform/http/init-scripts.ts'

const AnalyticsNotice = lazy(() => import('./parts/analytics-notice.tsx'))

export const AnalyticsLoader = ({ gtm_id }: { gtm_id: string | undefined }) => {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (gtm_id === undefined) return undefined
    const timer = setTimeout(() => setReady(true), INIT_SCRIPTS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [gtm_id])
  return gtm_id !== undefined && isReady ? (
    <Suspense>
      <AnalyticsNotice gtm_id={gtm_id} />
    </Suspense>
  ) : null
}
