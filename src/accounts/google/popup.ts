/** The sandbox's sign-in popup that replaces Google's: it posts a credential to this origin and closes. */

const popupSize = { width: 460, height: 700 }
const CLOSED_POLL_MS = 400

/** Returns a random value that no other window can guess. Works without https. */
const createState = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

type PopupMessage = { type?: unknown; state?: unknown; credential?: unknown }

/**
 * Returns the credential, or null when the popup was closed without one. Throws an Error with a text for the user when
 * the browser blocks the popup.
 */
export const openSandboxPopup = async (
  client_id: string,
  sandbox_url: string,
  fetchNonce: () => Promise<string>,
): Promise<string | null> => {
  const state = createState()
  const url = new URL('/signin', sandbox_url)
  const left = Math.round(screenX + (outerWidth - popupSize.width) / 2)
  const top = Math.round(screenY + (outerHeight - popupSize.height) / 3)
  // Browsers open a popup only while they handle the click. Its URL follows after the nonce.
  const popup = open(
    'about:blank',
    'google-sign-in',
    `popup,width=${popupSize.width},height=${popupSize.height},left=${left},top=${top}`,
  )
  if (!popup) throw new Error('Your browser blocked the window. Please allow it, and try again.')
  try {
    const nonce = await fetchNonce()
    url.search = String(new URLSearchParams({ client_id, origin: location.origin, state, nonce }))
    popup.location.replace(url)
  } catch (error) {
    popup.close()
    throw error
  }
  return new Promise(resolve => {
    const finish = (credential: string | null) => {
      removeEventListener('message', onMessage)
      clearInterval(timer)
      resolve(credential)
    }
    const onMessage = ({ origin, source, data }: MessageEvent<PopupMessage | null>) => {
      // Any window can post a message: check its source, its origin and the state.
      if (origin !== url.origin || source !== popup || data?.type !== 'google-credential') return
      if (data.state !== state || typeof data.credential !== 'string') return
      finish(data.credential)
    }
    addEventListener('message', onMessage)
    const timer = setInterval(() => {
      if (popup.closed) finish(null)
    }, CLOSED_POLL_MS)
  })
}
