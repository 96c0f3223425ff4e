/** Measuring begins a moment after the page stands, where a tag manager is configured. */
import { lazy, Suspense, useEffect, useState } from 'react'

import { init_scripts_ms } from '#platform/init-scripts.ts'

const MeasuringNotice = lazy(() => import('./parts/measuring-notice.tsx'))

export const MeasuringWatch = ({ gtm_id }: { gtm_id: string | undefined }) => {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    if (gtm_id === undefined) return undefined
    const timer = setTimeout(() => setTime(true), init_scripts_ms)
    return () => clearTimeout(timer)
  }, [gtm_id])
  return gtm_id !== undefined && isTime ? (
    <Suspense>
      <MeasuringNotice gtm_id={gtm_id} />
    </Suspense>
  ) : null
}
