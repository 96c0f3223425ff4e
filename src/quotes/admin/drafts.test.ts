/** Offer drafts through the API: saved, restored, sent once, deleted, and never visible to buyers. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getLicenseSchema } from '#licensing/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { buildOffer } from '../../../testing/builders/quotes.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { getLegacyCart, listQuotes } from '../contract.ts'
import { quotesPart } from '../privacy.server.ts'
import * as offers from '../staff-contract.ts'
import * as draftsContract from './drafts-contract.ts'

let shop: TestApp
let staff: Buyer
let clip: TestClip
let price_version_id: number
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
  clip = await seedClip(shop, 'Harbor in the rain')
  price_version_id = (await staff.visitor.call(getLicenseSchema, {})).data.price_version_id
})
beforeEach(() => shop.db.deleteFrom('offer_drafts').execute())
afterAll(() => shop.close())

const paramsOf = (id: number) => ({ params: { id: String(id) } })
const draftBody = (overrides: Partial<draftsContract.OfferDraftBody> = {}): draftsContract.OfferDraftBody => ({
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
  ...overrides,
})
const createDraft = async (overrides: Partial<draftsContract.OfferDraftBody> = {}, { visitor } = staff) =>
  (await visitor.call(draftsContract.createOfferDraft, { body: draftBody(overrides) })).data
const saveDraft = async (
  { id, version }: { id: number; version: number },
  overrides: Partial<draftsContract.OfferDraftBody> = {},
) =>
  (
    await staff.visitor.call(draftsContract.saveOfferDraft, {
      ...paramsOf(id),
      body: { ...draftBody(overrides), version },
    })
  ).data
const loadDraft = async (id: number) => (await staff.visitor.call(draftsContract.getOfferDraft, paramsOf(id))).data
const listDrafts = async () => (await staff.visitor.call(draftsContract.listOfferDrafts, {})).data
const toOfferBody = (draft: { id: number; version: number }) => {
  const { expires_at, lines, ...offerFields } = buildOffer(shop, [clip])
  return { ...offerFields, lines: [...lines], expires_at: expires_at.toISOString(), draft }
}
const sendQuote = (draft: { id: number; version: number }, { workspace_id }: Buyer) =>
  staff.visitor.call(offers.createQuote, { body: { ...toOfferBody(draft), workspace_id } })
const countRows = async (table: 'quotes' | 'carts' | 'events' | 'quote_counters') =>
  Number(
    (
      await shop.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const listBuyerQuotes = async ({ visitor }: Buyer) => (await visitor.call(listQuotes, { query: {} })).data

test('a draft is saved as typed and shared among staff, and nobody else sees it', async () => {
  const buyer = await seedMember(shop)
  const before = [await countRows('quotes'), await countRows('carts'), await countRows('events')]
  const { id, version } = await createDraft({ workspace_id: buyer.workspace_id })
  expect(version).toBe(1)
  const other = await seedStaff(shop)
  const { data } = await other.visitor.call(draftsContract.getOfferDraft, paramsOf(id))
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
  expect(await listDrafts()).toMatchObject([{ id, clips_count: 1, workspace: { id: buyer.workspace_id } }])
  expect(await listBuyerQuotes(buyer)).toEqual([])
  expect([await countRows('quotes'), await countRows('carts'), await countRows('events')]).toEqual(before)
})

test('a draft reserves no price: it keeps the table of the time it was saved, and the current table applies', async () => {
  const draft = await createDraft()
  const { data: schema } = await staff.visitor.call(getLicenseSchema, {})
  const prices = { ...schema.prices, format_cents: { ...schema.prices.format_cents, 3: 10_000 } }
  const effective_from = new Date(shop.clock.now().getTime() + 1_000)
  await shop.db
    .insertInto('price_versions')
    .values({ effective_from, prices: JSON.stringify(prices) })
    .execute()
  shop.clock.advance(60_000)
  expect((await loadDraft(draft.id)).saved_prices).toEqual(schema.prices)
  expect((await staff.visitor.call(getLicenseSchema, {})).data.prices).toEqual(prices)
  const row = await shop.db.selectFrom('offer_drafts').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('cents')
})

test('a sent draft becomes a quote and is no longer a draft; the log lists every step', async () => {
  const buyer = await seedMember(shop)
  const draft = await saveDraft(await createDraft(), { workspace_id: buyer.workspace_id })
  const { data } = await sendQuote(draft, buyer)
  expect((await listBuyerQuotes(buyer)).map(({ number }) => number)).toEqual([data.number])
  expect(await listDrafts()).toEqual([])
  await expect(loadDraft(draft.id)).rejects.toMatchObject({ status: 404 })
  const query = { about: 'offer_draft', key: String(draft.id) } as const
  const { data: log } = await staff.visitor.call(listStaffAuditLog, { query })
  expect(log).toMatchObject([
    { action: 'sent', changes: [{ field: 'number', is: data.number }], staff_email: staff.email },
    { action: 'saved' },
    { action: 'created' },
  ])
})

test('a custom cart from a draft opens by its link', async () => {
  const draft = await createDraft({ kind: 'custom' })
  const { data } = await staff.visitor.call(offers.createCustomCart, { body: toOfferBody(draft) })
  const { data: cart } = await shop.visitor().call(getLegacyCart, { query: { cart_hash: data.cart_hash } })
  expect(cart.kind).toBe('custom')
  expect(await listDrafts()).toEqual([])
})

test('a refused request leaves the draft unchanged', async () => {
  const buyer = await seedMember(shop)
  const draft = await createDraft()
  const yesterday = new Date(shop.clock.now().getTime() - 1).toISOString()
  const lateOffer = { ...toOfferBody(draft), workspace_id: buyer.workspace_id, expires_at: yesterday }
  await expect(staff.visitor.call(offers.createQuote, { body: lateOffer })).rejects.toMatchObject({ status: 422 })
  await expect(sendQuote(draft, staff)).rejects.toMatchObject({ status: 403 })
  expect(await loadDraft(draft.id)).toMatchObject({ version: 1 })
})

test('twenty simultaneous sends of a draft send one quote', async () => {
  const buyer = await seedMember(shop)
  const draft = await createDraft()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => sendQuote(draft, buyer)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listBuyerQuotes(buyer)).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({
        status: 404,
        message: 'This draft no longer exists: someone sent or deleted it.',
      })
})

test('of simultaneous saves of one version one succeeds; an outdated version can neither be saved nor sent', async () => {
  const buyer = await seedMember(shop)
  const draft = await createDraft()
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => saveDraft(draft, { note: `Try ${i}` })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const conflict = { status: 409, message: /^Someone else saved this draft meanwhile/ }
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(conflict)
  await expect(sendQuote(draft, buyer)).rejects.toMatchObject(conflict)
  expect(await listBuyerQuotes(buyer)).toEqual([])
  expect((await loadDraft(draft.id)).version).toBe(2)
})

test('a deleted draft cannot be saved', async () => {
  const draft = await createDraft()
  await staff.visitor.call(draftsContract.deleteOfferDraft, paramsOf(draft.id))
  expect(await listDrafts()).toEqual([])
  await expect(saveDraft(draft)).rejects.toMatchObject({ status: 404 })
  await expect(staff.visitor.call(draftsContract.deleteOfferDraft, paramsOf(draft.id))).rejects.toMatchObject({
    status: 404,
  })
})

const line = { clip_id: 1, format_id: 3, tier: 'standard' as const, agreed: '' }
const group = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3] }
test.each<[string, Partial<draftsContract.OfferDraftBody>, string]>([
  ['a missing workspace', { workspace_id: 999_999 }, 'workspace_id'],
  ['a missing price version', { price_version_id: 999_999 }, 'price_version_id'],
  ['a note that is too long', { note: 'x'.repeat(2_001) }, 'note'],
  ['an invalid day', { last_day: 'tomorrow' }, 'last_day'],
  ['too many clips', { groups: [{ ...group, lines: Array.from({ length: 501 }, () => line) }] }, 'groups'],
  ['too many licenses', { groups: Array.from({ length: 101 }, () => ({ ...group, lines: [] })) }, 'groups'],
])('%s is refused with a message, and nothing is saved', async (_, overrides, field) => {
  await expect(createDraft(overrides)).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
  expect(await listDrafts()).toEqual([])
})

test('closing a workspace deletes its drafts; a staff member who leaves is no longer named', async () => {
  const [buyer, colleague] = [await seedMember(shop), await seedStaff(shop)]
  const closedWorkspaceDraft = await createDraft({ workspace_id: buyer.workspace_id })
  const otherDraft = await createDraft({}, colleague)
  const now = shop.clock.now()
  const leaver = { stand_in: 'gone@longtake.invalid', now }
  await shop.db.transaction().execute(async trx => {
    await quotesPart.forget(trx, { ...leaver, ...buyer, closed_workspace_ids: [buyer.workspace_id] })
    await quotesPart.forget(trx, { ...leaver, ...colleague, closed_workspace_ids: [] })
  })
  await expect(loadDraft(closedWorkspaceDraft.id)).rejects.toMatchObject({ status: 404 })
  expect(await loadDraft(otherDraft.id)).toMatchObject({ saved_by: null })
})
