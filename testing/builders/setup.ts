/** Makes the owner of a shop that isn't open yet. */
import type { User } from '../../src/accounts/contract.ts'
import { confirmAuthenticator, startAuthenticator } from '../../src/accounts/two-step/contract.ts'
import { createSetupCode } from '../../src/setup/code.server.ts'
import { makeOwner } from '../../src/setup/contract.ts'
import type { TestApp, Visitor } from '../app.ts'
import { good_password as password } from './people.ts'
import { codeAt, TOTP_STEP_MS } from './two-step.ts'

export const owner_fields = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron', password }

/** The owner has an authenticator app and is signed in. */
export const seedOwner = async (shop: TestApp): Promise<{ visitor: Visitor; user: User }> => {
  const visitor = shop.visitor()
  const code = (await createSetupCode(shop.deps)) ?? ''
  const { data: user } = await visitor.call(makeOwner, { body: { ...owner_fields, code } })
  await addAuthenticator(shop, visitor)
  return { visitor, user }
}

/** Adds an authenticator app to an account that needs no mailed code for it. */
export const addAuthenticator = async (shop: TestApp, visitor: Visitor) => {
  const { secret } = (await visitor.call(startAuthenticator, { body: { password } })).data
  const code = codeAt(secret, shop.clock.now())
  const { data } = await visitor.call(confirmAuthenticator, { body: { code } })
  // Each code is valid only once, so advance to the next one.
  shop.clock.advance(TOTP_STEP_MS)
  return data
}
