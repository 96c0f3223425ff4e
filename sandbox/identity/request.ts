/** The parameters of the sign-in window, and which origins may open it. */

export type SignInRequest = { client_id: string; origin: string; state: string; nonce: string }

/** The only registered client. */
export const client_id = 'longtake-sandbox'

const localHosts = ['localhost', '127.0.0.1', '[::1]']

/** Whether an origin gets credentials: those on this machine and those registered at startup do. */
export const isAllowedOrigin = (origin: string, registeredOrigins: readonly string[]): boolean => {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  return localHosts.includes(new URL(origin).hostname) || registeredOrigins.includes(origin)
}

type SignInParams = Record<string, string | undefined>

/** The request, or a message that says what is wrong with it. */
export const readRequest = (params: SignInParams, registeredOrigins: readonly string[]): SignInRequest | string => {
  const { client_id: client = '', origin = '', state = '', nonce = '' } = params
  if (client !== client_id) return 'This client is not registered here.'
  if (!isAllowedOrigin(origin, registeredOrigins)) return 'This origin is not registered for the client.'
  if (state === '' || nonce === '') return 'State and nonce are missing.'
  return { client_id: client, origin, state, nonce }
}
