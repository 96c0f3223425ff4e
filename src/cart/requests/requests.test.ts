import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ChoiceWithFormat } from '#licensing/choice.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aBuyer } from '../../../testing/builders/checkout.ts'
import { aClip, aMember, anOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { licensesOf } from '../../../testing/builders/upgrades.ts'
import { selfInvoice } from '../../checkout/contract.ts'
import { dispatch } from '../../platform/outbox.server.ts'
import { addItems, getCart } from '../contract.ts'
import { setCartBilling, setEin } from '../details-contract.ts'
import { addUpgrade } from '../upgrades-contract.ts'
import {
  approveRequest,
  declineRequest,
  getRequest,
  listRequests,
  requestPurchase,
  withdrawRequest,
} from './contract.ts'
import { purchaseRequestsReactions } from './reactions.server.ts'

let shop: TestApp
let tide: TestClip
let lanterns: TestClip
let owner: Buyer
let asker: Buyer
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4400' })
  tide = await aClip(shop)
  lanterns = await aClip(shop, 'Paper lanterns')
})
beforeEach(async () => {
  owner = await aMember(shop)
  asker = await aMember(shop, 'asset_manager', owner.workspace_id)
  await shop.db.deleteFrom('events').execute()
  shop.mail.sent.splice(0)
})
afterAll(() => shop.close())

const web: ChoiceWithFormat = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
const add = async ({ visitor }: Buyer, clip: TestClip, more: Partial<ChoiceWithFormat> = {}) =>
  (await visitor.call(addItems, { body: { ...web, ...more, clips: [clip.id] } })).data
const cartOf = async ({ visitor }: Buyer) => (await visitor.call(getCart, {})).data
const clipsIn = async (who: Buyer) =>
  (await cartOf(who)).cart_items.data.map(({ clip_id, format }) => [clip_id, format.id])

/** Hands a cart of one clip (or what is in it) to the buyers. */
const ask = async (who = asker, note = 'For the trailer') => {
  if ((await clipsIn(who)).length === 0) await add(who, tide)
  return (await who.visitor.call(requestPurchase, { body: { note } })).data
}
const read = async ({ visitor }: Buyer, id: number) =>
  (await visitor.call(getRequest, { params: { id: String(id) } })).data
const approve = async (who: Buyer, id: number, seen?: string) =>
  who.visitor.call(approveRequest, {
    params: { id: String(id) },
    body: { seen: seen ?? (await read(who, id)).cart.fingerprint },
  })
const decline = ({ visitor }: Buyer, id: number, answer = 'Not this quarter') =>
  visitor.call(declineRequest, { params: { id: String(id) }, body: { answer } })
const withdraw = ({ visitor }: Buyer, id: number) => visitor.call(withdrawRequest, { params: { id: String(id) } })

/** Runs what the news leads to, and what that leads to. */
const work = async () => {
  const reactions = purchaseRequestsReactions(shop.deps)
  for (let round = 0; round < 2; round += 1) {
    shop.jobs.sent.splice(0)
    await dispatch(shop.db, shop.jobs, reactions, shop.clock.now())
    for (const { name, data } of shop.jobs.sent)
      await reactions.find(reaction => reaction.name === name)?.react(data as never)
  }
}
const mailed = () => shop.mail.sent.map(({ to, subject }) => [to, subject])

