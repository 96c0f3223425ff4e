/** Tests for the shop before it opens: what visitors and staff get, and the opening itself. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { getSession, login } from '#accounts/contract.ts'
import { listClips } from '#catalog/contract.ts'
import { confirmContent, getStaffContent, listStaffContent } from '#content/admin/contract.ts'
import { listPriceVersions } from '#licensing/admin/contract.ts'
import { priceTemplates } from '#licensing/price-templates.ts'
import { getCompanySettings, saveCompanySettings } from '#platform/admin/settings/contract.ts'
import type { AnyEndpoint } from '#platform/http/endpoint.ts'
import { createSignedUrl, renditionUrl } from '#platform/storage/files.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { seedMember } from '../../testing/builders/orders.ts'
import { seedOwner } from '../../testing/builders/setup.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { getSetupProgress, openShop, saveOpeningPrices } from './contract.ts'

let shop: TestApp
let owner: Awaited<ReturnType<typeof seedOwner>>
beforeEach(async () => {
  shop = await openTestApp({ DEMO: '0' }, { unopened: true })
  owner = await seedOwner(shop)
})
afterEach(() => shop.close())

const statusOf = async (visitor: Visitor, url: string) => (await visitor.send(url, { method: 'GET' })).status

test('before the opening visitors get neither the catalog nor files, and can log in; staff get everything', async () => {
  const guest = shop.visitor()
  const customer = await seedMember(shop)
  await shop.storage.put('renditions/a.jpg', Buffer.from('a'))
  await shop.storage.put('masters/a', Buffer.from('a'))
  const urls = [
    '/api/clips',
    '/api/openapi.json',
    renditionUrl('renditions/a.jpg'),
    createSignedUrl(shop.deps, 'masters/a', 'a.mov'),
    '/sitemap.xml',
  ]
  for (const visitor of [guest, customer.visitor])
    expect(await Promise.all(urls.map(url => statusOf(visitor, url)))).toEqual(urls.map(() => 403))
  await expect(guest.call(listClips, { query: {} })).rejects.toMatchObject({
    status: 403,
    message: 'This shop isn’t open yet.',
  })
  expect(await Promise.all(urls.map(url => statusOf(owner.visitor, url)))).toEqual(urls.map(() => 200))
  const { visitor: editor } = await seedStaff(shop, 'collection_admin')
  expect(await statusOf(editor, '/api/clips')).toBe(200)

  expect(await statusOf(guest, '/healthz')).toBe(200)
  expect((await guest.call(getSession, {})).data).toBeNull()
  await expect(guest.call(login, { body: { login: 'a@example.com', password: 'x' } })).rejects.toMatchObject({
    status: 422,
  })
})

test('every page loads before the opening: the root calls only endpoints that are open then', async () => {
  const source = readFileSync(path.resolve('src/root.tsx'), 'utf8')
  const names = [...source.matchAll(/\bcall\((\w+), /g)].map(([, name = '']) => name)
  expect(names).toContain('getCart')
  for (const name of names) {
    const [, file = ''] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\.?#?/?([^']+)'`).exec(source) ?? []
    const contract = (await import(path.resolve('src', file))) as Record<string, AnyEndpoint>
    expect(contract[name], name).toMatchObject({ before_opening: 'allowed' })
  }
})

test('of 20 openings at once one succeeds; then visitors see the shop, and the log says who opened it', async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => owner.visitor.call(openShop, {})))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(owner.visitor.call(openShop, {})).rejects.toMatchObject({ message: 'The shop is open already.' })
  expect(await statusOf(shop.visitor(), '/api/clips')).toBe(200)
  expect((await owner.visitor.call(getSetupProgress, {})).data).toMatchObject({ is_open: true, is_shown: true })
  expect(
    await shop.db
      .selectFrom('audit_log')
      .where('subject_type', '=', 'shop')
      .select(['actor_user_id', 'action'])
      .execute(),
  ).toEqual([{ actor_user_id: owner.user.id, action: 'shop_opened' }])
})

test('a shop that a program opened, as for tests, is open and shows no checklist', async () => {
  await shop.db.insertInto('shop_opening').values({ opened_at: shop.clock.now() }).execute()
  expect((await owner.visitor.call(getSetupProgress, {})).data).toMatchObject({ is_open: true, is_shown: false })
})

test('the steps of the company and the texts are done once they are saved and confirmed', async () => {
  const { visitor } = owner
  const isDone = async (step: string) =>
    (await visitor.call(getSetupProgress, {})).data.steps.find(({ key }) => key === step)?.is_done
  expect([await isDone('company'), await isDone('texts')]).toEqual([false, false])
  const { value, version } = (await visitor.call(getCompanySettings, {})).data
  await visitor.call(saveCompanySettings, { body: { ...value, phone: '+353 1 555 0100', version } })
  expect(await isDone('company')).toBe(true)
  for (const { slug } of (await visitor.call(listStaffContent, { query: {} })).data) {
    expect(await isDone('texts'), slug).toBe(false)
    const { current } = (await visitor.call(getStaffContent, { params: { slug } })).data
    const body = { source_sha256: current?.source_sha256 ?? '' }
    await visitor.call(confirmContent, { params: { slug }, body })
  }
  expect(await isDone('texts')).toBe(true)
})

test('the first prices take effect at once, and only before the opening', async () => {
  const [volume] = priceTemplates
  const [current] = (await owner.visitor.call(listPriceVersions, {})).data
  if (!volume || !current) throw new Error('There are no prices.')
  const isDone = async () =>
    (await owner.visitor.call(getSetupProgress, {})).data.steps.find(({ key }) => key === 'prices')?.is_done
  expect(await isDone()).toBe(false)
  // The prices of a new database need no new version.
  await owner.visitor.call(saveOpeningPrices, { body: { prices: current.prices } })
  expect([await isDone(), (await owner.visitor.call(listPriceVersions, {})).data.length]).toEqual([true, 1])

  shop.clock.advance(1_000)
  await owner.visitor.call(saveOpeningPrices, { body: { prices: volume.prices } })
  expect((await owner.visitor.call(listPriceVersions, {})).data).toMatchObject([
    { state: 'current', prices: volume.prices },
    { state: 'past' },
  ])
  await owner.visitor.call(openShop, {})
  await expect(owner.visitor.call(saveOpeningPrices, { body: { prices: current.prices } })).rejects.toMatchObject({
    status: 409,
  })
})
