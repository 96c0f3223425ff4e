/**
 * The pages that load the payment provider's code, and the pages without analytics. Shared by the server and the
 * browser.
 */
const PAYMENT_PAGE_PATTERN = /^\/(checkout|pay|cart\/checkout|account\/payment-methods|workspace\/billing)(\/|$|\?)/i
/** A cart that is opened by its link contains its checkout. */
const SHARED_CART_PATTERN = /^\/cart\/?\?(.*&)?cart_hash=/i

/** Returns whether a page may load the payment provider's code. `url` is a path with its query. */
export const isPaymentPage = (url: string): boolean => PAYMENT_PAGE_PATTERN.test(url) || SHARED_CART_PATTERN.test(url)

/** Pages for passwords, account settings, staff, and links from emails. */
const PRIVATE_PAGE_PATTERN =
  /^\/(login|register|forgot-password|reset-password|verify-email|unsubscribe|staff-invite|filmmaker-invite|setup|account|profile|admin)(\/|\.data|$|\?)|[?&](token|key|invite_token|cart_hash)=/i

/** Returns whether a page shows private data or secrets. `url` is a path with its query. */
export const isPrivatePage = (url: string): boolean => PRIVATE_PAGE_PATTERN.test(url)

/** Returns whether third-party analytics may run on a page. `url` is a path with its query. */
export const allowsAnalytics = (url: string): boolean => !isPrivatePage(url) && !isPaymentPage(url)

/** Returns the path and query that the document was loaded with. Browser only. */
export const getLoadedPath = (): string | undefined => {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!navigation) return undefined
  const { pathname, search } = new URL(navigation.name)
  return pathname + search
}