test('whoever may not buy hands over the cart; those who may are mailed, and nobody else', async () => {
  const purchaser = await aMember(shop, 'purchaser', owner.workspace_id)
  await aMember(shop, 'guest', owner.workspace_id)
  await add(asker, lanterns)
  const before = await add(asker, tide)
  const request = await ask()
  expect(request).toMatchObject({
    state: 'open',
    note: 'For the trailer',
    is_mine: true,
    can_decide: false,
    asked: before.total,
    requested_by: { name: 'Nora Brandt' },
    decided_by: null,
  })
  expect(request.cart.cart_items.data.map(item => item.clip_id)).toEqual([lanterns.id, tide.id])
  // The next clip begins a new cart.
  expect(await clipsIn(asker)).toEqual([])
  await work()
  expect(mailed()).toEqual([
    [owner.email, 'Nora Brandt asks you to license 2 clips'],
    [purchaser.email, 'Nora Brandt asks you to license 2 clips'],
  ])
  const [mail] = shop.mail.sent
  for (const text of ['For the trailer', 'Paper lanterns', before.total.formatted]) expect(mail?.text).toContain(text)
  expect(mail?.text).toContain(`http://localhost:4400/workspace/purchase-requests/${request.id}`)
})

test('approving puts the clips beside what is in the cart there, once each and in the better format', async () => {
  await add(owner, tide, { format_id: 2 })
  await add(owner, tide, { distribution_ids: [7] })
  await add(asker, tide)
  await add(asker, lanterns, { format_id: 2 })
  const { id } = await ask()
  await approve(owner, id)
  expect(await clipsIn(owner)).toEqual([
    [tide.id, 2],
    [tide.id, 3],
    [lanterns.id, 2],
  ])
  expect(await read(asker, id)).toMatchObject({
    state: 'approved',
    decided_by: { id: owner.user_id },
    // What was asked for still stands there.
    cart: { cart_items: { data: [{ clip_id: tide.id }, { clip_id: lanterns.id }] } },
  })
  await work()
  expect(mailed()).toEqual([[asker.email, 'Your request is approved']])
})

test('an EIN comes along, where the buyer has none; billing does not', async () => {
  await add(asker, tide, { org_type: 'nonprofit' })
  await asker.visitor.call(setEin, { body: { ein: '12-3456789' } })
  const { id } = await ask()
  await approve(owner, id)
  expect(await cartOf(owner)).toMatchObject({ ein: '12-3456789', billing_information: null })
})

test('where the requester lives or is billed is not shown to those who decide, and is no part of the price', async () => {
  await add(asker, tide)
  const { id: country_region_id } = await shop.db
    .selectFrom('country_regions')
    .where('country_id', '=', 41)
    .where('code', '=', 'TX')
    .select('id')
    .executeTakeFirstOrThrow()
  const place = { address: '12 Harbor Way', address2: '', city: 'Austin', postal_code: '78701', region: '' }
  const body = {
    ...place,
    company: 'At home',
    billing_contact_user_id: asker.user_id,
    country_id: 41,
    country_region_id,
  }
  const { data: billed } = await asker.visitor.call(setCartBilling, { body })
  expect(billed.tax?.amount.unformatted).toBeGreaterThan(0)
  const { id } = await ask()
  const { cart } = await read(owner, id)
  expect(cart).toMatchObject({ billing_information: null, contact_details: null, tax: null, total: billed.sub_total })
  await approve(owner, id)
})

test('the prices are those of now: what changed since it was looked at is looked at again', async () => {
  const { id, asked } = await ask()
  const { cart } = await read(owner, id)
  await shop.db.updateTable('clips').set({ tier: 'signature' }).where('id', '=', tide.id).execute()
  try {
    await expect(approve(owner, id, cart.fingerprint)).rejects.toMatchObject({ status: 409 })
    expect(await read(owner, id)).toMatchObject({ state: 'open', asked })
    const now = (await read(owner, id)).cart.sub_total.unformatted
    expect(now).toBe(asked.unformatted * 2)
    expect((await approve(owner, id)).data).toMatchObject({ sub_total: { unformatted: now }, notices: [] })
  } finally {
    await shop.db.updateTable('clips').set({ tier: 'standard' }).where('id', '=', tide.id).execute()
  }
})

