/** Tests for feature flags through the API: OpenFeature over our own table, by device, user and workspace. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { saveStorageConsent } from '#accounts/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { getFlags, reportClientError } from '../contract.ts'
import { listFlagChanges, listFlags, setFlag } from './flag-changes.server.ts'
import type { FlagState } from './flag-rule.server.ts'
import { FLAG_CACHE_MS } from './flag-table.server.ts'
import { openFlags } from './flags.server.ts'
import { browserFlags, getFlagDefinition, flagNames, type FlagName } from './flags.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedMember(shop)
})
afterAll(() => shop.close())
afterEach(() => vi.restoreAllMocks())

/** The flag these tests change. It controls an existing feature. */
const FLAG = 'client-errors' satisfies FlagName
const anonymous = { device_id: null, user_id: null, workspace_id: null }

const changeFlag = (state: Partial<FlagState>, key: FlagName = FLAG) =>
  shop.db.transaction().execute(trx =>
    setFlag(trx, {
      key,
      state: { is_on: true, share: 0, user_ids: [], workspace_ids: [], ...state },
      actor_user_id: staff.user_id,
      now: shop.clock.now(),
    }),
  )

const expireCache = () => shop.clock.advance(FLAG_CACHE_MS)

test('an unchanged flag has its default, and an unknown one has the caller’s default', async () => {
  expect(await shop.flags.isOn(FLAG, anonymous)).toBe(true)
  expect(await shop.flags.isOn('cart-redesign', anonymous)).toBe(true)
  expect(await shop.flags.isOn('editfest-coupon', anonymous)).toBe(false)
})

test('a change takes effect within seconds, per device share, user and workspace', async () => {
  await changeFlag({ is_on: false })
  expect(await shop.flags.isOn(FLAG, anonymous)).toBe(true)
  expireCache()
  expect(await shop.flags.isOn(FLAG, anonymous)).toBe(false)
  const member = await seedMember(shop)
  await changeFlag({ share: 50, user_ids: [member.user_id], workspace_ids: [staff.workspace_id] })
  expireCache()
  expect(await shop.flags.isOn(FLAG, { ...anonymous, user_id: member.user_id })).toBe(true)
  expect(await shop.flags.isOn(FLAG, { ...anonymous, workspace_id: staff.workspace_id })).toBe(true)
  expect(await shop.flags.isOn(FLAG, { ...anonymous, user_id: staff.user_id })).toBe(false)
  const devices = Array.from({ length: 40 }, (_, n) => `device-${n}`)
  const readDevices = () => Promise.all(devices.map(device_id => shop.flags.isOn(FLAG, { ...anonymous, device_id })))
  const first = await readDevices()
  expect(new Set(first)).toEqual(new Set([true, false]))
  expect(await readDevices()).toEqual(first)
  await changeFlag({ share: 80 })
  expireCache()
  const more = await readDevices()
  expect(first.every((on, index) => !on || more[index])).toBe(true)
})

test('concurrent reads share one query, and a failed read is retried', async () => {
  expireCache()
  const read = vi.spyOn(shop.db, 'selectFrom')
  await Promise.all(Array.from({ length: 30 }, () => shop.flags.isOn(FLAG, anonymous)))
  expect(read).toHaveBeenCalledTimes(2)
  expireCache()
  read.mockImplementationOnce(() => {
    throw new Error('The database is away.')
  })
  expect(await shop.flags.isOn(FLAG, anonymous)).toBe(true)
  read.mockRestore()
  await changeFlag({ is_on: false })
  expect(await shop.flags.isOn(FLAG, anonymous)).toBe(false)
})

test('a browser gets only its own flags and, once its user agreed, keeps one device id', async () => {
  const visitor = shop.visitor()
  // Where the country is unknown, the law may ask for consent.
  await visitor.call(getFlags, {})
  expect(visitor.cookies.get('device_id')).toBeUndefined()
  await visitor.call(saveStorageConsent, { body: { choice: 'yes', referral: 'northlight-26' } })
  expect(visitor.cookies.get('registration_referral')).toBe('northlight-26')
  const { data } = await visitor.call(getFlags, {})
  expect(Object.keys(data).toSorted()).toEqual(browserFlags.toSorted())
  expect(data).not.toHaveProperty(FLAG)
  const id = visitor.cookies.get('device_id')
  expect(id).toMatch(/^[\w-]{22}$/)
  await visitor.call(getFlags, {})
  expect(visitor.cookies.get('device_id')).toBe(id)
  visitor.cookies.set('device_id', '../../etc')
  await visitor.call(getFlags, {})
  expect(visitor.cookies.get('device_id')).toMatch(/^[\w-]{22}$/)
  await visitor.call(saveStorageConsent, { body: { choice: 'no' } })
  await visitor.call(getFlags, {})
  expect([...visitor.cookies.keys()]).toEqual(['storage_consent'])
  expect(visitor.cookies.get('storage_consent')).toMatch(/^no\.1\.\d{4}-\d\d-\d\d$/)
  // An answer to an earlier question does not count.
  visitor.cookies.set('storage_consent', 'yes.0.2025-01-01')
  await visitor.call(getFlags, {})
  expect(visitor.cookies.get('device_id')).toBeUndefined()
})

