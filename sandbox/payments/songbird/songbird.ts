/** Stands in for Cardinal's Songbird in the shop's page: opens the bank's page over it and reports the result. */

type Listener = (...args: unknown[]) => void
type SongbirdSettings = { payment?: { displayExitButton?: boolean } }
type BankMessage = { type?: unknown; id?: unknown; action?: unknown; cancel?: unknown; proof?: unknown }

const listeners = new Map<string, Listener>()
let settings: SongbirdSettings = {}
let closeCurrent: (() => void) | undefined

// Emit later, because the SDK adds its last listener only after it has started this script.
const emit = (event: string, ...args: unknown[]) => setTimeout(() => listeners.get(event)?.(...args))

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

/** Shows the bank's page until it reports a result. */
function showChallenge(acsUrl: string, id: string) {
  closeCurrent?.()
  const bank = new URL(acsUrl)
  const host = document.createElement('div')
  host.id = 'Cardinal-Modal'
  const root = host.attachShadow({ mode: 'open' })
  // A strict content security policy allows constructed style sheets, but not style elements.
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
  const requestCancel = () => {
    frame.src = `${acsUrl}/leave?origin=${encodeURIComponent(location.origin)}`
  }
  if (settings.payment?.displayExitButton) {
    const exit = document.createElement('button')
    exit.type = 'button'
    exit.ariaLabel = 'Cancel'
    exit.textContent = '×'
    exit.addEventListener('click', requestCancel)
    dialog.append(exit)
  }
  dialog.addEventListener('cancel', event => {
    event.preventDefault()
    requestCancel()
  })
  // The browser closes the dialog anyway when the user presses Escape twice.
  dialog.addEventListener('close', requestCancel)

  const onMessage = (event: MessageEvent<BankMessage>) => {
    if (event.origin !== bank.origin || event.source !== frame.contentWindow) return
    const { type, id: messageId, action, cancel, proof } = event.data
    if (type !== 'sandbox-bank' || messageId !== id) return
    close()
    const payment = { Type: 'CCA', ProcessorTransactionId: id, ExtendedData: cancel ? { ChallengeCancel: cancel } : {} }
    const data = { ActionCode: action, Validated: true, ErrorNumber: 0, ErrorDescription: '', Payment: payment }
    emit('payments.validated', data, proof)
  }
  const close = () => {
    removeEventListener('message', onMessage)
    host.remove()
    closeCurrent = undefined
    emit('ui.close')
  }
  addEventListener('message', onMessage)
  root.append(dialog)
  document.body.append(host)
  dialog.showModal()
  closeCurrent = close
  emit('ui.render')
}

type ChallengeRequest = { AcsUrl: string }
type ChallengeOrder = { OrderDetails: { TransactionId: string } }

Object.assign(window, {
  Cardinal: {
    configure(newSettings: SongbirdSettings) {
      settings = newSettings
    },
    on: (event: string, listener: Listener) => void listeners.set(event, listener),
    off: (event: string) => void listeners.delete(event),
    setup: () => emit('payments.setupComplete', { sessionId: `0_${crypto.randomUUID()}`, modules: [] }),
    trigger: () => Promise.resolve({ Status: true }),
    continue: (_: 'cca', { AcsUrl }: ChallengeRequest, { OrderDetails }: ChallengeOrder) =>
      showChallenge(AcsUrl, OrderDetails.TransactionId),
  },
})
export {}
