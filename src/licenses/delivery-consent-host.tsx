/** Shows the question of `requestConsent`. Pages with downloads have it. */
import { lazy, Suspense } from 'react'

import { useConsentRequest } from './delivery-consent.ts'

const DeliveryConsentDialog = lazy(() =>
  import('./delivery-consent-dialog.tsx').then(module => ({ default: module.DeliveryConsentDialog })),
)

export const DeliveryConsentHost = () => {
  const request = useConsentRequest()
  return (
    request && (
      <Suspense fallback={null}>
        <DeliveryConsentDialog key={request.order} {...request} />
      </Suspense>
    )
  )
}
