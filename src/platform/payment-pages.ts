/** The pages that may let the payment provider's code in: what is told of them holds on the server and in the browser. */
const payment_page = /^\/(checkout|cart\/checkout|account\/payment-methods|workspace\/billing)(\/|$|\?)/i
/** A cart that is opened by its link has its checkout beside it. */
const linked_cart = /^\/cart\/?\?(.*&)?cart_hash=/i

/** `url`: a path with its query. */
export const isPaymentPage = (url: string): boolean => payment_page.test(url) || linked_cart.test(url)
