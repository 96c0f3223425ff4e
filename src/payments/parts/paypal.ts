/** PayPal's button and its window, by the gateway's SDK: what comes of them is an agreement that can be charged. */
import { openText } from '../card-texts.ts'
import { LeftPayPal } from '../left-paypal.ts'
import { openClient } from './client.ts'

/** Polling for PayPal's own button: it draws it when it likes. */
const poll_ms = 500
const most_polls = 20
/** PayPal dims the page while it asks. A page that is bright again was left, whether PayPal says so or not. */
const veil_check_ms = 2_000
const veil = '[id^="paypal-overlay"], [class*="paypal-checkout-"]'

export type PayPal = {
  /** Presses PayPal's button and waits for the person. Throws LeftPayPal when they went away. */
  approve: () => Promise<string>
  close: () => Promise<unknown>
}

type Approval = { billingToken?: string; payerID: string }
type Buttons = (options: {
  style: object
  createBillingAgreement: () => Promise<string>
  onApprove: (data: Approval) => Promise<void>
  onCancel: () => void
  onError: (error: unknown) => void
}) => { render: (box: HTMLElement) => Promise<void>; close: () => Promise<void> }

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const buttonIn = async (box: HTMLElement): Promise<HTMLElement | undefined> => {
  for (let poll = 0; poll < most_polls; poll += 1) {
    const button = box.querySelector<HTMLElement>('button, [role="button"], [role="link"]')
    if (button) return button
    await pause(poll_ms)
  }
  return undefined
}

/** Puts PayPal's button into the box. `onUnreachable`: no script may press it there, so the person has to. */
export const openPayPal = async (box: HTMLElement, onUnreachable: () => void): Promise<PayPal> => {
  const [client, { default: payPalCheckout }] = await Promise.all([
    openClient(),
    import('braintree-web/paypal-checkout'),
  ])
  const checkout = await payPalCheckout.create({ client })
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  await checkout.loadPayPalSDK({ vault: true, ...(nonce && { dataAttributes: { 'csp-nonce': nonce } }) })

  let asked = Promise.withResolvers<string>()
  let is_approved = false
  const { paypal } = window as unknown as { paypal: { Buttons: Buttons } }
  const buttons = paypal.Buttons({
    style: { height: 45, label: 'paypal' },
    createBillingAgreement: () => checkout.createPayment({ flow: 'vault' as paypal.FlowType }),
    onApprove: async ({ billingToken, payerID }) => {
      is_approved = true
      const { nonce: approved } = await checkout.tokenizePayment({
        payerId: payerID,
        ...(billingToken && { billingToken }),
      })
      asked.resolve(approved)
    },
    onCancel: () => asked.reject(new LeftPayPal()),
    onError: error => asked.reject(new Error(openText, { cause: error })),
  })
  await buttons.render(box)

  return {
    approve: async () => {
      asked = Promise.withResolvers<string>()
      is_approved = false
      const button = await buttonIn(box)
      if (!button) {
        onUnreachable()
        return asked.promise
      }
      button.click()
      const watch = setInterval(() => {
        if (!is_approved && !document.querySelector(veil)) asked.reject(new LeftPayPal())
      }, veil_check_ms)
      return asked.promise.finally(() => clearInterval(watch))
    },
    close: async () => {
      asked.promise.catch(() => undefined)
      asked.reject(new LeftPayPal())
      await buttons.close()
      await checkout.teardown()
    },
  }
}
