/** PayPal’s button and window, through the gateway’s SDK: the result is a billing agreement that can be charged. */
import { OPEN_TEXT } from '../card-texts.ts'
import { PayPalClosedError } from '../paypal-closed-error.ts'
import { openClient } from './client.ts'

/** Polls for PayPal’s button, which renders at an unknown time. */
const POLL_MS = 500
const MAX_POLLS = 20
/**
 * PayPal dims the page while its window is open. When the overlay is gone, the buyer has left, whether PayPal reports
 * it or not.
 */
const OVERLAY_CHECK_MS = 2_000
const OVERLAY_SELECTOR = '[id^="paypal-overlay"], [class*="paypal-checkout-"]'

export type PayPalSession = {
  /** Presses PayPal’s button and waits for approval. Throws PayPalClosedError when the buyer leaves. */
  approve: () => Promise<string>
  close: () => Promise<unknown>
}

type PayPalApproval = { billingToken?: string; payerID: string }
type PayPalButtons = (options: {
  style: object
  createBillingAgreement: () => Promise<string>
  onApprove: (data: PayPalApproval) => Promise<void>
  onCancel: () => void
  onError: (error: unknown) => void
}) => { render: (box: HTMLElement) => Promise<void>; close: () => Promise<void> }

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const waitForButton = async (box: HTMLElement): Promise<HTMLElement | undefined> => {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const button = box.querySelector<HTMLElement>('button, [role="button"], [role="link"]')
    if (button) return button
    await sleep(POLL_MS)
  }
  return undefined
}

/** Renders PayPal’s button into the box. `onUnreachable`: a script cannot press the button, so the buyer has to. */
export const openPayPal = async (box: HTMLElement, onUnreachable: () => void): Promise<PayPalSession> => {
  const [client, { default: payPalCheckout }] = await Promise.all([
    openClient(),
    import('braintree-web/paypal-checkout'),
  ])
  const checkout = await payPalCheckout.create({ client })
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  await checkout.loadPayPalSDK({ vault: true, ...(nonce && { dataAttributes: { 'csp-nonce': nonce } }) })

  let approval = Promise.withResolvers<string>()
  let is_approved = false
  const { paypal } = window as unknown as { paypal: { Buttons: PayPalButtons } }
  const buttons = paypal.Buttons({
    style: { height: 45, label: 'paypal' },
    createBillingAgreement: () => checkout.createPayment({ flow: 'vault' as paypal.FlowType }),
    onApprove: async ({ billingToken, payerID }) => {
      is_approved = true
      const { nonce: paymentNonce } = await checkout.tokenizePayment({
        payerId: payerID,
        ...(billingToken && { billingToken }),
      })
      approval.resolve(paymentNonce)
    },
    onCancel: () => approval.reject(new PayPalClosedError()),
    onError: error => approval.reject(new Error(OPEN_TEXT, { cause: error })),
  })
  await buttons.render(box)

  return {
    approve: async () => {
      approval = Promise.withResolvers<string>()
      is_approved = false
      const button = await waitForButton(box)
      if (!button) {
        onUnreachable()
        return approval.promise
      }
      button.click()
      const timer = setInterval(() => {
        if (!is_approved && !document.querySelector(OVERLAY_SELECTOR)) approval.reject(new PayPalClosedError())
      }, OVERLAY_CHECK_MS)
      return approval.promise.finally(() => clearInterval(timer))
    },
    close: async () => {
      approval.promise.catch(() => undefined)
      approval.reject(new PayPalClosedError())
      await buttons.close()
      await checkout.teardown()
    },
  }
}
