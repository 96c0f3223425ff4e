import { redirectDocument } from 'react-router'

import { isPaymentPage } from '#platform/payment-pages.ts'

/**
 * A document's policy is fixed when it is loaded, and only payment pages let the gateway's code in. A page with a card form
 * calls this first in its client loader: somebody who came by a link inside another document gets this page anew.
 */
export const needPaymentDocument = ({ url }: { url: URL }): void => {
  const [loaded] = performance.getEntriesByType('navigation')
  const isLoadedAsOne = loaded && isPaymentPage(pathOf(new URL(loaded.name)))
  if (!isLoadedAsOne) throw redirectDocument(pathOf(url))
}

const pathOf = ({ pathname, search }: URL) => pathname + search
