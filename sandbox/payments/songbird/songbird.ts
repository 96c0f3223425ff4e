/** Stands in for Cardinal's Songbird in the shop's page: it opens the bank's page over it and says how that ended. */

type Listener = (...said: unknown[]) => void
type Settings = { payment?: { displayExitButton?: boolean } }
type Finished = { type?: unknown; id?: unknown; action?: unknown; cancel?: unknown; proof?: unknown }

const listeners = new Map<string, Listener>()
let settings: Settings = {}
let open: (() => void) | undefined

// The SDK adds its last listener after it has started us: nothing is said before it has.
const say = (event: string, ...said: unknown[]) => setTimeout(() => listeners.get(event)?.(...said))

const style = `
dialog {
  width: min(420px, calc(100vw - 24px)); height: min(450px, calc(100dvh - 24px));
  padding: 0; border: 0; border-radius: 10px; overflow: hidden; background: #fff;
  box-shadow: 0 24px 64px rgb(0 0 0 / 0.4);
}
dialog::backdrop { background: rgb(0 0 0 / 0.62) }
iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: light }
button {
  position: absolute; top: 9px; inset-inline-end: 10px; width: 34px; height: 34px; border: 0; border-radius: 6px;
  background: #fff; color: #333; font: 22px/1 system-ui, sans-serif; cursor: pointer;
}
button:focus-visible { outline: 2px solid #24427c }
`

/** Shows the bank's page until it has said how it ended. */
function present(acsUrl: string, id: string) {
  open?.()
  const bank = new URL(acsUrl)
  const host = document.createElement('div')
  host.id = 'Cardinal-Modal'
  const root = host.attachShadow({ mode: 'open' })
  // A constructed sheet passes any content security policy; a style element would not.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]

  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Confirm with your bank')
  const frame = document.createElement('iframe')
  frame.title = 'Your bank'
  frame.name = 'Cardinal-CCA-IFrame'
  frame.src = `${acsUrl}?origin=${encodeURIComponent(location.origin)}`
  dialog.append(frame)
  const leave = () => {
    frame.src = `${acsUrl}/leave?origin=${encodeURIComponent(location.origin)}`
  }
  if (settings.payment?.displayExitButton) {
    const exit = document.createElement('button')
    exit.type = 'button'
    exit.ariaLabel = 'Cancel'
    exit.textContent = '×'
    exit.addEventListener('click', leave)
    dialog.append(exit)
  }
  dialog.addEventListener('cancel', event => {
    event.preventDefault()
    leave()
  })
  // A browser closes it all the same when somebody insists.
  dialog.addEventListener('close', leave)

  const hear = (event: MessageEvent<Finished>) => {
    if (event.origin !== bank.origin || event.source !== frame.contentWindow) return
    const { type, id: about, action, cancel, proof } = event.data
    if (type !== 'sandbox-bank' || about !== id) return
    close()
    const payment = { Type: 'CCA', ProcessorTransactionId: id, ExtendedData: cancel ? { ChallengeCancel: cancel } : {} }
    const data = { ActionCode: action, Validated: true, ErrorNumber: 0, ErrorDescription: '', Payment: payment }
    say('payments.validated', data, proof)
  }
  const close = () => {
    removeEventListener('message', hear)
    host.remove()
    open = undefined
    say('ui.close')
  }
  addEventListener('message', hear)
  root.append(dialog)
  document.body.append(host)
  dialog.showModal()
  open = close
  say('ui.render')
}

type Challenge = { AcsUrl: string }
type Order = { OrderDetails: { TransactionId: string } }

Object.assign(window, {
  Cardinal: {
    configure(next: Settings) {
      settings = next
    },
    on: (event: string, listener: Listener) => void listeners.set(event, listener),
    off: (event: string) => void listeners.delete(event),
    setup: () => say('payments.setupComplete', { sessionId: `0_${crypto.randomUUID()}`, modules: [] }),
    trigger: () => Promise.resolve({ Status: true }),
    continue: (_: 'cca', { AcsUrl }: Challenge, { OrderDetails }: Order) => present(AcsUrl, OrderDetails.TransactionId),
  },
})
export {}
