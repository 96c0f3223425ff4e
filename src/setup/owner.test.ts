/** Tests for the first administrator: the code, its limits, and races. */
import { afterEach, beforeEach, expect, test } from 'vitest'

import { listPeople } from '#accounts/admin/contract.ts'
import { getSession } from '#accounts/contract.ts'
import { getTwoStep } from '#accounts/two-step/contract.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { addAuthenticator, owner_fields as ada } from '../../testing/builders/setup.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { createSetupCode } from './code.server.ts'
import { getSetupProgress, getSetupState, makeOwner } from './contract.ts'

let shop: TestApp
beforeEach(async () => {
  shop = await openTestApp({ DEMO: '0' }, { unopened: true })
})
afterEach(() => shop.close())

const tryCode = (code: string, owner = ada, visitor = shop.visitor()) =>
  visitor.call(makeOwner, { body: { ...owner, code } }).then(
    ({ data }) => data.email,
    (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.message}` : error),
  )
const listAdmins = async () =>
  (await shop.db.selectFrom('users').select(['email', 'platform_roles']).execute()).filter(({ platform_roles }) =>
    platform_roles.includes(2),
  )
const newCode = async () => (await createSetupCode(shop.deps)) ?? ''

test('the code makes the first administrator, who sets up a second step without a mail and is in the audit log', async () => {
  const visitor = shop.visitor()
  expect((await visitor.call(getSetupState, {})).data).toEqual({
    needs_owner: true,
    needs_second_step: false,
    progress: null,
  })
  const code = await newCode()
  // Copied by hand.
  expect(await tryCode(` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `, ada, visitor)).toBe('ada@example.com')
  const { data: user } = await visitor.call(getSession, {})
  expect(user).toMatchObject({ email: 'ada@example.com', roles: [1, 2], email_verified: true })
  expect((await visitor.call(getSetupState, {})).data).toMatchObject({ needs_owner: false, needs_second_step: true })
  await expect(visitor.call(getSetupProgress, {})).rejects.toMatchObject({ status: 403 })

  expect((await visitor.call(getTwoStep, {})).data.needs_email_code).toBe(false)
  expect((await addAuthenticator(shop, visitor)).recovery_codes).toHaveLength(10)
  expect((await visitor.call(getSetupProgress, {})).data).toMatchObject({ is_open: false, is_shown: true })
  expect((await visitor.call(listPeople, {})).data).toHaveLength(1)
  expect(await shop.db.selectFrom('audit_log').where('log', '=', 'staff').select('action').execute()).toEqual([
    { action: 'owner_created' },
  ])
  expect(await shop.db.selectFrom('setup_codes').select('created_at').execute()).toEqual([])
  expect(await createSetupCode(shop.deps)).toBeUndefined()
})

test('the code is stored as a hash only, and a restart replaces it', async () => {
  const first = await newCode()
  const { code_hash } = await shop.db.selectFrom('setup_codes').select('code_hash').executeTakeFirstOrThrow()
  expect(code_hash).toHaveLength(32)
  expect(Buffer.from(code_hash).toString('latin1')).not.toContain(first)
  const second = await newCode()
  expect(await tryCode(first)).toMatch(/^422 This isn’t the code that the shop printed\. 4 attempts are left\.$/)
  expect(await tryCode(second)).toBe('ada@example.com')
})

test('five wrong codes end the code, also for the one who knows it, until a restart prints another', async () => {
  const code = await newCode()
  for (const left of ['4 attempts are', '3 attempts are', '2 attempts are', 'One attempt is'])
    expect(await tryCode('2222222222')).toContain(`422 This isn’t the code that the shop printed. ${left} left.`)
  const ended = '403 The code was wrong five times and no longer works. Restart the shop: it prints a new one.'
  expect(await tryCode('2222222222')).toBe(ended)
  expect(await tryCode(code)).toBe(ended)
  expect(await listAdmins()).toEqual([])
  expect(await tryCode(await newCode())).toBe('ada@example.com')
})

test('20 guesses at once count as 20: no more than five are compared', async () => {
  await newCode()
  const results = await Promise.all(Array.from({ length: 20 }, () => tryCode('2222222222')))
  expect(results.filter(result => String(result).startsWith('422'))).toHaveLength(4)
  expect(results.filter(result => String(result).startsWith('403'))).toHaveLength(16)
})

test('of 20 browsers with the right code at once, exactly one becomes the owner and the others get a sentence', async () => {
  const code = await newCode()
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => tryCode(code, { ...ada, email: `ada${index}@example.com` })),
  )
  expect(results.filter(result => String(result).startsWith('ada'))).toHaveLength(1)
  expect(new Set(results.filter(result => !String(result).startsWith('ada')))).toEqual(
    new Set(['409 Somebody else has just become the owner of this shop. Please log in instead.']),
  )
  expect(await listAdmins()).toHaveLength(1)
  // The losers leave nothing behind.
  expect(await shop.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('a shop with an administrator has no code, and refuses one from before', async () => {
  const code = await newCode()
  await seedStaff(shop, 'platform_admin')
  expect(await tryCode(code)).toBe('409 Somebody else has just become the owner of this shop. Please log in instead.')
  expect(await createSetupCode(shop.deps)).toBeUndefined()
})

test('a mistake in the account uses up nothing: a weak password, an email in use, no code at all', async () => {
  expect(await tryCode('2222222222')).toBe('403 There is no code yet. Restart the shop: it prints one.')
  const code = await newCode()
  expect(await tryCode(code, { ...ada, password: 'Password1' })).toContain('422 This password is too common.')
  expect(await tryCode(code, { ...ada, email: 'no' })).toBe('422 Invalid email address.')
  expect(await tryCode(code)).toBe('ada@example.com')
})
