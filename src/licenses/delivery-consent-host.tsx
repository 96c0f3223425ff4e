/** Shows the question of `requestConsent`. Pages with downloads have it. */
import { lazy, Suspense, useEffect } from 'react'

import { cancelConsent, useConsentRequest } from './delivery-consent.ts'

const DeliveryConsentDialog = lazy(() =>
  import('./delivery-consent-dialog.tsx').then(module => ({ default: module.DeliveryConsentDialog })),
)

export const DeliveryConsentHost = () => {
  const request = useConsentRequest()
  // A page that is left must not leave its question to the next one.
  useEffect(() => cancelConsent, [])
  return (
    request && (
      <Suspense fallback={null}>
        <DeliveryConsentDialog key={request.order} {...request} />
      </Suspense>
    )
  )
}
