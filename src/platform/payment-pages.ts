/** The pages that may let the payment provider's code in, and those that are never measured: the same on the server and in the browser. */
const payment_page = /^\/(checkout|cart\/checkout|account\/payment-methods|workspace\/billing)(\/|$|\?)/i
/** A cart that is opened by its link has its checkout beside it. */
const linked_cart = /^\/cart\/?\?(.*&)?cart_hash=/i

/** `url`: a path with its query. */
export const isPaymentPage = (url: string): boolean => payment_page.test(url) || linked_cart.test(url)

/** Where passwords are typed, an account is looked after, staff work, or the link of a mail leads. */
const private_page =
  /^\/(login|register|forgot-password|reset-password|verify-email|account|profile|admin)(\/|\.data|$|\?)|[?&](token|key|invite_token|cart_hash)=/i

/** `url`: a path with its query. */
export const isPrivatePage = (url: string): boolean => private_page.test(url)

/** Whether other people's measuring code may be on a page. `url`: a path with its query. */
export const isMeasuredPage = (url: string): boolean => !isPrivatePage(url) && !isPaymentPage(url)

/** The path and query that the document was loaded with; in a browser alone. */
export const loadedPage = (): string | undefined => {
  const [loaded] = performance.getEntriesByType('navigation')
  if (!loaded) return undefined
  const { pathname, search } = new URL(loaded.name)
  return pathname + search
}
