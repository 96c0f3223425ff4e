import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedBuyer } from '../../../testing/builders/checkout.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { findOrderLicenses } from '../../../testing/builders/upgrades.ts'
import { selfInvoice } from '../../checkout/contract.ts'
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
let requester: Buyer
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4400' })
  tide = await seedClip(shop)
  lanterns = await seedClip(shop, 'Paper lanterns')
})
beforeEach(async () => {
  owner = await seedMember(shop)
  requester = await seedMember(shop, 'asset_manager', owner.workspace_id)
  await shop.db.deleteFrom('events').execute()
  shop.mail.sent.splice(0)
})
afterAll(() => shop.close())

const web: ChoiceWithFormat = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
const add = async ({ visitor }: Buyer, clip: TestClip, overrides: Partial<ChoiceWithFormat> = {}) =>
  (await visitor.call(addItems, { body: { ...web, ...overrides, clips: [clip.id] } })).data
const loadCart = async ({ visitor }: Buyer) => (await visitor.call(getCart, {})).data
const listClips = async (buyer: Buyer) =>
  (await loadCart(buyer)).cart_items.data.map(({ clip_id, format }) => [clip_id, format.id])

/** Sends a cart to the buyers, with one clip if it is empty. */
const sendRequest = async (sender = requester, note = 'For the trailer') => {
  if ((await listClips(sender)).length === 0) await add(sender, tide)
  return (await sender.visitor.call(requestPurchase, { body: { note } })).data
}
const loadRequest = async ({ visitor }: Buyer, id: number) =>
  (await visitor.call(getRequest, { params: { id: String(id) } })).data
const approve = async (buyer: Buyer, id: number, seen?: string) =>
  buyer.visitor.call(approveRequest, {
    params: { id: String(id) },
    body: { seen: seen ?? (await loadRequest(buyer, id)).cart.fingerprint },
  })
const decline = ({ visitor }: Buyer, id: number, decline_reason = 'Not this quarter') =>
  visitor.call(declineRequest, { params: { id: String(id) }, body: { decline_reason } })
const withdraw = ({ visitor }: Buyer, id: number) => visitor.call(withdrawRequest, { params: { id: String(id) } })

/** Runs the reactions to all events, and to the events that these cause. */
const runReactions = async () => {
  const reactions = purchaseRequestsReactions(shop.deps)
  for (let pass = 0; pass < 2; pass += 1) {
    shop.jobs.sent.splice(0)
    await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())
    for (const { name, data } of shop.jobs.sent)
      await reactions.find(reaction => reaction.name === name)?.handle(data as never)
  }
}
const sentMails = () => shop.mail.sent.map(({ to, subject }) => [to, subject])

test('a member who may not buy sends the cart, and only the members who may are emailed', async () => {
  const purchaser = await seedMember(shop, 'purchaser', owner.workspace_id)
  await seedMember(shop, 'guest', owner.workspace_id)
  await add(requester, lanterns)
  const before = await add(requester, tide)
  const request = await sendRequest()
  expect(request).toMatchObject({
    state: 'open',
    note: 'For the trailer',
    is_own: true,
    can_decide: false,
    requested_total: before.total,
    requested_by: { name: 'Nora Brandt' },
    decided_by: null,
  })
  expect(request.cart.cart_items.data.map(item => item.clip_id)).toEqual([lanterns.id, tide.id])
  // The next clip starts a new cart.
  expect(await listClips(requester)).toEqual([])
  await runReactions()
  expect(sentMails()).toEqual([
    [owner.email, 'Nora Brandt asks you to license 2 clips'],
    [purchaser.email, 'Nora Brandt asks you to license 2 clips'],
  ])
  const [mail] = shop.mail.sent
  for (const text of ['For the trailer', 'Paper lanterns', before.total.formatted]) expect(mail?.text).toContain(text)
  expect(mail?.text).toContain(`http://localhost:4400/workspace/purchase-requests/${request.id}`)
})

