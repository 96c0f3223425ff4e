/** Loads analytics, if a tag manager is configured, and the question about a partner's link, shortly after the page has loaded. */
import { lazy, Suspense, useEffect, useState } from 'react'

import { INIT_SCRIPTS_DELAY_MS } from '#platform/http/init-scripts.ts'

const AnalyticsNotice = lazy(() => import('./parts/analytics-notice.tsx'))
const PartnerNotice = lazy(() => import('./parts/partner-notice.tsx'))

export const AnalyticsLoader = ({ gtm_id }: { gtm_id: string | undefined }) => {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), INIT_SCRIPTS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isReady ? (
    <Suspense>
      {gtm_id !== undefined && <AnalyticsNotice gtm_id={gtm_id} />}
      {/[?&]ref=/.test(location.search) && <PartnerNotice />}
    </Suspense>
  ) : null
}
