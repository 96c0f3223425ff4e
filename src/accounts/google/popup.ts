/** The sandbox's window in Google's place: opened by a click, it hands a credential back to this origin and closes. */

const size = { width: 460, height: 700 }
const closed_check_ms = 400

/** Random enough that no other window can guess it; also where there is no https. */
const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

type Message = { type?: unknown; state?: unknown; credential?: unknown }

/** The credential; null when the window was closed without one. Throws a sentence when the browser opens no window. */
export const askSandbox = async (
  client_id: string,
  sandbox_url: string,
  newNonce: () => Promise<string>,
): Promise<string | null> => {
  const state = random()
  const address = new URL('/signin', sandbox_url)
  const left = Math.round(screenX + (outerWidth - size.width) / 2)
  const top = Math.round(screenY + (outerHeight - size.height) / 3)
  // A browser opens a window only while it handles the click: its address follows once there is a nonce.
  const opened = open(
    'about:blank',
    'google-sign-in',
    `popup,width=${size.width},height=${size.height},left=${left},top=${top}`,
  )
  if (!opened) throw new Error('Your browser blocked the window. Please allow it, and try again.')
  try {
    const nonce = await newNonce()
    address.search = String(new URLSearchParams({ client_id, origin: location.origin, state, nonce }))
    opened.location.replace(address)
  } catch (error) {
    opened.close()
    throw error
  }
  return new Promise(resolve => {
    const end = (credential: string | null) => {
      removeEventListener('message', listen)
      clearInterval(timer)
      resolve(credential)
    }
    const listen = ({ origin, source, data }: MessageEvent<Message | null>) => {
      // Anybody can post a message: it must come from that window, its origin, for this click.
      if (origin !== address.origin || source !== opened || data?.type !== 'google-credential') return
      if (data.state !== state || typeof data.credential !== 'string') return
      end(data.credential)
    }
    addEventListener('message', listen)
    const timer = setInterval(() => {
      if (opened.closed) end(null)
    }, closed_check_ms)
  })
}
