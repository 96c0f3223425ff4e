/** Stands in for PayPal's script in the shop's page: its button, the window that asks, and the veil behind that. */

type Approval = { orderID?: string; paymentID?: string; billingToken?: string; payerID: string; paymentSource: string }
type Options = {
  style?: { height?: number; label?: 'paypal' | 'checkout' | 'buynow' | 'pay' }
  createOrder?: (data: object, actions: object) => Promise<string> | string
  createBillingAgreement?: (data: object, actions: object) => Promise<string> | string
  onInit?: (data: object, actions: object) => void
  onClick?: (data: object, actions: object) => unknown
  onApprove?: (data: Approval, actions: object) => unknown
  onCancel?: (data: object, actions: object) => void
  onError?: (error: unknown) => void
}
type Decided = { type?: unknown; token?: unknown; payment?: unknown; payer?: unknown; approved?: unknown }

const script = document.currentScript as HTMLScriptElement
const paypal = new URL(script.src).origin
const buttonHeight_px = 45
const popup = 'width=460,height=640,resizable,scrollbars'

const buttonStyle = `
.paypal-buttons { display: block; width: 100% }
.paypal-button {
  display: block; width: 100%; padding: 0 20px; border: 0; border-radius: 4px; background: #ffc439; color: #142c6e;
  font: italic 700 17px/1 system-ui, sans-serif; letter-spacing: -0.01em; cursor: pointer;
}
.paypal-button:hover { background: #f2ba36 }
.paypal-button:focus-visible { outline: 2px solid #142c6e; outline-offset: 2px; box-shadow: 0 0 0 4px #fff }
`
const veilStyle = `
:host { position: fixed; inset: 0; z-index: 2147483647; display: grid; place-items: center; padding: 16px; background: rgb(0 0 0 / 0.86) }
div { display: grid; justify-items: center; gap: 14px; max-width: 340px; color: #fff; font: 15px/1.5 system-ui, sans-serif; text-align: center }
p { margin: 0 }
button { padding: 10px 20px; border: 1px solid #fff; border-radius: 22px; background: none; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
button:hover { background: rgb(255 255 255 / 0.12) }
button:focus-visible { outline: 2px solid #fff; outline-offset: 2px }
.leave { border-color: transparent; font-weight: 400 }
iframe { width: min(460px, calc(100vw - 24px)); height: min(600px, calc(100dvh - 110px)); border: 0; border-radius: 10px; background: #fff }
`
const sheetOf = (text: string) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}
// Constructed sheets pass any content security policy; style elements would not.
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOf(buttonStyle)]

const button = (text: string, className: string, press: () => void) => {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.className = className
  made.addEventListener('click', press)
  return made
}

/** Dims the shop while PayPal asks; where no window may open, PayPal asks inside it. */
function showVeil(opened: Window | null, leave: () => void) {
  const host = document.createElement('div')
  host.id = 'paypal-overlay'
  host.className = 'paypal-checkout-overlay paypal-overlay-context-popup'
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheetOf(veilStyle)]
  const box = document.createElement('div')
  let frame: HTMLIFrameElement | undefined
  if (opened) {
    const text = document.createElement('p')
    text.textContent = 'PayPal asks you in a window of its own. If you do not see it, bring it back.'
    box.append(
      text,
      button('Continue', '', () => opened.focus()),
    )
  } else {
    frame = document.createElement('iframe')
    frame.title = 'PayPal'
    box.append(frame)
  }
  box.append(button('Cancel', 'leave', leave))
  root.append(box)
  document.body.append(host)
  return { frame, remove: () => host.remove() }
}

/** Opens PayPal, asks the shop what is to be approved, and waits for what the buyer says. */
function approve(options: Options) {
  // Asked for while the click still counts: a window opened later would be blocked. It is empty until the shop has answered.
  const opened = window.open('', '', popup)
  const asksForAgreement = options.createBillingAgreement !== undefined
  let token = ''

  const end = (say: () => unknown) => {
    clearInterval(watch)
    removeEventListener('message', hear)
    veil.remove()
    opened?.close()
    void Promise.resolve().then(say).catch(options.onError)
  }
  const leave = () => end(() => options.onCancel?.({ orderID: token, billingToken: token }, {}))
  const hear = (event: MessageEvent<Decided>) => {
    if (event.origin !== paypal) return
    const { type, token: about, payment, payer, approved } = event.data
    if (type !== 'sandbox-paypal' || about !== token) return
    if (approved !== true) return leave()
    const payerID = String(payer)
    const said = asksForAgreement
      ? { billingToken: token, payerID, paymentSource: 'paypal' }
      : { orderID: token, paymentID: String(payment), payerID, paymentSource: 'paypal' }
    end(() => options.onApprove?.(said, {}))
  }
  const veil = showVeil(opened, leave)
  const watch = setInterval(() => opened?.closed && leave(), 300)
  addEventListener('message', hear)

  void Promise.resolve()
    .then(() => (options.createBillingAgreement ?? options.createOrder)?.({}, {}))
    .then(asked => {
      token = asked ?? ''
      const address = `${paypal}/checkoutnow?token=${encodeURIComponent(token)}&origin=${encodeURIComponent(location.origin)}`
      if (veil.frame) veil.frame.src = address
      else if (opened) opened.location.href = address
    })
    .catch((error: unknown) => end(() => options.onError?.(error)))
}

const labels = { paypal: 'PayPal', checkout: 'PayPal Checkout', buynow: 'Buy now with PayPal', pay: 'Pay with PayPal' }

const Buttons = (options: Options) => {
  let host: HTMLElement | undefined
  return {
    isEligible: () => true,
    render(container: string | HTMLElement) {
      const place = typeof container === 'string' ? document.querySelector(container) : container
      if (!place) return Promise.reject(new Error('The container of the PayPal button is not in the document.'))
      host = document.createElement('div')
      host.className = 'paypal-buttons'
      const press = () => {
        if (document.getElementById('paypal-overlay')) return
        options.onClick?.({ fundingSource: 'paypal' }, {})
        approve(options)
      }
      const made = button(labels[options.style?.label ?? 'paypal'], 'paypal-button', press)
      made.dataset.fundingSource = 'paypal'
      made.style.height = `${options.style?.height ?? buttonHeight_px}px`
      host.append(made)
      place.append(host)
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
