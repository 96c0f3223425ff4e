/** Google Identity Services: Google's script, which renders its button and its prompt. */
import { getPromptReason, type PromptMoment } from './prompt-reason.ts'

type IdentityServicesConfig = {
  client_id: string
  callback: (response: { credential: string }) => void
  nonce: string
  auto_select: boolean
  cancel_on_tap_outside: boolean
}
type GoogleButtonOptions = { theme: 'outline' | 'filled_black'; size: 'large'; text: 'continue_with'; width: number }
type IdentityServices = {
  initialize: (settings: IdentityServicesConfig) => void
  renderButton: (container: HTMLElement, options: GoogleButtonOptions) => void
  prompt: (listener: (moment: PromptMoment) => void) => void
  cancel: () => void
  disableAutoSelect: () => void
}

declare global {
  interface Window {
    google?: { accounts: { id: IdentityServices } }
  }
}

const SCRIPT_URL = 'https://accounts.google.com/gsi/client'
let servicesPromise: Promise<IdentityServices> | undefined

const loadServices = (): Promise<IdentityServices> =>
  (servicesPromise ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT_URL
    script.async = true
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    script.addEventListener('load', () =>
      window.google ? resolve(window.google.accounts.id) : reject(new Error('Google’s script did not initialize.')),
    )
    script.addEventListener('error', () => {
      servicesPromise = undefined
      reject(new Error('Google cannot be reached.'))
    })
    document.head.append(script)
  }))

type GoogleButtonConfig = {
  client_id: string
  /** Google signs the nonce into the credential, and the server checks it. */
  nonce: string
  auto_select: boolean
  onCredential: (credential: string) => void
  /** Receives the reason why the prompt ended without a credential. */
  onReason: (reason: string) => void
}

/**
 * Renders Google's button as wide as its container, within Google's limits, and shows Google's prompt. Throws when
 * Google cannot be reached.
 */
export const renderGoogleButton = async (
  container: HTMLElement,
  { client_id, nonce, auto_select, onCredential, onReason }: GoogleButtonConfig,
) => {
  const google = await loadServices()
  const callback = ({ credential }: { credential: string }) => onCredential(credential)
  google.initialize({ client_id, callback, nonce, auto_select, cancel_on_tap_outside: false })
  const isDark = getComputedStyle(container).colorScheme.includes('dark')
  const width = Math.min(400, Math.max(200, Math.floor(container.clientWidth)))
  google.renderButton(container, {
    theme: isDark ? 'filled_black' : 'outline',
    size: 'large',
    text: 'continue_with',
    width,
  })
  google.prompt(moment => {
    const reason = getPromptReason(moment)
    if (reason !== undefined) onReason(reason)
  })
}
