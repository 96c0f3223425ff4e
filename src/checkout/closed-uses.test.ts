/** No way leads to a license for a use that the clip's releases close. */
import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addAll } from '#cart/add-all-contract.ts'
import { addItems, changeItem, getCart } from '#cart/contract.ts'
import { addClips, changeClips } from '#cart/legacy-contract.ts'
import { addUnderRate, moveToRate } from '#cart/rate-contract.ts'
import { approveRequest, requestPurchase, withdrawRequest } from '#cart/requests/contract.ts'
import { addUpgrade } from '#cart/upgrades-contract.ts'
import type { Release } from '#catalog/traits.ts'
import { certificatePath, verifyCertificate } from '#licenses/certificates/contract.ts'
import { listOrderClips } from '#licenses/contract.ts'
import { getRegister, REGISTER_CSV_PATH } from '#licenses/register/contract.ts'
import { listClosedUses } from '#licensing/closed-uses.ts'
import { toUseGrants } from '#licensing/rate.ts'
import { distributions } from '#licensing/terms.ts'
import type { SoldClipSnapshot } from '#orders/order-snapshot.ts'

import {
  buildPaymentBody,
  openCheckoutShop,
  seedBuyer,
  solveCheckoutCaptcha,
  texasBilling,
} from '../../testing/builders/checkout.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { seedCustomCart, seedQuote, setUsBilling } from '../../testing/builders/quotes.ts'
import { germanWebLicense, seedRate } from '../../testing/builders/rates.ts'
import { findOrderLicenses } from '../../testing/builders/upgrades.ts'
import { extractPdfText } from '../../testing/pdf.ts'
import { setCartBilling } from '../cart/details-contract.ts'
import { checkoutInvoice, getInvoice, selfInvoice } from './contract.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let ridge: TestClip
beforeAll(async () => {
  harness = await openCheckoutShop()
})
beforeEach(async () => {
  ridge = await seedClip(harness.shop, 'Ridge line')
})
afterAll(() => harness.close())

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
const ads = { ...web, distribution_ids: [5] }
const ADS_REFUSAL = '“Ridge line” is for editorial use only, so it can’t be licensed for Paid Digital Advertising.'

const setReleases = ({ id }: Pick<TestClip, 'id'>, releases: Release[]) =>
  harness.shop.db.updateTable('clips').set({ releases }).where('id', '=', id).execute()
const listCartClips = async ({ visitor }: Pick<Buyer, 'visitor'>) =>
  (await visitor.call(getCart, {})).data.cart_items.data.map(item => item.clip_id)
const listOrderStates = async ({ workspace_id }: Pick<Buyer, 'workspace_id'>) =>
  (
    await harness.shop.db
      .selectFrom('orders')
      .where('workspace_id', '=', workspace_id)
      .select('state')
      .orderBy('id')
      .execute()
  ).map(({ state }) => state)
const allowAccount = ({ workspace_id }: Pick<Buyer, 'workspace_id'>) =>
  harness.shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 1_000_000_000 })
    .where('id', '=', workspace_id)
    .execute()
const project = { client_name: 'Aster', project_name: 'Tidal', project_description: 'A spot', start_date: '2026-04-01' }
const buyOnAccount = async ({ visitor }: Pick<Buyer, 'visitor'>) => {
  const { data: cart } = await visitor.call(getCart, {})
  return visitor.call(selfInvoice, {
    body: { ...project, po_number: null, cart_hash: cart.hash ?? '', seen: cart.fingerprint },
  })
}
const payByNumber = async ({ visitor }: Pick<Buyer, 'visitor'>, number: string) => {
  const params = { invoiceNumber: number }
  const { data: invoice } = await visitor.call(getInvoice, { params })
  return visitor.call(
    checkoutInvoice,
    { params, body: { ...buildPaymentBody(invoice.fingerprint), ...(await solveCheckoutCaptcha(visitor)) } },
    { idempotencyKey: randomUUID() },
  )
}
const refusal = { status: 422, message: ADS_REFUSAL }

