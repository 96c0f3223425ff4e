/** Stands in for PayPal's script in the shop's page: the button, the approval popup and the overlay behind it. */

type PayPalButtonApproval = {
  orderID?: string
  paymentID?: string
  billingToken?: string
  payerID: string
  paymentSource: string
}
type PayPalButtonOptions = {
  style?: { height?: number; label?: 'paypal' | 'checkout' | 'buynow' | 'pay' }
  createOrder?: (data: object, actions: object) => Promise<string> | string
  createBillingAgreement?: (data: object, actions: object) => Promise<string> | string
  onInit?: (data: object, actions: object) => void
  onClick?: (data: object, actions: object) => unknown
  onApprove?: (data: PayPalButtonApproval, actions: object) => unknown
  onCancel?: (data: object, actions: object) => void
  onError?: (error: unknown) => void
}
type DecisionMessage = { type?: unknown; token?: unknown; payment?: unknown; payer?: unknown; approved?: unknown }

const script = document.currentScript as HTMLScriptElement
const paypalOrigin = new URL(script.src).origin
const buttonHeight_px = 45
const POPUP_FEATURES = 'width=460,height=640,resizable,scrollbars'

const buttonStyle = `
.paypal-buttons { display: block; width: 100% }
.paypal-button {
  display: block; width: 100%; padding: 0 20px; border: 0; border-radius: 4px; background: #ffc439; color: #142c6e;
  font: italic 700 17px/1 system-ui, sans-serif; letter-spacing: -0.01em; cursor: pointer;
}
.paypal-button:hover { background: #f2ba36 }
.paypal-button:focus-visible { outline: 2px solid #142c6e; outline-offset: 2px; box-shadow: 0 0 0 4px #fff }
`
const OVERLAY_STYLE = `
:host { position: fixed; inset: 0; z-index: 2147483647; display: grid; place-items: center; padding: 16px; background: rgb(0 0 0 / 0.86) }
div { display: grid; justify-items: center; gap: 14px; max-width: 340px; color: #fff; font: 15px/1.5 system-ui, sans-serif; text-align: center }
p { margin: 0 }
button { padding: 10px 20px; border: 1px solid #fff; border-radius: 22px; background: none; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
button:hover { background: rgb(255 255 255 / 0.12) }
button:focus-visible { outline: 2px solid #fff; outline-offset: 2px }
.leave { border-color: transparent; font-weight: 400 }
iframe { width: min(460px, calc(100vw - 24px)); height: min(600px, calc(100dvh - 110px)); border: 0; border-radius: 10px; background: #fff }
`
const createSheet = (text: string) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}
// A strict content security policy allows constructed style sheets, but not style elements.
document.adoptedStyleSheets = [...document.adoptedStyleSheets, createSheet(buttonStyle)]

const createButton = (text: string, className: string, onClick: () => void) => {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  element.className = className
  element.addEventListener('click', onClick)
  return element
}

/** Dims the shop while PayPal is open. If the popup is blocked, PayPal opens inside the overlay. */
function showOverlay(popupWindow: Window | null, onCancel: () => void) {
  const host = document.createElement('div')
  host.id = 'paypal-overlay'
  host.className = 'paypal-checkout-overlay paypal-overlay-context-popup'
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [createSheet(OVERLAY_STYLE)]
  const box = document.createElement('div')
  let frame: HTMLIFrameElement | undefined
  if (popupWindow) {
    const text = document.createElement('p')
    text.textContent = 'PayPal is open in another window. If you do not see it, press Continue.'
    box.append(
      text,
      createButton('Continue', '', () => popupWindow.focus()),
    )
  } else {
    frame = document.createElement('iframe')
    frame.title = 'PayPal'
    box.append(frame)
  }
  box.append(createButton('Cancel', 'leave', onCancel))
  root.append(box)
  document.body.append(host)
  return { frame, remove: () => host.remove() }
}

/** Opens PayPal, gets the payment or agreement from the shop, and waits for the buyer's decision. */
function approve(options: PayPalButtonOptions) {
  // Open the window during the click, or it would be blocked. It stays empty until the shop responds.
  const popupWindow = window.open('', '', POPUP_FEATURES)
  const isAgreement = options.createBillingAgreement !== undefined
  let token = ''

  const finish = (report: () => unknown) => {
    clearInterval(closeTimer)
    removeEventListener('message', onMessage)
    overlay.remove()
    popupWindow?.close()
    void Promise.resolve().then(report).catch(options.onError)
  }
  const cancel = () => finish(() => options.onCancel?.({ orderID: token, billingToken: token }, {}))
  const onMessage = (event: MessageEvent<DecisionMessage>) => {
    if (event.origin !== paypalOrigin) return
    const { type, token: messageToken, payment, payer, approved } = event.data
    if (type !== 'sandbox-paypal' || messageToken !== token) return
    if (approved !== true) return cancel()
    const payerID = String(payer)
    const approval = isAgreement
      ? { billingToken: token, payerID, paymentSource: 'paypal' }
      : { orderID: token, paymentID: String(payment), payerID, paymentSource: 'paypal' }
    finish(() => options.onApprove?.(approval, {}))
  }
  const overlay = showOverlay(popupWindow, cancel)
  const closeTimer = setInterval(() => popupWindow?.closed && cancel(), 300)
  addEventListener('message', onMessage)

  void Promise.resolve()
    .then(() => (options.createBillingAgreement ?? options.createOrder)?.({}, {}))
    .then(approvalId => {
      token = approvalId ?? ''
      const address = `${paypalOrigin}/checkoutnow?token=${encodeURIComponent(token)}&origin=${encodeURIComponent(location.origin)}`
      if (overlay.frame) overlay.frame.src = address
      else if (popupWindow) popupWindow.location.href = address
    })
    .catch((error: unknown) => finish(() => options.onError?.(error)))
}

const labels = { paypal: 'PayPal', checkout: 'PayPal Checkout', buynow: 'Buy now with PayPal', pay: 'Pay with PayPal' }

const Buttons = (options: PayPalButtonOptions) => {
  let host: HTMLElement | undefined
  return {
    isEligible: () => true,
    render(container: string | HTMLElement) {
      const target = typeof container === 'string' ? document.querySelector(container) : container
      if (!target) return Promise.reject(new Error('The container of the PayPal button is not in the document.'))
      host = document.createElement('div')
      host.className = 'paypal-buttons'
      const onClick = () => {
        if (document.getElementById('paypal-overlay')) return
        options.onClick?.({ fundingSource: 'paypal' }, {})
        approve(options)
      }
      const element = createButton(labels[options.style?.label ?? 'paypal'], 'paypal-button', onClick)
      element.dataset.fundingSource = 'paypal'
      element.style.height = `${options.style?.height ?? buttonHeight_px}px`
      host.append(element)
      target.append(host)
      options.onInit?.({}, {})
      return Promise.resolve()
    },
    close() {
      host?.remove()
      return Promise.resolve()
    },
  }
}

Object.assign(window, { paypal: { version: 'sandbox', FUNDING: { PAYPAL: 'paypal' }, Buttons } })
export {}