test('what is not sold any more stays behind; when nothing is left, that is said', async () => {
  const clip = await aClip(shop, 'Gone tomorrow')
  await add(asker, clip)
  await add(asker, tide)
  const two = await ask()
  await add(asker, clip)
  const one = await ask()
  await shop.db.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', clip.id).execute()
  await approve(owner, two.id)
  expect(await clipsIn(owner)).toEqual([[tide.id, 3]])
  await expect(approve(owner, one.id)).rejects.toMatchObject({ message: 'None of these clips is offered any more.' })
  expect((await read(owner, one.id)).state).toBe('open')
})

test('declining says why, and nothing moves', async () => {
  const { id } = await ask()
  expect((await decline(owner, id)).data).toMatchObject({ state: 'declined', answer: 'Not this quarter' })
  expect([await clipsIn(owner), await clipsIn(asker)]).toEqual([[], []])
  await work()
  expect(mailed()).toEqual([[asker.email, 'Your request is declined']])
  expect(shop.mail.sent[0]?.text).toContain('Not this quarter')
  await expect(approve(owner, id)).rejects.toMatchObject({ status: 409 })
})

test('approved twice, or declined after that, it says that it was approved, and fills one cart', async () => {
  const { id } = await ask()
  await approve(owner, id)
  const before = await clipsIn(owner)
  const colleague = await aMember(shop, 'purchaser', owner.workspace_id)
  for (const again of [() => approve(owner, id), () => approve(colleague, id), () => decline(owner, id)])
    await expect(again()).rejects.toMatchObject({ status: 409, message: 'This request has been approved already.' })
  expect(await clipsIn(owner)).toEqual(before)
  expect(await clipsIn(colleague)).toEqual([])
})

test('taking it back puts the clips into the cart of whoever asked, and no mail goes out', async () => {
  const { id } = await ask()
  await add(asker, lanterns)
  await withdraw(asker, id)
  expect(await clipsIn(asker)).toEqual([
    [lanterns.id, 3],
    [tide.id, 3],
  ])
  await expect(approve(owner, id)).rejects.toMatchObject({ message: 'This request was taken back.' })
  await work()
  expect(mailed()).toEqual([])
})

test('it is ordered when its clips are, whoever else’s cart they lie beside; the asker hears of it once', async () => {
  const buyer = await aBuyer(shop, [lanterns])
  const colleague = await aMember(shop, 'guest', buyer.workspace_id)
  await shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 1_000_000, net_payment_term_days: 30 })
    .where('id', '=', buyer.workspace_id)
    .execute()
  const { id } = await ask(colleague)
  const other = await ask(colleague)
  const { data: cart } = await approve(buyer, id)
  const project = { client_name: 'Aster', project_name: 'Tide', project_description: 'Film', start_date: '2026-04-01' }
  const { data } = await buyer.visitor.call(selfInvoice, {
    body: { ...project, po_number: null, cart_hash: cart.hash ?? '' },
  })
  await work()
  await work()
  expect(await read(colleague, id)).toMatchObject({ state: 'ordered', order_number: data.invoice_number })
  expect((await read(colleague, other.id)).state).toBe('open')
  expect(mailed().filter(([, subject]) => subject === 'Your clips are licensed')).toEqual([
    [colleague.email, 'Your clips are licensed'],
  ])
})

test('what was taken out of the cart again is not ordered with the rest', async () => {
  const buyer = await aBuyer(shop, [lanterns])
  const colleague = await aMember(shop, 'guest', buyer.workspace_id)
  const { id } = await ask(colleague)
  await approve(buyer, id)
  await shop.db
    .deleteFrom('cart_items')
    .where('cart_id', 'in', shop.db.selectFrom('carts').where('user_id', '=', buyer.user_id).select('id'))
    .where('clip_id', '=', tide.id)
    .execute()
  await shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 1_000_000, net_payment_term_days: 30 })
    .where('id', '=', buyer.workspace_id)
    .execute()
  const project = { client_name: 'Aster', project_name: 'Tide', project_description: 'Film', start_date: '2026-04-01' }
  await buyer.visitor.call(selfInvoice, {
    body: { ...project, po_number: null, cart_hash: (await cartOf(buyer)).hash ?? '' },
  })
  await work()
  expect((await read(colleague, id)).state).toBe('approved')
})