test('approving merges the clips into the approver’s cart, once each and in the better format', async () => {
  await add(owner, tide, { format_id: 2 })
  await add(owner, tide, { distribution_ids: [7] })
  await add(requester, tide)
  await add(requester, lanterns, { format_id: 2 })
  const { id } = await sendRequest()
  await approve(owner, id)
  expect(await listClips(owner)).toEqual([
    [tide.id, 2],
    [tide.id, 3],
    [lanterns.id, 2],
  ])
  expect(await loadRequest(requester, id)).toMatchObject({
    state: 'approved',
    decided_by: { id: owner.user_id },
    // The request still shows what was requested.
    cart: { cart_items: { data: [{ clip_id: tide.id }, { clip_id: lanterns.id }] } },
  })
  await runReactions()
  expect(sentMails()).toEqual([[requester.email, 'Your request is approved']])
})

test('an EIN is copied if the buyer has none, but billing information is not', async () => {
  await add(requester, tide, { org_type: 'nonprofit' })
  await requester.visitor.call(setEin, { body: { ein: '12-3456789' } })
  const { id } = await sendRequest()
  await approve(owner, id)
  expect(await loadCart(owner)).toMatchObject({ ein: '12-3456789', billing_information: null })
})

test('the requester’s billing information is hidden from approvers and does not affect the price', async () => {
  await add(requester, tide)
  const { id: country_region_id } = await shop.db
    .selectFrom('country_regions')
    .where('country_id', '=', 41)
    .where('code', '=', 'TX')
    .select('id')
    .executeTakeFirstOrThrow()
  const location = { address: '12 Harbor Way', address2: '', city: 'Austin', postal_code: '78701', region: '' }
  const body = {
    ...location,
    company: 'At home',
    billing_contact_user_id: requester.user_id,
    country_id: 41,
    country_region_id,
  }
  const { data: billedCart } = await requester.visitor.call(setCartBilling, { body })
  expect(billedCart.tax?.amount.unformatted).toBeGreaterThan(0)
  const { id } = await sendRequest()
  const { cart } = await loadRequest(owner, id)
  expect(cart).toMatchObject({
    billing_information: null,
    contact_details: null,
    tax: null,
    total: billedCart.sub_total,
  })
  await approve(owner, id)
})

test('a request uses current prices, and changes since it was viewed must be reviewed again', async () => {
  const { id, requested_total: requestedTotal } = await sendRequest()
  const { cart } = await loadRequest(owner, id)
  await shop.db.updateTable('clips').set({ tier: 'signature' }).where('id', '=', tide.id).execute()
  try {
    await expect(approve(owner, id, cart.fingerprint)).rejects.toMatchObject({ status: 409 })
    expect(await loadRequest(owner, id)).toMatchObject({ state: 'open', requested_total: requestedTotal })
    const currentCents = (await loadRequest(owner, id)).cart.sub_total.unformatted
    expect(currentCents).toBe(requestedTotal.unformatted * 2)
    expect((await approve(owner, id)).data).toMatchObject({ sub_total: { unformatted: currentCents }, notices: [] })
  } finally {
    await shop.db.updateTable('clips').set({ tier: 'standard' }).where('id', '=', tide.id).execute()
  }
})

test('clips that are no longer for sale are skipped, and a request with none left cannot be approved', async () => {
  const clip = await seedClip(shop, 'Gone tomorrow')
  await add(requester, clip)
  await add(requester, tide)
  const withBoth = await sendRequest()
  await add(requester, clip)
  const withdrawnOnly = await sendRequest()
  await shop.db.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', clip.id).execute()
  await approve(owner, withBoth.id)
  expect(await listClips(owner)).toEqual([[tide.id, 3]])
  await expect(approve(owner, withdrawnOnly.id)).rejects.toMatchObject({
    message: 'None of these clips is for sale anymore.',
  })
  expect((await loadRequest(owner, withdrawnOnly.id)).state).toBe('open')
})

