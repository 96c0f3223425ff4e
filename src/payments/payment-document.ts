import { redirectDocument } from 'react-router'

import { isPaymentPage, getLoadedPath } from '#platform/http/payment-pages.ts'

/**
 * A document’s content security policy is fixed when it loads, and only payment pages allow the gateway’s code. A page
 * with a card form calls this first in its client loader: after a client-side navigation, it reloads the page as a new
 * document.
 */
export const requirePaymentDocument = ({ url }: { url: URL }): void => {
  if (!isPaymentPage(getLoadedPath() ?? '')) throw redirectDocument(url.pathname + url.search)
}
