/** What the shop asks when it opens the sign-in window, and whether it may. */

export type SignInRequest = { client_id: string; origin: string; state: string; nonce: string }

/** The one client that is registered here. */
export const client_id = 'longtake-sandbox'

const local = ['localhost', '127.0.0.1', '[::1]']

/** Registered origins: this machine's, and those named at start. Only they get a credential. */
export const mayAsk = (origin: string, registered: readonly string[]): boolean => {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  return local.includes(new URL(origin).hostname) || registered.includes(origin)
}

type Given = Record<string, string | undefined>

/** The request, or a sentence that says what is wrong with it. */
export const readRequest = (given: Given, registered: readonly string[]): SignInRequest | string => {
  const { client_id: client = '', origin = '', state = '', nonce = '' } = given
  if (client !== client_id) return 'This client is not registered here.'
  if (!mayAsk(origin, registered)) return 'This origin is not registered for the client.'
  if (state === '' || nonce === '') return 'State and nonce are missing.'
  return { client_id: client, origin, state, nonce }
}