test('buyers see all requests of their workspace, others their own, outsiders none', async () => {
  const colleague = await aMember(shop, 'guest', owner.workspace_id)
  const { id } = await ask()
  const theirs = await ask(colleague)
  await decline(owner, theirs.id)
  const list = async ({ visitor }: Buyer) => (await visitor.call(listRequests, { query: {} })).data
  // What waits stands first.
  expect((await list(owner)).map(one => one.id)).toEqual([id, theirs.id])
  expect((await list(asker)).map(one => one.id)).toEqual([id])
  expect(await list(await aMember(shop))).toEqual([])
  for (const who of [colleague, await aMember(shop)]) {
    await expect(read(who, id)).rejects.toMatchObject({ status: 404 })
    await expect(approve(who, id, '')).rejects.toMatchObject({ status: 404 })
    await expect(withdraw(who, id)).rejects.toMatchObject({ status: 404 })
  }
  await expect(approve(asker, id)).rejects.toMatchObject({ status: 403 })
  await expect(withdraw(owner, id)).rejects.toMatchObject({ status: 403 })
})

test('an empty cart, a role that may buy, and a sixth open request are refused', async () => {
  const send = ({ visitor }: Buyer) => visitor.call(requestPurchase, { body: { note: 'Please' } })
  await expect(send(asker)).rejects.toMatchObject({ status: 409, message: 'Your cart is empty.' })
  await add(owner, tide)
  await expect(send(owner)).rejects.toMatchObject({ status: 409 })
  for (let i = 0; i < 5; i += 1) await ask()
  await add(asker, tide)
  await expect(send(asker)).rejects.toMatchObject({ message: expect.stringContaining('waiting already') })
  // The cart is as it was.
  expect(await clipsIn(asker)).toEqual([[tide.id, 3]])
})

test('twenty-four people approve, decline and take it back at once: one of them does', async () => {
  const buyers = await Promise.all(Array.from({ length: 22 }, () => aMember(shop, 'purchaser', owner.workspace_id)))
  const { id } = await ask()
  const { cart } = await read(owner, id)
  const done = await Promise.allSettled([
    ...buyers.map((who, place) => (place % 3 === 2 ? decline(who, id) : approve(who, id, cart.fingerprint))),
    approve(owner, id, cart.fingerprint),
    withdraw(asker, id),
  ])
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  const { state } = await read(owner, id)
  const filled = (await Promise.all([owner, asker, ...buyers].map(clipsIn))).filter(clips => clips.length > 0)
  expect(filled).toEqual(state === 'declined' ? [] : [[[tide.id, 3]]])
})

test('pressed twenty times at once, a cart is handed over once', async () => {
  await add(asker, tide)
  const sent = await Promise.allSettled(
    Array.from({ length: 20 }, () => asker.visitor.call(requestPurchase, { body: { note: 'Please' } })),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an upgrade that was asked for is one in the cart of whoever approves, and in that of whoever takes it back', async () => {
  const { item_ids } = await anOrder(shop, owner, 'paid', { clips: [tide] })
  const [license] = await licensesOf(shop, item_ids)
  const put = () =>
    asker.visitor.call(addUpgrade, { body: { ...web, distribution_ids: [3, 7], license_id: license?.id ?? 0 } })
  await put()
  const first = await ask()
  expect(first.cart.upgrade_credit.unformatted).toBe(19_900)
  await approve(owner, first.id)
  expect((await cartOf(owner)).upgrade_credit.unformatted).toBe(19_900)
  await put()
  const { id } = await ask()
  await withdraw(asker, id)
  expect((await cartOf(asker)).upgrade_credit.unformatted).toBe(19_900)
})