test('no way of the cart takes a clip for a use that its releases close, and each names the clip', async () => {
  await setReleases(ridge, ['editorial'])
  const [tide] = harness.clips
  const both = [tide?.id ?? 0, ridge.id]
  const buyer = await seedMember(harness.shop)
  const { visitor } = buyer
  const paidRate = await seedRate(harness.shop, buyer.workspace_id)
  const organicRate = await seedRate(harness.shop, buyer.workspace_id, {
    distribution_groups: [{ ...germanWebLicense, distribution_ids: [3], advertising: 'organic' }],
  })
  await expect(visitor.call(addItems, { body: { ...ads, clip_id: ridge.id } })).rejects.toMatchObject(refusal)
  await expect(visitor.call(addItems, { body: { ...ads, clips: both } })).rejects.toMatchObject(refusal)
  await expect(visitor.call(addAll, { body: { ...ads, clips: both } })).rejects.toMatchObject(refusal)
  await expect(visitor.call(addClips, { body: { clips: [{ ...ads, clip_id: ridge.id }] } })).rejects.toMatchObject(
    refusal,
  )
  const underPaidRate = { preferred_rate_id: paidRate.id, clips: both, format_id: 3 }
  const rateRefusal = {
    status: 422,
    message:
      '“Ridge line” is for editorial use only, so it can’t be licensed for Web & Social with paid media and Paid Digital Advertising.',
  }
  await expect(visitor.call(addUnderRate, { body: underPaidRate })).rejects.toMatchObject(rateRefusal)
  expect(await listCartClips(buyer)).toEqual([])

  // Open uses are sold as ever; afterwards no change leads to a closed one.
  const { data: cart } = await visitor.call(addItems, { body: { ...web, clips: both } })
  const item = cart.cart_items.data.find(({ clip_id }) => clip_id === ridge.id)
  const params = { id: String(item?.id) }
  await expect(
    visitor.call(changeItem, { params, body: { data: { distribution_ids: [3, 5], format_id: 3 } } }),
  ).rejects.toMatchObject(refusal)
  await expect(
    visitor.call(changeClips, {
      body: {
        clips: cart.cart_items.data.map(({ id }) => ({ cart_item_id: id, distribution_ids: [5], format_id: 3 })),
      },
    }),
  ).rejects.toMatchObject(refusal)
  await expect(visitor.call(moveToRate, { params, body: { preferred_rate_id: paidRate.id } })).rejects.toMatchObject(
    rateRefusal,
  )
  expect((await visitor.call(getCart, {})).data).toMatchObject({ fingerprint: cart.fingerprint, notices: [] })
  await visitor.call(moveToRate, { params, body: { preferred_rate_id: organicRate.id } })
})

test('an upgrade does not add a closed use', async () => {
  await setReleases(ridge, ['editorial'])
  const owner = await seedMember(harness.shop)
  const order = await seedOrder(harness.shop, owner, 'paid', { clips: [ridge] })
  const [license] = await findOrderLicenses(harness.shop, order.item_ids)
  const body = { ...web, distribution_ids: [3, 5], license_id: license?.id ?? 0 }
  await expect(owner.visitor.call(addUpgrade, { body })).rejects.toMatchObject(refusal)
  await owner.visitor.call(addUpgrade, { body: { ...body, distribution_ids: [3, 7] } })
  expect(await listCartClips(owner)).toEqual([ridge.id])
})

test('staff cannot offer a closed use: not listed, not as a buyout', async () => {
  await setReleases(ridge, ['editorial'])
  const staff = await seedMember(harness.shop)
  for (const [distribution_id, name] of [
    [9, 'Out-of-Home'],
    [4, 'All-Media Buyout'],
  ] as const) {
    const error = { status: 422, errors: { 'lines.0': [expect.stringContaining(`licensed for ${name}.`)] } }
    const options = { distribution_ids: [distribution_id] }
    await expect(seedQuote(harness.shop, staff, [ridge], options)).rejects.toMatchObject(error)
    await expect(seedCustomCart(harness.shop, staff, [ridge], options)).rejects.toMatchObject(error)
  }
})

test('a cart whose clip became editorial says so, keeps the clip, and is not charged until it is changed', async () => {
  const buyer = await seedBuyer(harness.shop, [ridge], { license: { distribution_ids: [3, 5] } })
  await allowAccount(buyer)
  await setReleases(ridge, ['editorial'])
  const charges = (await harness.transactions()).length
  await expect(buyer.pay()).rejects.toMatchObject(refusal)
  await expect(buyOnAccount(buyer)).rejects.toMatchObject(refusal)
  expect(await listOrderStates(buyer)).toEqual([])
  expect(await harness.transactions()).toHaveLength(charges)
  const { data: cart } = await buyer.visitor.call(getCart, {})
  const [item] = cart.cart_items.data
  expect(cart).toMatchObject({
    state: 'open',
    notices: [{ kind: 'closed', cart_item_id: item?.id, text: ADS_REFUSAL }],
  })
  const { data: changed } = await buyer.visitor.call(changeItem, {
    params: { id: String(item?.id) },
    body: { data: { distribution_ids: [3], format_id: 3 } },
  })
  expect(changed.notices).toEqual([])
  expect((await buyer.pay({ seen: changed.fingerprint })).data.invoice_number).toMatch(/^LT-/)
})

