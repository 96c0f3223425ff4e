import { redirectDocument } from 'react-router'

import { isPaymentPage, loadedPage } from '#platform/payment-pages.ts'

/**
 * A document's policy is fixed when it is loaded, and only payment pages let the gateway's code in. A page with a card form
 * calls this first in its client loader: somebody who came by a link inside another document gets this page anew.
 */
export const needPaymentDocument = ({ url }: { url: URL }): void => {
  if (!isPaymentPage(loadedPage() ?? '')) throw redirectDocument(url.pathname + url.search)
}
