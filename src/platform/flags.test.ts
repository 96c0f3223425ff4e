/** Flags through their doors: OpenFeature over our own table, by device, person and workspace. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { getFlags, tellClientError } from './contract.ts'
import { flagHistory, listFlags, setFlag } from './flag-changes.server.ts'
import type { FlagState } from './flag-rule.server.ts'
import { flags_kept_ms } from './flag-table.server.ts'
import { openFlags } from './flags.server.ts'
import { browserFlags, factsOf, flagNames, type FlagName } from './flags.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aMember(shop)
})
afterAll(() => shop.close())
afterEach(() => vi.restoreAllMocks())

/** The one flag that switches something today. */
const live = 'client-errors' satisfies FlagName
const nobody = { device_id: null, user_id: null, workspace_id: null }

const set = (state: Partial<FlagState>, key: FlagName = live) =>
  shop.db.transaction().execute(trx =>
    setFlag(trx, {
      key,
      state: { is_on: true, share: 0, user_ids: [], workspace_ids: [], ...state },
      actor_user_id: staff.user_id,
      now: shop.clock.now(),
    }),
  )

const after = () => shop.clock.advance(flags_kept_ms)

test('a flag that nobody changed is as the code says; one that is not known, as whoever asks says', async () => {
  expect(await shop.flags.isOn(live, nobody)).toBe(true)
  expect(await shop.flags.isOn('cart-redesign', nobody)).toBe(true)
  expect(await shop.flags.isOn('editfest-coupon', nobody)).toBe(false)
})

test('a change is there within seconds, without a restart; a share holds for a device, names for people and workspaces', async () => {
  await set({ is_on: false })
  expect(await shop.flags.isOn(live, nobody)).toBe(true)
  after()
  expect(await shop.flags.isOn(live, nobody)).toBe(false)
  const one = await aMember(shop)
  await set({ share: 50, user_ids: [one.user_id], workspace_ids: [staff.workspace_id] })
  after()
  expect(await shop.flags.isOn(live, { ...nobody, user_id: one.user_id })).toBe(true)
  expect(await shop.flags.isOn(live, { ...nobody, workspace_id: staff.workspace_id })).toBe(true)
  expect(await shop.flags.isOn(live, { ...nobody, user_id: staff.user_id })).toBe(false)
  const devices = Array.from({ length: 40 }, (_, n) => `device-${n}`)
  const asked = () => Promise.all(devices.map(device_id => shop.flags.isOn(live, { ...nobody, device_id })))
  const first = await asked()
  expect(new Set(first)).toEqual(new Set([true, false]))
  expect(await asked()).toEqual(first)
  await set({ share: 80 })
  after()
  const more = await asked()
  expect(first.every((on, place) => !on || more[place])).toBe(true)
})

test('the table is read once for all who ask within seconds, and again after a failure', async () => {
  after()
  const read = vi.spyOn(shop.db, 'selectFrom')
  await Promise.all(Array.from({ length: 30 }, () => shop.flags.isOn(live, nobody)))
  expect(read).toHaveBeenCalledTimes(2)
  after()
  read.mockImplementationOnce(() => {
    throw new Error('The database is away.')
  })
  expect(await shop.flags.isOn(live, nobody)).toBe(true)
  read.mockRestore()
  await set({ is_on: false })
  expect(await shop.flags.isOn(live, nobody)).toBe(false)
})

test('a browser is told of the flags that are meant for it, and keeps one id', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(getFlags, {})
  expect(Object.keys(data).toSorted()).toEqual(browserFlags.toSorted())
  expect(data).not.toHaveProperty(live)
  const id = visitor.cookies.get('device_id')
  expect(id).toMatch(/^[\w-]{22}$/)
  await visitor.call(getFlags, {})
  expect(visitor.cookies.get('device_id')).toBe(id)
  visitor.cookies.set('device_id', '../../etc')
  await visitor.call(getFlags, {})
  expect(visitor.cookies.get('device_id')).toMatch(/^[\w-]{22}$/)
})