test('a cart whose clip became editorial within its uses is paid only after its buyer saw that', async () => {
  const buyer = await seedBuyer(harness.shop, [ridge])
  await setReleases(ridge, ['editorial'])
  const charges = (await harness.transactions()).length
  await expect(buyer.pay()).rejects.toMatchObject({ status: 409 })
  expect(await harness.transactions()).toHaveLength(charges)
  const { data: cart } = await buyer.visitor.call(getCart, {})
  expect((await buyer.pay({ seen: cart.fingerprint })).data.invoice_number).toMatch(/^LT-/)
})

test('a quote whose clip became editorial is not charged; an invoice that was issued before can still be paid', async () => {
  const buyer = await seedBuyer(harness.shop, [ridge], { license: { distribution_ids: [5] } })
  await setUsBilling(harness.shop, buyer)
  await allowAccount(buyer)
  const { data: invoiced } = await buyOnAccount(buyer)
  const number = await seedQuote(harness.shop, buyer, [ridge], { distribution_ids: [5] })
  await setReleases(ridge, ['editorial'])
  const charges = (await harness.transactions()).length
  await expect(payByNumber(buyer, number)).rejects.toMatchObject(refusal)
  expect(await listOrderStates(buyer)).toEqual(['invoiced'])
  expect(await harness.transactions()).toHaveLength(charges)
  await payByNumber(buyer, invoiced.invoice_number)
  expect(await listOrderStates(buyer)).toEqual(['paid'])
  expect(await harness.transactions()).toHaveLength(charges + 1)
})

test('a purchase request with a closed use can be neither sent nor approved, and is withdrawn without it', async () => {
  const owner = await seedMember(harness.shop)
  const editor = await seedMember(harness.shop, 'asset_manager', owner.workspace_id)
  const [tide] = harness.clips
  const clips = [ridge.id, tide?.id ?? 0]
  await editor.visitor.call(addItems, { body: { ...ads, clips } })
  const send = () => editor.visitor.call(requestPurchase, { body: { note: 'For the spot' } })
  await setReleases(ridge, ['editorial'])
  await expect(send()).rejects.toMatchObject(refusal)
  await setReleases(ridge, [])
  const { data: request } = await send()
  await setReleases(ridge, ['editorial'])
  const params = { id: String(request.id) }
  await expect(
    owner.visitor.call(approveRequest, { params, body: { seen: request.cart.fingerprint } }),
  ).rejects.toMatchObject(refusal)
  expect(await listCartClips(owner)).toEqual([])
  await editor.visitor.call(withdrawRequest, { params })
  expect(await listCartClips(editor)).toEqual([tide?.id])
})

test('twenty carts that are paid while their clip becomes editorial: each is sold before or refused, none in between', async () => {
  const buyers = await Promise.all(
    Array.from({ length: 20 }, () => seedBuyer(harness.shop, [ridge], { license: { distribution_ids: [5] } })),
  )
  await Promise.all(buyers.map(allowAccount))
  const results = await Promise.all([
    ...buyers.map(buyer => buyOnAccount(buyer).catch((error: unknown) => error)),
    setReleases(ridge, ['editorial']),
  ])
  const states = await Promise.all(buyers.map(listOrderStates))
  for (const [n, buyer] of buyers.entries()) {
    const result = results[n]
    if (!(result instanceof Error)) {
      expect(states[n]).toEqual(['invoiced'])
      continue
    }
    expect(result).toMatchObject(refusal)
    expect(states[n]).toEqual([])
    expect(await listCartClips(buyer)).toEqual([ridge.id])
  }
  const sold = await listSoldLines()
  expect(sold.filter(isClosed)).toEqual([])
})

const listSoldLines = async () =>
  harness.shop.db
    .selectFrom('order_items')
    .select(['distribution_ids', 'clip_snapshot'])
    .$narrowType<{ clip_snapshot: SoldClipSnapshot }>()
    .execute()
type SoldLine = Awaited<ReturnType<typeof listSoldLines>>[number]
const isClosed = ({ distribution_ids, clip_snapshot }: SoldLine) =>
  listClosedUses(clip_snapshot.releases, toUseGrants({ distribution_ids })).length > 0

const releasesOf = fc.oneof(
  fc.constant<Release[]>(['editorial']),
  fc.subarray<Release>(['model', 'property', 'editorial']),
)
const caseOf = fc.record({
  atFirst: releasesOf,
  later: releasesOf,
  distribution_ids: fc.subarray(
    distributions.map(({ id }) => id),
    { minLength: 1, maxLength: 3 },
  ),
  path: fc.constantFrom('add', 'add all', 'change', 'legacy', 'quote'),
})

