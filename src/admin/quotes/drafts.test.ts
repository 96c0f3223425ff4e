/** Drafts of offers through the real door: saved, taken up, sent once, deleted; no buyer ever learns of one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { anOffer } from '../../../testing/builders/quotes.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { getLicenseSchema } from '../../licensing/contract.ts'
import { getLegacyCart, listQuotes } from '../../quotes/contract.ts'
import { quotesPart } from '../../quotes/privacy.server.ts'
import * as offers from '../../quotes/staff-contract.ts'
import { listStaffLog } from '../log/contract.ts'
import * as room from './drafts-contract.ts'

let shop: TestApp
let staff: Buyer
let clip: TestClip
let price_version_id: number
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
  clip = await aClip(shop, 'Harbor in the rain')
  price_version_id = (await staff.visitor.call(getLicenseSchema, {})).data.price_version_id
})
beforeEach(() => shop.db.deleteFrom('offer_drafts').execute())
afterAll(() => shop.close())

const at = (id: number) => ({ params: { id: String(id) } })
const body = (wish: Partial<room.DraftBody> = {}): room.DraftBody => ({
  kind: 'quote',
  workspace_id: null,
  groups: [
    {
      org_type: 'commercial',
      end_client_size: 2,
      distribution_ids: [3],
      lines: [{ clip_id: clip.id, format_id: 3, tier: 'standard', agreed: '12o' }],
    },
  ],
  last_day: '',
  note: 'As we said\non the phone.',
  ein: '12-34',
  po_number: 'PO-1',
  price_version_id,
  ...wish,
})
const make = async (wish: Partial<room.DraftBody> = {}, { visitor } = staff) =>
  (await visitor.call(room.makeOfferDraft, { body: body(wish) })).data
const save = async ({ id, version }: { id: number; version: number }, wish: Partial<room.DraftBody> = {}) =>
  (await staff.visitor.call(room.saveOfferDraft, { ...at(id), body: { ...body(wish), version } })).data
const read = async (id: number) => (await staff.visitor.call(room.getOfferDraft, at(id))).data
const listed = async () => (await staff.visitor.call(room.listOfferDrafts, {})).data
const offer = (draft: { id: number; version: number }) => {
  const { expires_at, lines, ...rest } = anOffer(shop, [clip])
  return { ...rest, lines: [...lines], expires_at: expires_at.toISOString(), draft }
}
const send = (draft: { id: number; version: number }, { workspace_id }: Buyer) =>
  staff.visitor.call(offers.makeQuote, { body: { ...offer(draft), workspace_id } })
const count = async (table: 'quotes' | 'carts' | 'events' | 'quote_counters') =>
  Number(
    (
      await shop.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const quotesOf = async ({ visitor }: Buyer) => (await visitor.call(listQuotes, { query: {} })).data

test('what is not ready is kept as it was typed, for all of us, and nobody else learns of it', async () => {
  const buyer = await aMember(shop)
  const before = [await count('quotes'), await count('carts'), await count('events')]
  const { id, version } = await make({ workspace_id: buyer.workspace_id })
  expect(version).toBe(1)
  const other = await aStaff(shop)
  const { data } = await other.visitor.call(room.getOfferDraft, at(id))
  expect(data).toMatchObject({
    kind: 'quote',
    workspace: { id: buyer.workspace_id },
    saved_by: staff.email,
    note: 'As we said\non the phone.',
    ein: '12-34',
    po_number: 'PO-1',
    last_day: '',
    groups: [{ distribution_ids: [3], lines: [{ clip_id: clip.id, clip_name: 'Harbor in the rain', agreed: '12o' }] }],
    clips: [{ id: clip.id, name: 'Harbor in the rain' }],
  })
  expect(await listed()).toMatchObject([{ id, clips_count: 1, workspace: { id: buyer.workspace_id } }])
  expect(await quotesOf(buyer)).toEqual([])
  expect([await count('quotes'), await count('carts'), await count('events')]).toEqual(before)
})

test('it holds no price: taken up, it knows what the table said then, and the table says what it says now', async () => {
  const draft = await make()
  const { data: schema } = await staff.visitor.call(getLicenseSchema, {})
  const prices = { ...schema.prices, format_cents: { ...schema.prices.format_cents, 3: 10_000 } }
  const effective_from = new Date(shop.clock.now().getTime() + 1_000)
  await shop.db
    .insertInto('price_versions')
    .values({ effective_from, prices: JSON.stringify(prices) })
    .execute()
  shop.clock.advance(60_000)
  expect((await read(draft.id)).prices_then).toEqual(schema.prices)
  expect((await staff.visitor.call(getLicenseSchema, {})).data.prices).toEqual(prices)
  const row = await shop.db.selectFrom('offer_drafts').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('cents')
})

test('sent, it is a quote and no draft any more; the log has all of it', async () => {
  const buyer = await aMember(shop)
  const draft = await save(await make(), { workspace_id: buyer.workspace_id })
  const { data } = await send(draft, buyer)
  expect((await quotesOf(buyer)).map(({ number }) => number)).toEqual([data.number])
  expect(await listed()).toEqual([])
  await expect(read(draft.id)).rejects.toMatchObject({ status: 404 })
  const query = { about: 'offer_draft', key: String(draft.id) } as const
  const { data: log } = await staff.visitor.call(listStaffLog, { query })
  expect(log).toMatchObject([
    { action: 'Sent', changes: [{ field: 'number', is: data.number }], staff_email: staff.email },
    { action: 'Saved' },
    { action: 'Made' },
  ])
})

test('a custom cart that was a draft is opened by its link', async () => {
  const draft = await make({ kind: 'custom' })
  const { data } = await staff.visitor.call(offers.makeCustomCart, { body: offer(draft) })
  const { data: cart } = await shop.visitor().call(getLegacyCart, { query: { cart_hash: data.cart_hash } })
  expect(cart.kind).toBe('custom')
  expect(await listed()).toEqual([])
})

test('what is refused leaves the draft as it was', async () => {
  const buyer = await aMember(shop)
  const draft = await make()
  const yesterday = new Date(shop.clock.now().getTime() - 1).toISOString()
  const late = { ...offer(draft), workspace_id: buyer.workspace_id, expires_at: yesterday }
  await expect(staff.visitor.call(offers.makeQuote, { body: late })).rejects.toMatchObject({ status: 422 })
  await expect(send(draft, staff)).rejects.toMatchObject({ status: 403 })
  expect(await read(draft.id)).toMatchObject({ version: 1 })
})

test('twenty who send a draft at once send one quote', async () => {
  const buyer = await aMember(shop)
  const draft = await make()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => send(draft, buyer)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await quotesOf(buyer)).toHaveLength(1)
  for (const one of answers)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ status: 404, message: 'This draft is gone: somebody sent or deleted it.' })
})

test('of those who save one version at once one does; whoever has not seen it neither saves nor sends', async () => {
  const buyer = await aMember(shop)
  const draft = await make()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => save(draft, { note: `Try ${i}` })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const told = { status: 409, message: /^Somebody saved this draft meanwhile/ }
  for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject(told)
  await expect(send(draft, buyer)).rejects.toMatchObject(told)
  expect(await quotesOf(buyer)).toEqual([])
  expect((await read(draft.id)).version).toBe(2)
})

test('deleted, it is gone, and cannot be saved', async () => {
  const draft = await make()
  await staff.visitor.call(room.deleteOfferDraft, at(draft.id))
  expect(await listed()).toEqual([])
  await expect(save(draft)).rejects.toMatchObject({ status: 404 })
  await expect(staff.visitor.call(room.deleteOfferDraft, at(draft.id))).rejects.toMatchObject({ status: 404 })
})

const line = { clip_id: 1, format_id: 3, tier: 'standard' as const, agreed: '' }
const group = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3] }
test.each<[string, Partial<room.DraftBody>, string]>([
  ['a workspace that is gone', { workspace_id: 999_999 }, 'workspace_id'],
  ['a table that never was', { price_version_id: 999_999 }, 'price_version_id'],
  ['a note like a book', { note: 'x'.repeat(2_001) }, 'note'],
  ['a day that is none', { last_day: 'tomorrow' }, 'last_day'],
  ['too many clips', { groups: [{ ...group, lines: Array.from({ length: 501 }, () => line) }] }, 'groups'],
  ['too many licenses', { groups: Array.from({ length: 101 }, () => ({ ...group, lines: [] })) }, 'groups'],
])('%s is refused with a sentence, and nothing is kept', async (_, wish, field) => {
  await expect(make(wish)).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
  expect(await listed()).toEqual([])
})

test('of a workspace that closes no draft is left; one of us who leaves is not named any more', async () => {
  const [buyer, colleague] = [await aMember(shop), await aStaff(shop)]
  const gone = await make({ workspace_id: buyer.workspace_id })
  const kept = await make({}, colleague)
  const now = shop.clock.now()
  const leaver = { stand_in: 'gone@longtake.invalid', now }
  await shop.db.transaction().execute(async trx => {
    await quotesPart.forget(trx, { ...leaver, ...buyer, closed_workspace_ids: [buyer.workspace_id] })
    await quotesPart.forget(trx, { ...leaver, ...colleague, closed_workspace_ids: [] })
  })
  await expect(read(gone.id)).rejects.toMatchObject({ status: 404 })
  expect(await read(kept.id)).toMatchObject({ saved_by: null })
})
