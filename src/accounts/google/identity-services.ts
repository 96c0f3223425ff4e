/** Google Identity Services: Google's own script, which draws its button and its prompt. */
import { promptReason, type PromptMoment } from './prompt-reason.ts'

type Settings = {
  client_id: string
  callback: (answer: { credential: string }) => void
  nonce: string
  auto_select: boolean
  cancel_on_tap_outside: boolean
}
type ButtonLook = { theme: 'outline' | 'filled_black'; size: 'large'; text: 'continue_with'; width: number }
type IdentityServices = {
  initialize: (settings: Settings) => void
  renderButton: (place: HTMLElement, look: ButtonLook) => void
  prompt: (listen: (moment: PromptMoment) => void) => void
  cancel: () => void
  disableAutoSelect: () => void
}

declare global {
  interface Window {
    google?: { accounts: { id: IdentityServices } }
  }
}

const address = 'https://accounts.google.com/gsi/client'
let loading: Promise<IdentityServices> | undefined

const load = (): Promise<IdentityServices> =>
  (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    script.addEventListener('load', () =>
      window.google ? resolve(window.google.accounts.id) : reject(new Error('Google is not there.')),
    )
    script.addEventListener('error', () => {
      loading = undefined
      reject(new Error('Google cannot be reached.'))
    })
    document.head.append(script)
  }))

type Use = {
  client_id: string
  /** Google signs it into the credential; the server checks it. */
  nonce: string
  auto_select: boolean
  onCredential: (credential: string) => void
  /** Hears why the prompt ended, unless it ended with a credential. */
  onReason: (reason: string) => void
}

/** Draws Google's button as wide as its place, within Google's limits, and shows Google's prompt. Throws when Google is away. */
export const offerGoogle = async (
  place: HTMLElement,
  { client_id, nonce, auto_select, onCredential, onReason }: Use,
) => {
  const google = await load()
  const callback = ({ credential }: { credential: string }) => onCredential(credential)
  google.initialize({ client_id, callback, nonce, auto_select, cancel_on_tap_outside: false })
  const isDark = getComputedStyle(place).colorScheme.includes('dark')
  const width = Math.min(400, Math.max(200, Math.floor(place.clientWidth)))
  google.renderButton(place, {
    theme: isDark ? 'filled_black' : 'outline',
    size: 'large',
    text: 'continue_with',
    width,
  })
  google.prompt(moment => {
    const reason = promptReason(moment)
    if (reason !== undefined) onReason(reason)
  })
}