test('declining sends the reason and leaves the carts unchanged', async () => {
  const { id } = await sendRequest()
  expect((await decline(owner, id)).data).toMatchObject({ state: 'declined', decline_reason: 'Not this quarter' })
  expect([await listClips(owner), await listClips(requester)]).toEqual([[], []])
  await runReactions()
  expect(sentMails()).toEqual([[requester.email, 'Your request is declined']])
  expect(shop.mail.sent[0]?.text).toContain('Not this quarter')
  await expect(approve(owner, id)).rejects.toMatchObject({ status: 409 })
})

test('a request that was approved cannot be approved or declined again', async () => {
  const { id } = await sendRequest()
  await approve(owner, id)
  const before = await listClips(owner)
  const colleague = await seedMember(shop, 'purchaser', owner.workspace_id)
  for (const attempt of [() => approve(owner, id), () => approve(colleague, id), () => decline(owner, id)])
    await expect(attempt()).rejects.toMatchObject({ status: 409, message: 'This request has been approved already.' })
  expect(await listClips(owner)).toEqual(before)
  expect(await listClips(colleague)).toEqual([])
})

test('withdrawing returns the clips to the requester’s cart and sends no mail', async () => {
  const { id } = await sendRequest()
  await add(requester, lanterns)
  await withdraw(requester, id)
  expect(await listClips(requester)).toEqual([
    [lanterns.id, 3],
    [tide.id, 3],
  ])
  await expect(approve(owner, id)).rejects.toMatchObject({ message: 'This request was withdrawn.' })
  await runReactions()
  expect(sentMails()).toEqual([])
})

test('a request whose clips can no longer be bought is withdrawn, and its requester may send others', async () => {
  const { db } = shop
  const set = (clip: TestClip, values: { releases?: string[]; status?: string }) =>
    db.updateTable('clips').set(values).where('id', '=', clip.id).execute()
  await add(requester, tide, { distribution_ids: [5] })
  await add(requester, lanterns)
  const { id } = await sendRequest()
  await set(tide, { releases: ['editorial'] })
  await set(lanterns, { status: 'withdrawn' })
  await withdraw(requester, id)
  expect(await listClips(requester)).toEqual([])
  await set(tide, { releases: [] })
  await set(lanterns, { status: 'published' })
  expect((await sendRequest()).id).toBeGreaterThan(id)
})

test('a request is ordered once its clips are, and the requester gets one mail', async () => {
  const buyer = await seedBuyer(shop, [lanterns])
  const colleague = await seedMember(shop, 'guest', buyer.workspace_id)
  await shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 1_000_000, net_payment_term_days: 30 })
    .where('id', '=', buyer.workspace_id)
    .execute()
  const { id } = await sendRequest(colleague)
  const other = await sendRequest(colleague)
  const { data: cart } = await approve(buyer, id)
  const project = { client_name: 'Aster', project_name: 'Tide', project_description: 'Film', start_date: '2026-04-01' }
  const { data } = await buyer.visitor.call(selfInvoice, {
    body: { ...project, po_number: null, cart_hash: cart.hash ?? '' },
  })
  await runReactions()
  await runReactions()
  expect(await loadRequest(colleague, id)).toMatchObject({ state: 'ordered', order_number: data.invoice_number })
  expect((await loadRequest(colleague, other.id)).state).toBe('open')
  expect(sentMails().filter(([, subject]) => subject === 'Your clips are licensed')).toEqual([
    [colleague.email, 'Your clips are licensed'],
  ])
})

test('a clip that was removed from the cart is not marked as ordered', async () => {
  const buyer = await seedBuyer(shop, [lanterns])
  const colleague = await seedMember(shop, 'guest', buyer.workspace_id)
  const { id } = await sendRequest(colleague)
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
    body: { ...project, po_number: null, cart_hash: (await loadCart(buyer)).hash ?? '' },
  })
  await runReactions()
  expect((await loadRequest(colleague, id)).state).toBe('approved')
})

