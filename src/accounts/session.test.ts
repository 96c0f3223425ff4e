import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { good_password, registerPerson } from '../../testing/builders/people.ts'
import { getSession, login } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('a guest has no session', async () => {
  expect(await shop.visitor().call(getSession, {})).toEqual({ data: null, meta: {} })
})

const hour_ms = 3_600_000

/** Whether a user who comes back every `step_hours` is still signed in after `hours`. */
const staysSignedIn = async (visitor: Visitor, hours: number, step_hours: number) => {
  for (let elapsed = 0; elapsed < hours; elapsed += step_hours) {
    shop.clock.advance(step_hours * hour_ms)
    if ((await visitor.call(getSession, {})).data === null) return false
  }
  return true
}

test('a session ends after 180 days, however often it is used', async () => {
  const { user } = await registerPerson(shop)
  const visitor = shop.visitor()
  await visitor.call(login, { body: { login: user.email, password: good_password, remember: true } })
  expect(await staysSignedIn(visitor, 175 * 24, 25 * 24)).toBe(true)
  expect(await staysSignedIn(visitor, 5 * 24, 5 * 24)).toBe(false)
})

test('a staff session ends after 12 hours, however often it is used', async () => {
  const { user } = await registerPerson(shop)
  await shop.db
    .updateTable('users')
    .set({ platform_roles: [1, 3] })
    .where('id', '=', user.id)
    .execute()
  const visitor = shop.visitor()
  await visitor.call(login, { body: { login: user.email, password: good_password, remember: true } })
  expect(await staysSignedIn(visitor, 11, 1)).toBe(true)
  expect(await staysSignedIn(visitor, 1, 1)).toBe(false)
})
