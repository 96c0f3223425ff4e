/** Passkeys in the browser: its library comes when somebody asks for one. */
import { call } from '#platform/call.ts'
import type { InputOf } from '#platform/endpoint.ts'
import { Refusal } from '#platform/refusal.ts'

import { addNewPasskey, askNewPasskey, askPasskey, askSecondStepPasskey } from './contract.ts'

const library = () => import('@simplewebauthn/browser')

/** Logs in with any passkey that the device has; answers what the server checks. */
export const signAlone = async () => {
  const { startAuthentication } = await library()
  const { data: optionsJSON } = await call(askPasskey, {})
  return startAuthentication({ optionsJSON })
}

/** Signs the second step of a login. */
export const signSecondStep = async () => {
  const { startAuthentication } = await library()
  const { data: optionsJSON } = await call(askSecondStepPasskey, {})
  return startAuthentication({ optionsJSON })
}

type NewPasskey = InputOf<typeof askNewPasskey>['body'] & { name: string }

/** Makes a passkey and keeps it; answers the recovery codes, if it is the first of its owner's second steps. */
export const makePasskey = async ({ name, ...proof }: NewPasskey) => {
  const { startRegistration } = await library()
  const { data: optionsJSON } = await call(askNewPasskey, { body: proof })
  const response = await startRegistration({ optionsJSON })
  const body: InputOf<typeof addNewPasskey>['body'] = { name, response }
  return (await call(addNewPasskey, { body })).data.recovery_codes
}

const troubles: Record<string, string> = {
  NotAllowedError: 'Nothing was chosen on the device. Please try again.',
  AbortError: 'Nothing was chosen on the device. Please try again.',
  InvalidStateError: 'This device has a passkey of your account already.',
  SecurityError: 'Passkeys work only at the address that our mails link to. Please open the shop there.',
  NotSupportedError: 'This device cannot make a passkey that we understand.',
}

/** Why it did not work, in a sentence: the server's refusal, or what the browser says by its error's name. */
export const passkeyTrouble = (error: unknown): string => {
  if (error instanceof Refusal) return error.status < 500 ? error.message : 'Something went wrong.'
  const name = error instanceof Error ? error.name : ''
  if (typeof PublicKeyCredential === 'undefined') return 'This browser has no passkeys.'
  return troubles[name] ?? 'Something went wrong.'
}
