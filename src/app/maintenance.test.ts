/** The maintenance of the settings: visitors are turned away, staff work, and what has begun is completed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getSession, login } from '#accounts/contract.ts'
import { createUnsubscribeUrl } from '#accounts/own/unsubscribe.server.ts'
import { listBoards } from '#boards/contract.ts'
import { listClips } from '#catalog/contract.ts'
import { getAttempt } from '#checkout/contract.ts'
import { getMaintenanceSettings, saveMaintenanceSettings } from '#platform/admin/settings/contract.ts'
import type { SettingsOf } from '#platform/settings/groups.ts'

import type { Visitor } from '../../testing/app.ts'
import { openCheckoutShop, seedBuyer } from '../../testing/builders/checkout.ts'
import { assignPassword } from '../../testing/builders/earnings.ts'
import { good_password as password } from '../../testing/builders/people.ts'
import { changeSettings } from '../../testing/builders/settings.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
// Loads the pages before the app opens, which may not take long.
import '../../testing/server-build.ts'
import { pages } from './pages.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let owner: Awaited<ReturnType<typeof seedStaff>>
beforeAll(async () => {
  harness = await openCheckoutShop(20_000, [(app, deps) => void app.register(pages, deps)])
  owner = await seedStaff(harness.shop, 'platform_admin')
})
afterAll(() => harness.close())
const OFF = { is_on: false, message: '', ends_at: null }
const switchTo = (change: Partial<SettingsOf<'maintenance'>>) =>
  changeSettings(harness.shop, 'maintenance', { ...OFF, ...change })
beforeEach(() => switchTo({}))

const get = async (visitor: Visitor, path: string) => {
  const response = await visitor.send(path, { method: 'GET' })
  return { status: response.status, retry_after: response.headers.get('retry-after'), text: await response.text() }
}
const post = async (visitor: Visitor, path: string) => {
  const headers = { 'content-type': 'application/json' }
  const response = await visitor.send(path, { method: 'POST', headers, body: '{}' })
  return { status: response.status, retry_after: response.headers.get('retry-after'), text: await response.text() }
}
const HEADING = 'Changing the reel.'

test('visitors get the maintenance page with its message at every address, and no search engine lists it', async () => {
  const customer = await seedBuyer(harness.shop, harness.clips)
  await switchTo({ is_on: true, message: 'New footage is on its way & we move.' })
  for (const visitor of [harness.shop.visitor(), customer.visitor])
    for (const path of ['/', '/clips', '/workspace/overview', '/nothing-here', '/admin']) {
      const { status, retry_after, text } = await get(visitor, path)
      expect([status, retry_after], path).toEqual([503, '600'])
      expect(text).toContain(HEADING)
      expect(text).toContain('New footage is on its way &amp; we move.')
      expect(text).toContain('<meta name="robots" content="noindex"/>')
    }
  await switchTo({})
  expect(await get(harness.shop.visitor(), '/')).toMatchObject({ status: 200, retry_after: null })
})

test('visitors’ writes to the API are refused with a sentence; reads, webhooks and health checks go on', async () => {
  const { visitor } = await seedBuyer(harness.shop, harness.clips)
  await switchTo({ is_on: true, message: 'Back after lunch.' })
  for (const path of ['/api/v2/cart/items', '/api/forms/contact', '/api/nothing', '/%61pi/forms/contact']) {
    const { status, retry_after, text } = await post(visitor, path)
    expect([status, retry_after], path).toEqual([503, '600'])
    expect(JSON.parse(text)).toEqual({ message: 'Back after lunch.', errors: {} })
  }
  await switchTo({ is_on: true })
  expect(JSON.parse((await post(visitor, '/api/forms/contact')).text)).toEqual({
    message: 'We are working on the shop. Please come back in a few minutes.',
    errors: {},
  })
  expect((await visitor.call(listClips, { query: {} })).data.length).toBeGreaterThan(0)
  expect((await get(visitor, '/healthz')).status).toBe(200)
  expect((await get(visitor, '/readyz')).status).toBe(200)
  const webhook = await visitor.send('/webhooks/braintree', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'bt_signature=a',
  })
  expect(webhook.status).toBe(400)
})

test('staff log in and work, with a banner on every page; customers who log in stay outside', async () => {
  const editor = await seedStaff(harness.shop, 'collection_admin')
  await switchTo({ is_on: true })
  for (const [staff, path] of [
    [owner, '/'],
    [owner, '/admin/settings/maintenance'],
    [editor, '/admin/catalog'],
  ] as const) {
    const { status, text } = await get(staff.visitor, path)
    expect(status, path).toBe(200)
    expect(text, path).toContain('Visitors see the maintenance page.')
  }
  expect((await get(harness.shop.visitor(), '/login')).status).toBe(200)
  expect((await get(harness.shop.visitor(), '/login')).text).not.toContain('Visitors see the maintenance page.')
  const { value, version } = (await owner.visitor.call(getMaintenanceSettings, {})).data
  await owner.visitor.call(saveMaintenanceSettings, { body: { ...value, message: 'Nearly done.', version } })
  expect(harness.shop.settings.current().maintenance.message).toBe('Nearly done.')

  await switchTo({})
  const customer = await seedBuyer(harness.shop, harness.clips)
  await assignPassword(harness.shop, customer)
  await switchTo({ is_on: true })
  const again = harness.shop.visitor()
  const { email } = customer
  await again.call(login, { body: { login: email, password } })
  expect((await again.call(getSession, {})).data).toMatchObject({ email })
  expect((await again.call(listBoards, {})).data).toEqual([])
  expect((await get(again, '/')).status).toBe(503)
})

test('a link in a mail unsubscribes, and one that invites to a filmmaker opens its page', async () => {
  const customer = await seedBuyer(harness.shop, harness.clips)
  const { deps } = harness.shop
  const path = createUnsubscribeUrl(deps, customer.user_id).slice(deps.config.public_url.length)
  await switchTo({ is_on: true })
  const guest = harness.shop.visitor()
  expect((await guest.send(path, { method: 'POST' })).status).toBe(200)
  expect((await get(guest, '/filmmaker-invite/abc')).status).not.toBe(503)
})

test('an open page of a visitor loads the next one as a whole document', async () => {
  await switchTo({ is_on: true })
  const { status, text } = await get(harness.shop.visitor(), '/clips.data')
  expect(status).toBe(202)
  expect(text).toContain('"reload"')
  expect(text).toContain('/clips')
})

test('it ends by itself at its time, which visitors read in the company’s time zone', async () => {
  const { shop } = harness
  const ends_at = new Date(shop.clock.now().getTime() + 5_400_000)
  await switchTo({ is_on: true, ends_at: ends_at.toISOString() })
  const { retry_after, text } = await get(shop.visitor(), '/')
  expect(retry_after).toBe('5400')
  expect((await post(shop.visitor(), '/api/forms/contact')).retry_after).toBe('5400')
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Dublin' } as const
  expect(text).toContain(`We are back by ${ends_at.toLocaleString('en-US', format)} (Ireland Time).`)
  shop.clock.advance(5_400_000)
  expect((await get(shop.visitor(), '/')).status).toBe(200)
  expect((await post(shop.visitor(), '/api/forms/contact')).status).toBe(422)
  const { value } = (await owner.visitor.call(getMaintenanceSettings, {})).data
  expect(value).toMatchObject({ is_on: false, ends_at: null })
})

test('an end that has passed is refused with a sentence, and nothing changes', async () => {
  const { value, version } = (await owner.visitor.call(getMaintenanceSettings, {})).data
  const body = { ...value, is_on: true, ends_at: '2020-01-01T00:00:00.000Z', version }
  await expect(owner.visitor.call(saveMaintenanceSettings, { body })).rejects.toMatchObject({
    status: 422,
    errors: { ends_at: [expect.stringMatching(/^The end has passed already/)] },
  })
  expect(harness.shop.settings.current().maintenance.is_on).toBe(false)
})

test('twenty payments that have begun are completed when it is switched on; none can begin after', async () => {
  const buyers = await Promise.all(Array.from({ length: 20 }, () => seedBuyer(harness.shop, harness.clips)))
  const late = await seedBuyer(harness.shop, harness.clips)
  await harness.faults({ kind: 'slow', on: 'sale', times: 20, delay_ms: 300 })
  const payments = buyers.map(({ pay }) => pay())
  const results = Promise.all(payments)
  const begun = async () => {
    const { count } = await harness.shop.db
      .selectFrom('payment_attempts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  while ((await begun()) < 20) await new Promise(setImmediate)
  await switchTo({ is_on: true })
  for (const [index, { data }] of (await results).entries()) {
    expect(data.state).toBe('paid')
    const { data: payment } = (await buyers[index]?.visitor.call(getAttempt, {
      params: { order_id: String(data.order_id) },
    })) ?? { data: undefined }
    expect(payment?.state).toBe('paid')
  }
  await expect(late.pay()).rejects.toMatchObject({ status: 503 })
  const orders = harness.shop.db.selectFrom('orders').where('workspace_id', '=', late.workspace_id)
  expect(await orders.selectAll().execute()).toEqual([])
})
