/** People with a second step, set up through the API's own doors. */
import { TOTP } from 'otpauth'

import { login } from '../../src/accounts/contract.ts'
import { accountsJobs } from '../../src/accounts/jobs.server.ts'
import {
  addNewPasskey,
  askNewPasskey,
  confirmAuthenticator,
  mailEmailCode,
  startAuthenticator,
} from '../../src/accounts/two-step/contract.ts'
import { MAIL_MAILBOX_CODE_JOB } from '../../src/accounts/two-step/mailbox-code.server.ts'
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

/** Asks for the code that the first factor of staff and filmmakers needs; answers what their mail says. */
export const mailedCode = async (shop: TestApp, visitor: Visitor): Promise<string> => {
  await visitor.call(mailEmailCode, { body: { password } })
  const job = shop.jobs.sent.findLast(({ name }) => name === MAIL_MAILBOX_CODE_JOB)
  await accountsJobs(shop.deps)
    .find(({ name }) => name === job?.name)
    ?.run(job?.data as never)
  return /\b\d{8}\b/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[0] ?? ''
}

/** Registers an authenticator with somebody; answers the recovery codes if it is the first. */
export const registerPasskey = async (
  visitor: Visitor,
  device: Authenticator,
  { name = 'My laptop', email_code }: { name?: string; email_code?: string } = {},
) => {
  const { data: options } = await visitor.call(askNewPasskey, { body: { password, email_code } })
  return (await visitor.call(addNewPasskey, { body: { name, response: device.make(options) } })).data.recovery_codes
}

/** A browser in which somebody gave the right password and not yet the rest. */
export const halfIn = async (shop: TestApp, email: string, remember = false) => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(login, { body: { login: email, password, remember } })
  return { visitor, answer: data }
}
