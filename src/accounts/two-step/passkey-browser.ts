/** Passkeys in the browser. The WebAuthn library loads on first use. */
import { call } from '#platform/http/call.ts'
import type { InputOf } from '#platform/http/endpoint.ts'
import { Refusal } from '#platform/http/refusal.ts'

import {
  addNewPasskey,
  getPasskeyRegistrationOptions,
  getPasskeyLoginOptions,
  getSecondStepPasskeyOptions,
} from './contract.ts'

const loadLibrary = () => import('@simplewebauthn/browser')

/** Asks for any passkey on the device and returns its response for the server. */
export const signInWithPasskey = async () => {
  const { startAuthentication } = await loadLibrary()
  const { data: optionsJSON } = await call(getPasskeyLoginOptions, {})
  return startAuthentication({ optionsJSON })
}

/** Asks for a passkey for the second step of a login. */
export const signSecondStep = async () => {
  const { startAuthentication } = await loadLibrary()
  const { data: optionsJSON } = await call(getSecondStepPasskeyOptions, {})
  return startAuthentication({ optionsJSON })
}

type CreatePasskeyInput = InputOf<typeof getPasskeyRegistrationOptions>['body'] & { name: string }

/** Creates a passkey and saves it. Returns the recovery codes if it is the first factor. */
export const createPasskey = async ({ name, ...proof }: CreatePasskeyInput) => {
  const { startRegistration } = await loadLibrary()
  const { data: optionsJSON } = await call(getPasskeyRegistrationOptions, { body: proof })
  const response = await startRegistration({ optionsJSON })
  const body: InputOf<typeof addNewPasskey>['body'] = { name, response }
  return (await call(addNewPasskey, { body })).data.recovery_codes
}

const errorTexts: Record<string, string> = {
  NotAllowedError: 'Nothing was chosen on the device. Please try again.',
  AbortError: 'Nothing was chosen on the device. Please try again.',
  InvalidStateError: 'This device has a passkey of your account already.',
  SecurityError: 'Passkeys work only at the address that our mails link to. Please open the shop there.',
  NotSupportedError: 'This device cannot make a passkey that we understand.',
}

/** Returns a text for the user: the server's refusal, or one for the browser's error. */
export const getPasskeyErrorText = (error: unknown): string => {
  if (error instanceof Refusal) return error.status < 500 ? error.message : 'Something went wrong.'
  const name = error instanceof Error ? error.name : ''
  if (typeof PublicKeyCredential === 'undefined') return 'This browser has no passkeys.'
  return errorTexts[name] ?? 'Something went wrong.'
}