test('the client error endpoint is switched off by its flag', async () => {
  const body = { message: 'TypeError: x is not a function', path: '/clips' }
  const count = async () =>
    Number(/^client_errors_total (\d+)/m.exec((await shop.app.inject('/metrics')).payload)?.[1] ?? Number.NaN)
  await changeFlag({ is_on: true, share: 100 })
  expireCache()
  const countBefore = await count()
  await shop.visitor().call(reportClientError, { body })
  expect(await count()).toBe(countBefore + 1)
  await changeFlag({ is_on: false })
  expireCache()
  await shop.visitor().call(reportClientError, { body })
  expect(await count()).toBe(countBefore + 1)
})

test('every change is logged with its author, and the log is append-only', async () => {
  await changeFlag({ is_on: true, share: 10, user_ids: [staff.user_id, staff.user_id] }, 'editfest-downloads')
  await changeFlag({ is_on: false }, 'editfest-downloads')
  const [last, first] = await listFlagChanges(shop.db, 'editfest-downloads')
  expect(first).toMatchObject({
    actor_user_id: staff.user_id,
    before: { is_on: false },
    after: { is_on: true, share: 10, user_ids: [staff.user_id] },
  })
  expect(last).toMatchObject({ before: { share: 10, user_ids: [staff.user_id] }, after: { is_on: false } })
  await expect(shop.db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
  const listed = await listFlags(shop.db)
  // Planned flags cannot be changed.
  expect(listed.map(({ key }) => key)).toEqual(flagNames.filter(key => !getFlagDefinition(key).planned))
  await changeFlag({ share: 40 })
  expect((await listFlags(shop.db)).find(({ key }) => key === FLAG)).toMatchObject({
    share: 40,
    updated_by: staff.user_id,
    updated_at: shop.clock.now(),
  })
})

test('unknown users and workspaces are refused', async () => {
  await expect(changeFlag({ user_ids: [999_999] })).rejects.toThrow('There is no account 999999.')
  await expect(changeFlag({ workspace_ids: [999_999] })).rejects.toThrow('There is no workspace 999999.')
})

test('twenty concurrent changes are serialized and logged without gaps', async () => {
  const key = 'client-preferred-rates'
  const shares = Array.from({ length: 20 }, (_, n) => n + 1)
  await Promise.all(shares.map(share => changeFlag({ share }, key)))
  const history = (await listFlagChanges(shop.db, key)).toReversed()
  expect(history.map(({ after }) => after.share).toSorted((a, b) => a - b)).toEqual(shares)
  for (const [index, { before }] of history.entries()) if (index > 0) expect(before).toEqual(history[index - 1]?.after)
})

test('a configured provider replaces the table, and an unusable one fails startup with a message', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flags-'))
  const file = path.join(folder, 'provider.mjs')
  writeFileSync(
    file,
    `export default () => ({
      metadata: { name: 'elsewhere' },
      resolveBooleanEvaluation: async (key, otherwise, { targetingKey }) => ({ value: key === '${FLAG}' && targetingKey === 'd' }),
    })`,
  )
  const open = (flags_provider: string) => openFlags({ ...shop, config: { flags_provider } })
  const external = await open(file)
  expect(await external.isOn(FLAG, { ...anonymous, device_id: 'd' })).toBe(true)
  expect(await external.isOn(FLAG, anonymous)).toBe(false)
  await external.close()
  writeFileSync(path.join(folder, 'none.mjs'), 'export default 7')
  await expect(open(path.join(folder, 'none.mjs'))).rejects.toThrow('whose default export is no OpenFeature provider')
  await expect(open('./nowhere.js')).rejects.toThrow('FLAGS_PROVIDER is ./nowhere.js, which cannot be loaded')
  rmSync(folder, { recursive: true })
})