test('the door for errors of browsers closes by its flag', async () => {
  const body = { message: 'TypeError: x is not a function', path: '/clips' }
  const count = async () =>
    Number(/^client_errors_total (\d+)/m.exec((await shop.app.inject('/metrics')).payload)?.[1] ?? Number.NaN)
  await set({ is_on: true, share: 100 })
  after()
  const before = await count()
  await shop.visitor().call(tellClientError, { body })
  expect(await count()).toBe(before + 1)
  await set({ is_on: false })
  after()
  await shop.visitor().call(tellClientError, { body })
  expect(await count()).toBe(before + 1)
})

test('every change is written down with who made it; nobody can change that', async () => {
  await set({ is_on: true, share: 10, user_ids: [staff.user_id, staff.user_id] }, 'editfest-downloads')
  await set({ is_on: false }, 'editfest-downloads')
  const [last, first] = await flagHistory(shop.db, 'editfest-downloads')
  expect(first).toMatchObject({
    actor_user_id: staff.user_id,
    before: { is_on: false },
    after: { is_on: true, share: 10, user_ids: [staff.user_id] },
  })
  expect(last).toMatchObject({ before: { share: 10, user_ids: [staff.user_id] }, after: { is_on: false } })
  await expect(shop.db.deleteFrom('flag_changes').execute()).rejects.toThrow('append-only')
  const listed = await listFlags(shop.db)
  // What switches nothing yet is nobody's to change.
  expect(listed.map(({ key }) => key)).toEqual(flagNames.filter(key => !factsOf(key).waits))
  await set({ share: 40 })
  expect((await listFlags(shop.db)).find(({ key }) => key === live)).toMatchObject({
    share: 40,
    updated_by: staff.user_id,
    updated_at: shop.clock.now(),
  })
})

test('who is not there cannot be named', async () => {
  await expect(set({ user_ids: [999_999] })).rejects.toThrow('There is no account 999999.')
  await expect(set({ workspace_ids: [999_999] })).rejects.toThrow('There is no workspace 999999.')
})

test('twenty at once: one follows the other, and the log tells all of them without a gap', async () => {
  const key = 'client-preferred-rates'
  const shares = Array.from({ length: 20 }, (_, n) => n + 1)
  await Promise.all(shares.map(share => set({ share }, key)))
  const history = (await flagHistory(shop.db, key)).toReversed()
  expect(history.map(({ after }) => (after as FlagState).share).toSorted((a, b) => a - b)).toEqual(shares)
  for (const [place, { before }] of history.entries()) if (place > 0) expect(before).toEqual(history[place - 1]?.after)
})

test('another provider takes the place of the table; one that cannot be used stops the start with a sentence', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flags-'))
  const file = path.join(folder, 'provider.mjs')
  writeFileSync(
    file,
    `export default () => ({
      metadata: { name: 'elsewhere' },
      resolveBooleanEvaluation: async (key, otherwise, { targetingKey }) => ({ value: key === '${live}' && targetingKey === 'd' }),
    })`,
  )
  const open = (flags_provider: string) => openFlags({ ...shop, config: { flags_provider } })
  const elsewhere = await open(file)
  expect(await elsewhere.isOn(live, { ...nobody, device_id: 'd' })).toBe(true)
  expect(await elsewhere.isOn(live, nobody)).toBe(false)
  await elsewhere.close()
  writeFileSync(path.join(folder, 'none.mjs'), 'export default 7')
  await expect(open(path.join(folder, 'none.mjs'))).rejects.toThrow('whose default export is no OpenFeature provider')
  await expect(open('./nowhere.js')).rejects.toThrow('FLAGS_PROVIDER is ./nowhere.js, which cannot be loaded')
  rmSync(folder, { recursive: true })
})
