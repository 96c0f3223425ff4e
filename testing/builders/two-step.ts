/** Sets up two-step verification through the API. */
import { TOTP } from 'otpauth'

import { login } from '../../src/accounts/contract.ts'
import { accountsJobs } from '../../src/accounts/jobs.server.ts'
import {
  addNewPasskey,
  getPasskeyRegistrationOptions,
  confirmAuthenticator,
  mailEmailCode,
  startAuthenticator,
} from '../../src/accounts/two-step/contract.ts'
import { MAIL_MAILBOX_CODE_JOB } from '../../src/accounts/two-step/mailbox-code.server.ts'
import type { TestApp, Visitor } from '../app.ts'
import type { Authenticator } from '../authenticator.ts'
import { registerConfirmedPerson, good_password as password } from './people.ts'

export const TOTP_STEP_MS = 30_000

/** Returns the code that an authenticator app shows at a time. */
export const codeAt = (secret: string, now: Date): string => new TOTP({ secret }).generate({ timestamp: now.getTime() })

/** Registers a person with an authenticator app and recovery codes; `code()` returns the current code. */
export const registerWithAuthenticator = async (shop: TestApp) => {
  const person = await registerConfirmedPerson(shop)
  const { secret } = (await person.visitor.call(startAuthenticator, { body: { password } })).data
  const code = () => codeAt(secret, shop.clock.now())
  const { data } = await person.visitor.call(confirmAuthenticator, { body: { code: code() } })
  // Each code is valid only once, so advance to the next one.
  shop.clock.advance(TOTP_STEP_MS)
  return { ...person, secret, code, recovery_codes: data.recovery_codes ?? [] }
}

/** Requests the email code that staff and filmmakers need for their first factor. Returns the code from the mail. */
export const requestEmailCode = async (shop: TestApp, visitor: Visitor): Promise<string> => {
  await visitor.call(mailEmailCode, { body: { password } })
  const job = shop.jobs.sent.findLast(({ name }) => name === MAIL_MAILBOX_CODE_JOB)
  await accountsJobs(shop.deps)
    .find(({ name }) => name === job?.name)
    ?.run(job?.data as never)
  return /\b\d{8}\b/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[0] ?? ''
}

/** Registers a passkey. Returns the recovery codes if it is the first factor. */
export const registerPasskey = async (
  visitor: Visitor,
  device: Authenticator,
  { name = 'My laptop', email_code }: { name?: string; email_code?: string } = {},
) => {
  const { data: options } = await visitor.call(getPasskeyRegistrationOptions, { body: { password, email_code } })
  return (await visitor.call(addNewPasskey, { body: { name, response: device.register(options) } })).data.recovery_codes
}

/** Logs in with the password and stops before the second step. */
export const startLogin = async (shop: TestApp, email: string, remember = false) => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(login, { body: { login: email, password, remember } })
  return { visitor, response: data }
}
