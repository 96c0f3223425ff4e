/** People with a second step, set up through the API's own doors. */
import { TOTP } from 'otpauth'

import { login } from '../../src/accounts/contract.ts'
import {
  addNewPasskey,
  askNewPasskey,
  confirmAuthenticator,
  startAuthenticator,
} from '../../src/accounts/two-step/contract.ts'
import type { TestApp, Visitor } from '../app.ts'
import type { Authenticator } from '../authenticator.ts'
import { confirmedNewcomer, good_password as password } from './people.ts'

export const step_ms = 30_000

/** What an authenticator app shows at a moment. */
export const codeAt = (secret: string, now: Date): string => new TOTP({ secret }).generate({ timestamp: now.getTime() })

/** Somebody new with an authenticator app and recovery codes; `code()` is what the app shows now. */
export const withApp = async (shop: TestApp) => {
  const person = await confirmedNewcomer(shop)
  const { secret } = (await person.visitor.call(startAuthenticator, { body: { password } })).data
  const code = () => codeAt(secret, shop.clock.now())
  const { data } = await person.visitor.call(confirmAuthenticator, { body: { code: code() } })
  // The next code is another one: this one was used.
  shop.clock.advance(step_ms)
  return { ...person, secret, code, recovery_codes: data.recovery_codes ?? [] }
}

/** Registers an authenticator with somebody; answers the recovery codes if it is the first. */
export const registerPasskey = async (visitor: Visitor, device: Authenticator, name = 'My laptop') => {
  const { data: options } = await visitor.call(askNewPasskey, { body: { password } })
  return (await visitor.call(addNewPasskey, { body: { name, response: device.make(options) } })).data.recovery_codes
}

/** A browser in which somebody gave the right password and not yet the rest. */
export const halfIn = async (shop: TestApp, email: string, remember = false) => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(login, { body: { login: email, password, remember } })
  return { visitor, answer: data }
}