test('buyers see all requests of their workspace, others their own, outsiders none', async () => {
  const colleague = await seedMember(shop, 'guest', owner.workspace_id)
  const { id } = await sendRequest()
  const colleagueRequest = await sendRequest(colleague)
  await decline(owner, colleagueRequest.id)
  const listAll = async ({ visitor }: Buyer) => (await visitor.call(listRequests, { query: {} })).data
  // Open requests come first.
  expect((await listAll(owner)).map(request => request.id)).toEqual([id, colleagueRequest.id])
  expect((await listAll(requester)).map(request => request.id)).toEqual([id])
  expect(await listAll(await seedMember(shop))).toEqual([])
  for (const outsider of [colleague, await seedMember(shop)]) {
    await expect(loadRequest(outsider, id)).rejects.toMatchObject({ status: 404 })
    await expect(approve(outsider, id, '')).rejects.toMatchObject({ status: 404 })
    await expect(withdraw(outsider, id)).rejects.toMatchObject({ status: 404 })
  }
  await expect(approve(requester, id)).rejects.toMatchObject({ status: 403 })
  await expect(withdraw(owner, id)).rejects.toMatchObject({ status: 403 })
})

test('an empty cart, a role that may buy, and a sixth open request are rejected', async () => {
  const sendEmpty = ({ visitor }: Buyer) => visitor.call(requestPurchase, { body: { note: 'Please' } })
  await expect(sendEmpty(requester)).rejects.toMatchObject({ status: 409, message: 'Your cart is empty.' })
  await add(owner, tide)
  await expect(sendEmpty(owner)).rejects.toMatchObject({ status: 409 })
  for (let i = 0; i < 5; i += 1) await sendRequest()
  await add(requester, tide)
  await expect(sendEmpty(requester)).rejects.toMatchObject({ message: expect.stringContaining('already waiting') })
  // The cart is unchanged.
  expect(await listClips(requester)).toEqual([[tide.id, 3]])
})

test('of twenty-four simultaneous decisions exactly one succeeds', async () => {
  const buyers = await Promise.all(Array.from({ length: 22 }, () => seedMember(shop, 'purchaser', owner.workspace_id)))
  const { id } = await sendRequest()
  const { cart } = await loadRequest(owner, id)
  const results = await Promise.allSettled([
    ...buyers.map((buyer, index) => (index % 3 === 2 ? decline(buyer, id) : approve(buyer, id, cart.fingerprint))),
    approve(owner, id, cart.fingerprint),
    withdraw(requester, id),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  const { state } = await loadRequest(owner, id)
  const filledCarts = (await Promise.all([owner, requester, ...buyers].map(listClips))).filter(
    clips => clips.length > 0,
  )
  expect(filledCarts).toEqual(state === 'declined' ? [] : [[[tide.id, 3]]])
})

test('twenty simultaneous requests send the cart once', async () => {
  await add(requester, tide)
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => requester.visitor.call(requestPurchase, { body: { note: 'Please' } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a requested upgrade stays an upgrade in the cart of the approver, and after it is withdrawn', async () => {
  const { item_ids } = await seedOrder(shop, owner, 'paid', { clips: [tide] })
  const [license] = await findOrderLicenses(shop, item_ids)
  const addUpgradeItem = () =>
    requester.visitor.call(addUpgrade, { body: { ...web, distribution_ids: [3, 7], license_id: license?.id ?? 0 } })
  await addUpgradeItem()
  const first = await sendRequest()
  expect(first.cart.upgrade_credit.unformatted).toBe(19_900)
  await approve(owner, first.id)
  expect((await loadCart(owner)).upgrade_credit.unformatted).toBe(19_900)
  await addUpgradeItem()
  const { id } = await sendRequest()
  await withdraw(requester, id)
  expect((await loadCart(requester)).upgrade_credit.unformatted).toBe(19_900)
})