test('whatever the releases, the uses and the way, an order has open uses only, and every open use can be bought', async () => {
  await fc.assert(
    fc.asyncProperty(caseOf, async ({ atFirst, later, distribution_ids, path }) => {
      const clip = await seedClip(harness.shop)
      const buyer = await seedMember(harness.shop)
      const { visitor } = buyer
      await allowAccount(buyer)
      await setUsBilling(harness.shop, buyer)
      await setReleases(clip, atFirst)
      const choice = { ...web, distribution_ids }
      const enter = {
        add: () => visitor.call(addItems, { body: { ...choice, clip_id: clip.id } }),
        'add all': () => visitor.call(addAll, { body: { ...choice, clips: [clip.id] } }),
        legacy: () => visitor.call(addClips, { body: { clips: [{ ...choice, clip_id: clip.id }] } }),
        change: async () => {
          const { data } = await visitor.call(addItems, { body: { ...web, clip_id: clip.id } })
          const params = { id: String(data.cart_items.data[0]?.id) }
          return visitor.call(changeItem, { params, body: { data: { distribution_ids, format_id: 3 } } })
        },
        quote: () => seedQuote(harness.shop, buyer, [clip], { distribution_ids }),
      }
      const isOpen = (releases: Release[]) => listClosedUses(releases, toUseGrants({ distribution_ids })).length === 0
      const entered = await enter[path]().catch((error: unknown) => error)
      expect(entered instanceof Error).toBe(!isOpen(atFirst))
      if (entered instanceof Error) return
      await setReleases(clip, later)
      if (path !== 'quote')
        await visitor.call(setCartBilling, { body: await texasBilling(harness.shop, buyer.user_id) })
      const paid = await (typeof entered === 'string' ? payByNumber(buyer, entered) : buyOnAccount(buyer)).catch(
        (error: unknown) => error,
      )
      expect(paid instanceof Error).toBe(!isOpen(later))
      expect(await listOrderStates(buyer)).toHaveLength(isOpen(later) ? 1 : 0)
    }),
    { numRuns: 25 },
  )
  expect((await listSoldLines()).filter(isClosed)).toEqual([])
})

test('cart, order, register, agreement, certificate and its page say that the clip was sold for editorial use only, whatever it says later', async () => {
  await setReleases(ridge, ['editorial'])
  const [tide] = harness.clips
  const buyer = await seedBuyer(harness.shop, tide ? [ridge, tide] : [ridge])
  const cartReleases = buyer.cart.cart_items.data.map(({ clip_id, clip }) => [clip_id, clip.releases])
  expect(Object.fromEntries(cartReleases)).toMatchObject({ [ridge.id]: ['editorial'] })
  const { data: payment } = await buyer.pay()
  await setReleases(ridge, ['model'])
  const orderNumber = payment.invoice_number ?? ''
  const { data: ordered } = await buyer.visitor.call(listOrderClips, { params: { id: orderNumber }, query: {} })
  expect(ordered.filter(clip => clip.is_editorial).map(({ id }) => id)).toEqual([ridge.id])
  const { data: register } = await buyer.visitor.call(getRegister, { query: {} })
  expect(register.filter(({ clip }) => clip.is_editorial).map(({ clip }) => clip.id)).toEqual([ridge.id])
  const csv = await (
    await buyer.visitor.send(`/api${REGISTER_CSV_PATH.replace(/^\/api/, '')}`, { method: 'GET' })
  ).text()
  expect(csv.split('\r\n').filter(line => line.endsWith(',"Editorial use only"'))).toHaveLength(1)
  const loadText = async (path: string) => {
    const response = await buyer.visitor.send(path, { method: 'GET' })
    return (await extractPdfText(Buffer.from(await response.arrayBuffer()))).replaceAll(/\s+/g, ' ')
  }
  const limit = 'Editorial use only: for news, commentary and documentary, not for advertising'
  const agreement = await loadText(`/api/workspace/orders/${payment.invoice_number}/license-agreement`)
  expect(agreement.split(limit)).toHaveLength(2)
  const licenses = await harness.shop.db
    .selectFrom('licenses')
    .where('workspace_id', '=', buyer.workspace_id)
    .select(['id', 'clip_id'])
    .execute()
  for (const { id, clip_id } of licenses) {
    const limits = clip_id === ridge.id ? [limit] : []
    expect((await loadText(certificatePath(id, 'pdf'))).includes(limit)).toBe(clip_id === ridge.id)
    const file = await buyer.visitor.send(certificatePath(id, 'json'), { method: 'GET' })
    const { payload, verify_url } = (await file.json()) as { payload: { limits: string[] }; verify_url: string }
    expect(payload.limits).toEqual(limits)
    const code = verify_url.split('/').at(-1) ?? ''
    expect((await harness.shop.visitor().call(verifyCertificate, { params: { code } })).data.limits).toEqual(limits)
  }
})
