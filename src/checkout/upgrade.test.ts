/** A license upgrade, from the cart to the state of both licenses, with the gateway. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addItems, changeItem, getCart } from '#cart/contract.ts'
import { repeatOrder } from '#cart/contract.ts'
import { getLicensed } from '#cart/licensed-contract.ts'
import { moveToRate } from '#cart/rate-contract.ts'
import { calculateTax } from '#cart/totals.ts'
import { addUpgrade, getUpgradable } from '#cart/upgrades-contract.ts'
import { postOrder } from '#earnings/ledger.server.ts'
import { certificatePath, verifyCertificate } from '#licenses/certificates/contract.ts'
import { downloadClip, listLicenses } from '#licenses/contract.ts'
import { getRegister } from '#licenses/register/contract.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { priceOf } from '#licensing/price.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import { documentPath, getOrder, putProjectDetails } from '#orders/contract.ts'
import { buildBill } from '#orders/documents.server.ts'
import type { OrderState } from '#orders/states.ts'
import { type OrderTransition } from '#orders/transition.server.ts'
import { requireGateway, openGateway } from '#payments/gateway.server.ts'
import { addMethod } from '#payments/methods-contract.ts'
import { refundOrder } from '#refunds/refunds.server.ts'

import { solveCheckoutCaptcha, openCheckoutShop, buildPaymentBody } from '../../testing/builders/checkout.ts'
import { seedCoupon, applyCoupon } from '../../testing/builders/coupons.ts'
import { seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { seedRate } from '../../testing/builders/rates.ts'
import { findOrderLicenses, addUpgradeToCart, widerLicense } from '../../testing/builders/upgrades.ts'
import { solveCaptcha } from '../../testing/captcha.ts'
import { checkout, placeManually, selfInvoice } from './contract.ts'
import { cancelOrder } from './staff-actions.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
/** The price of `wider`. */
let wider_cents: number
const LICENSE_CENTS = 19_900
beforeAll(async () => {
  harness = await openCheckoutShop()
  const { prices } = await getCurrentPrices(harness.shop.db, harness.shop.clock.now())
  wider_cents = priceOf({ choice: widerLicense, tier: 'standard', format_id: 3 }, prices).cents
})
afterAll(() => harness.close())
beforeEach(() => harness.faults())

/** Creates an order of one clip with its license. */
const createLicense = async (state: OrderState = 'paid', buyer?: Buyer) => {
  const owner = buyer ?? (await seedMember(harness.shop))
  const order = await seedOrder(harness.shop, owner, state, { clips: harness.clips.slice(0, 1) })
  const [license] = await findOrderLicenses(harness.shop, order.item_ids)
  return {
    owner,
    order,
    license_id: license?.id ?? 0,
    item_id: order.item_ids[0] ?? 0,
    clip_id: order.clip_ids[0] ?? 0,
  }
}
type LicenseToUpgrade = Awaited<ReturnType<typeof createLicense>>

const pay = async (
  { visitor }: Pick<Buyer, 'visitor'>,
  seen: string,
  nonce: string | null = 'fake-valid-nonce',
  overrides: object = {},
) =>
  (
    await visitor.call(
      checkout,
      { body: { ...buildPaymentBody(seen, nonce), ...overrides, ...(await solveCheckoutCaptcha(visitor)) } },
      { idempotencyKey: randomUUID() },
    )
  ).data
const buyUpgrade = async ({ owner, license_id }: Pick<LicenseToUpgrade, 'owner' | 'license_id'>, choice = {}) => {
  const cart = await addUpgradeToCart(harness.shop, owner, license_id, choice)
  const { order_id, invoice_number } = await pay(owner, cart.fingerprint)
  const line = await harness.shop.db
    .selectFrom('order_items as i')
    .innerJoin('licenses as l', 'l.order_item_id', 'i.id')
    .where('i.order_id', '=', order_id)
    .selectAll('i')
    .select('l.id as license_id')
    .executeTakeFirstOrThrow()
  return { cart, order_id, number: invoice_number ?? '', line, license_id: line.license_id, owner }
}
const transition = (id: number, to: OrderState, overrides: Partial<OrderTransition> = {}) =>
  harness.shop.db.transaction().execute(trx =>
    transitionOrder(trx, id, to, {
      user_id: null,
      reason: 'As the test asks',
      now: harness.shop.clock.now(),
      ...overrides,
    }),
  )
/** Returns the verification code of a license’s certificate. */
const loadCertificateCode = async ({ owner, license_id }: Pick<LicenseToUpgrade, 'owner' | 'license_id'>) => {
  const certificate = await owner.visitor.send(certificatePath(license_id, 'json'), { method: 'GET' })
  const { verify_url } = (await certificate.json()) as { verify_url: string }
  return verify_url.slice(verify_url.lastIndexOf('/') + 1)
}
/** Simulates a returned debit for the order. */
const returnDebit = async (order_id: number) => {
  await harness.shop.db.updateTable('orders').set({ state: 'processing' }).where('id', '=', order_id).execute()
  await transition(order_id, 'failed')
}
const licenseStates = async (owner: Buyer) =>
  (await owner.visitor.call(getRegister, { query: { sort: 'oldest' } })).data.map(({ state }) => state)
const refusalOf = async ({ owner, license_id }: Pick<LicenseToUpgrade, 'owner' | 'license_id'>) =>
  (await owner.visitor.call(getUpgradable, { params: { id: String(license_id) } })).data.refusal
const refund = async (order_id: number, order_item_ids: number[] | null, expected_cents: number) => {
  const staff = await seedMember(harness.shop)
  return refundOrder(harness.shop, requireGateway(openGateway(harness.shop.config)), {
    order_id,
    staff_user_id: staff.user_id,
    order_item_ids,
    expected_cents,
    reason: 'The client changed their mind',
    reference: 'TR-1',
    operation_key: randomUUID(),
  })
}
const orderTotal = async (order_id: number) => {
  const { total_cents } = await harness.shop.db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select('total_cents')
    .executeTakeFirstOrThrow()
  return total_cents
}

describe('an upgrade that is paid by card', () => {
  test('costs the difference, in the cart, at the gateway and in the books, with tax on that alone', async () => {
    const license = await createLicense()
    const { cart, order_id, number, line } = await buyUpgrade(license)
    const due_cents = wider_cents - LICENSE_CENTS
    expect(cart).toMatchObject({
      sub_total: { unformatted: wider_cents },
      upgrade_credit: { unformatted: LICENSE_CENTS },
      tax: { amount: { unformatted: calculateTax(due_cents, cart.tax?.rate ?? 0) } },
      total: { unformatted: due_cents + calculateTax(due_cents, cart.tax?.rate ?? 0) },
    })
    expect(cart.cart_items.data).toMatchObject([
      {
        upgrade: {
          license_id: license.license_id,
          order: license.order.number,
          credit: { unformatted: LICENSE_CENTS },
        },
      },
    ])
    const charge = (await harness.transactions())[0]
    expect(charge?.amount).toBe((cart.total.unformatted / 100).toFixed(2))
    expect(line).toMatchObject({
      price_cents: wider_cents,
      discount_cents: LICENSE_CENTS,
      upgrade_credit_cents: LICENSE_CENTS,
      upgrades_item_id: license.item_id,
    })
    const { data } = await license.owner.visitor.call(getOrder, { params: { id: number } })
    expect(data).toMatchObject({
      discount: { unformatted: 0 },
      upgrade_credit: { unformatted: LICENSE_CENTS },
      upgraded_orders: [license.order.number],
    })
    expect(
      await buildBill(harness.shop.db, license.owner.workspace_id, number, 'receipt', 'https://longtake.example'),
    ).toMatchObject({
      upgrade_label: `Upgrade credit, ${license.order.number}`,
      upgrade_credit_cents: LICENSE_CENTS,
      total_cents: cart.total.unformatted,
    })
    const receipt = await license.owner.visitor.send(documentPath(number, 'receipt'), { method: 'GET' })
    expect(receipt.status).toBe(200)
    // The filmmaker’s share is of the difference only: the rest was earned with the first order.
    await postOrder(harness.shop.db, license.order.id)
    await postOrder(harness.shop.db, order_id)
    const entries = await harness.shop.db
      .selectFrom('ledger_entries')
      .where('order_item_id', 'in', [license.item_id, line.id])
      .where('account', '=', 'filmmaker')
      .orderBy('order_item_id')
      .select('cents')
      .execute()
    expect(entries.map(({ cents }) => -cents)).toEqual([LICENSE_CENTS / 2, due_cents / 2])
  })

  test('replaces the first license: in the register, on the licenses page, for the clip, and on its certificate', async () => {
    const license = await createLicense()
    const { visitor } = license.owner
    const code = await loadCertificateCode(license)
    const { number, license_id } = await buyUpgrade(license)
    const { data: rows } = await visitor.call(getRegister, { query: { sort: 'oldest' } })
    expect(rows).toMatchObject([
      { id: license.license_id, state: 'superseded', newer: number, can_upgrade: false, has_certificate: false },
      { id: license_id, state: 'in_force', newer: null, can_upgrade: true, has_certificate: true },
    ])
    const { data: clips } = await visitor.call(listLicenses, {})
    expect(clips.map(({ upgrades, certificates }) => [upgrades, certificates.length])).toEqual([
      [[{ license_id, format: 'HD', order: null, no_upgrade: '' }], 1],
      [[{ license_id: license.license_id, format: 'HD', order: number, no_upgrade: '' }], 0],
    ])
    const { data: uses } = await visitor.call(getLicensed, { query: { clips: String(license.clip_id) } })
    expect(uses.map(use => use.license_id)).toEqual([license_id])
    const verification = await harness.shop.visitor().call(verifyCertificate, { params: { code } })
    expect(verification.data.state).toBe('superseded')
    const newerVerification = await harness.shop
      .visitor()
      .call(verifyCertificate, { params: { code: verification.data.newer_code ?? '' } })
    expect(newerVerification.data).toMatchObject({ state: 'valid', newer_code: null })
    expect(newerVerification.data.grants).toMatchObject([{ distributions: 'Web & Social and Broadcast TV' }])
    expect((await visitor.send(certificatePath(license.license_id, 'json'), { method: 'GET' })).status).toBe(409)
  })

  test('a dispute of it puts both licenses on hold, also for anyone who verifies the first certificate', async () => {
    const license = await createLicense()
    const code = await loadCertificateCode(license)
    const verify = async (certificateCode: string) =>
      (await harness.shop.visitor().call(verifyCertificate, { params: { code: certificateCode } })).data
    const second = await buyUpgrade(license)
    const second_code = await loadCertificateCode(second)
    const third = await buyUpgrade(second, { distribution_ids: [3, 6, 7], end_client_size: 4 })
    await transition(third.order_id, 'disputed')
    for (const certificateCode of [code, second_code])
      expect(await verify(certificateCode)).toMatchObject({ state: 'on_hold', was_upgraded: true, newer_code: null })
    await transition(third.order_id, 'paid')
    const verification = await verify(code)
    expect(verification).toMatchObject({ state: 'superseded', was_upgraded: true })
    await transition(third.order_id, 'disputed')
    expect(await verify(verification.newer_code ?? '')).toMatchObject({ state: 'on_hold', was_upgraded: false })
    await transition(third.order_id, 'refunded')
    expect(await verify(code)).toMatchObject({ state: 'superseded', newer_code: second_code })
  })

  test('leaves the first license in force until it is granted, and when the card is declined', async () => {
    const license = await createLicense()
    const cart = await addUpgradeToCart(harness.shop, license.owner, license.license_id)
    await expect(pay(license.owner, cart.fingerprint, 'fake-processor-declined-visa-nonce')).rejects.toMatchObject({
      status: 422,
    })
    expect(await licenseStates(license.owner)).toEqual(['in_force'])
    expect((await license.owner.visitor.call(getCart, {})).data).toEqual(cart)
    expect((await pay(license.owner, cart.fingerprint)).state).toBe('paid')
    expect(await licenseStates(license.owner)).toEqual(['superseded', 'in_force'])
  })

  test('by bank debit, the first license stays in force until the debit arrives, and for good when it is returned', async () => {
    await harness.set({ debits_settle: false })
    const [first, second] = [await createLicense(), await createLicense()]
    for (const { owner, license_id } of [first, second]) {
      const cart = await addUpgradeToCart(harness.shop, owner, license_id)
      const captchaToken = await solveCaptcha(owner.visitor, 'add_payment_method')
      const methodBody = {
        nonce: 'fake-us-bank-account-nonce',
        type: 'ach' as const,
        'g-recaptcha-response': captchaToken,
      }
      const method = await owner.visitor.call(addMethod, { body: methodBody }, { idempotencyKey: randomUUID() })
      await pay(owner, cart.fingerprint, null, { payment_type: 'ach', payment_method_id: method.data.id })
    }
    for (const { owner } of [first, second]) {
      const orders = harness.shop.db.selectFrom('orders').where('workspace_id', '=', owner.workspace_id)
      const { id, state } = await orders.orderBy('id', 'desc').select(['id', 'state']).executeTakeFirstOrThrow()
      expect(state).toBe('processing')
      expect(await licenseStates(owner)).toEqual(['in_force', 'on_hold'])
      await transition(id, owner === first.owner ? 'paid' : 'failed')
    }
    expect(await refusalOf(first)).toContain('was upgraded already')
    expect(await licenseStates(first.owner)).toEqual(['superseded', 'in_force'])
    expect(await licenseStates(second.owner)).toEqual(['in_force', 'revoked'])
    expect(await refusalOf(second)).toBeNull()
  })

  test('covers files of the first license, with the project of the upgrade', async () => {
    const license = await createLicense()
    const { visitor } = license.owner
    const download = (format_id: number) =>
      visitor.call(downloadClip, { params: { id: String(license.clip_id) }, body: { format_id } })
    const assign = (id: string) =>
      visitor.call(putProjectDetails, {
        params: { id },
        body: { client_name: 'Aster', project_name: 'Tidal', project_description: 'A spot', start_date: '2026-04-01' },
      })
    const { number } = await buyUpgrade(license, { format_id: 2 })
    await assign(number)
    // The first order is disputed, so its downloads are closed, but those of the upgrade are open.
    await transition(license.order.id, 'disputed')
    expect((await download(3)).data.url).toContain('/')
    expect((await download(2)).data.url).toContain('/')
    expect(await licenseStates(license.owner)).toEqual(['superseded', 'in_force'])
  })

  test('can be repeated: all payments together equal the price of the last license', async () => {
    const license = await createLicense()
    const second = await buyUpgrade(license)
    const third = await buyUpgrade(second, { distribution_ids: [3, 6, 7], end_client_size: 4 })
    const { price_cents, discount_cents, upgrade_credit_cents } = third.line
    expect(upgrade_credit_cents).toBe(wider_cents)
    const total_paid_cents = LICENSE_CENTS + (wider_cents - LICENSE_CENTS) + (price_cents - discount_cents)
    expect(total_paid_cents).toBe(price_cents)
    expect(await licenseStates(license.owner)).toEqual(['superseded', 'superseded', 'in_force'])
  })
})

test('on account, it is granted at once, and an unpaid invoice of the first license stays due', async () => {
  const license = await createLicense('invoiced')
  const { visitor, workspace_id } = license.owner
  await harness.shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 100_000_000 })
    .where('id', '=', workspace_id)
    .execute()
  const cart = await addUpgradeToCart(harness.shop, license.owner, license.license_id)
  const project = {
    client_name: 'Aster',
    project_name: 'Tidal',
    project_description: 'A spot',
    start_date: '2026-04-01',
  }
  const body = { ...project, po_number: null, cart_hash: cart.hash ?? '', seen: cart.fingerprint }
  const { data } = await visitor.call(selfInvoice, { body })
  expect(await licenseStates(license.owner)).toEqual(['superseded', 'in_force'])
  const staff_user_id = (await seedMember(harness.shop)).user_id
  const cancel = (order_id: number) =>
    harness.shop.db
      .transaction()
      .execute(trx => cancelOrder(trx, { order_id, staff_user_id, reason: 'A mistake', now: harness.shop.clock.now() }))
  await expect(cancel(license.order.id)).rejects.toMatchObject({
    status: 409,
    message: `The license of clip ${license.clip_id} was upgraded in order ${data.invoice_number}. Cancel the upgrade first.`,
  })
  await cancel(data.order_id)
  expect(await licenseStates(license.owner)).toEqual(['in_force', 'revoked'])
  await cancel(license.order.id)
  expect(await licenseStates(license.owner)).toEqual(['revoked', 'revoked'])
})

describe('refunds', () => {
  test('the upgrade has to be refunded first, and the first license is in force again in between', async () => {
    const license = await createLicense()
    const { order_id, number, line } = await buyUpgrade(license)
    const first_cents = await orderTotal(license.order.id)
    await expect(refund(license.order.id, null, first_cents)).rejects.toMatchObject({
      status: 409,
      message: `The license of clip ${license.clip_id} was upgraded in order ${number}. Refund the upgrade first.`,
    })
    await refund(order_id, [line.id], await orderTotal(order_id))
    expect(await licenseStates(license.owner)).toEqual(['in_force', 'revoked'])
    const secondUpgrade = await buyUpgrade(license)
    expect(await licenseStates(license.owner)).toEqual(['superseded', 'revoked', 'in_force'])
    await refund(secondUpgrade.order_id, null, await orderTotal(secondUpgrade.order_id))
    await refund(license.order.id, null, first_cents)
    expect(await licenseStates(license.owner)).toEqual(['revoked', 'revoked', 'revoked'])
  })

  test('a dispute puts the upgrade on hold, and the first license is in force again only when it is lost', async () => {
    const license = await createLicense()
    const { order_id } = await buyUpgrade(license)
    await transition(order_id, 'disputed')
    expect(await licenseStates(license.owner)).toEqual(['superseded', 'on_hold'])
    await transition(order_id, 'paid')
    expect(await licenseStates(license.owner)).toEqual(['superseded', 'in_force'])
    await transition(order_id, 'disputed')
    await transition(order_id, 'refunded')
    expect(await licenseStates(license.owner)).toEqual(['in_force', 'revoked'])
    expect(await refusalOf(license)).toBeNull()
  })

  test('when the first license is lost in a dispute, the upgrade stays, and the first never returns', async () => {
    const license = await createLicense()
    const { order_id } = await buyUpgrade(license)
    await transition(license.order.id, 'disputed')
    await transition(license.order.id, 'refunded')
    expect(await licenseStates(license.owner)).toEqual(['revoked', 'in_force'])
    await transition(order_id, 'refunded')
    expect(await licenseStates(license.owner)).toEqual(['revoked', 'revoked'])
  })

  test('a credit further up the chain is not given again until that upgrade is refunded too', async () => {
    const license = await createLicense()
    const second = await buyUpgrade(license)
    const third = await buyUpgrade(second, { distribution_ids: [3, 6, 7], end_client_size: 4 })
    await transition(second.order_id, 'disputed')
    await transition(second.order_id, 'refunded')
    expect(await licenseStates(license.owner)).toEqual(['superseded', 'revoked', 'in_force'])
    expect(await refusalOf(license)).toContain('was upgraded already')
    await transition(third.order_id, 'refunded')
    expect(await licenseStates(license.owner)).toEqual(['in_force', 'revoked', 'revoked'])
    expect(await refusalOf(license)).toBeNull()
  })

  test('reordering an order with a returned debit adds its upgrade to the cart again', async () => {
    const license = await createLicense()
    const { order_id, number } = await buyUpgrade(license)
    await returnDebit(order_id)
    await license.owner.visitor.call(repeatOrder, { params: { id: number } })
    const { data: cart } = await license.owner.visitor.call(getCart, {})
    expect(cart.upgrade_credit.unformatted).toBe(LICENSE_CENTS)
  })

  describe('a reorder leaves out an upgrade that is no longer possible', () => {
    /** Creates an order with a returned debit: an upgrade and another clip. */
    const createReturnedOrder = async () => {
      const license = await createLicense()
      const { visitor } = license.owner
      await addUpgradeToCart(harness.shop, license.owner, license.license_id)
      const other = harness.clips[1]?.id ?? 0
      const { data: cart } = await visitor.call(addItems, { body: { ...widerLicense, clips: [other] } })
      const { order_id, invoice_number } = await pay(license.owner, cart.fingerprint)
      await returnDebit(order_id)
      const reorder = async () => (await visitor.call(repeatOrder, { params: { id: invoice_number ?? '' } })).data
      const cartLines = async () => {
        const { data } = await visitor.call(getCart, {})
        return data.cart_items.data.map(({ clip, upgrade }) => [clip.id, upgrade?.license_id ?? null])
      }
      return { license, other, reorder, cartLines }
    }

    test('because it costs no more today', async () => {
      const { license, other, reorder, cartLines } = await createReturnedOrder()
      await harness.shop.db
        .updateTable('order_items')
        .set({ price_cents: wider_cents })
        .where('id', '=', license.item_id)
        .execute()
      expect(await reorder()).toEqual({ added: 1, skipped: 1 })
      expect(await cartLines()).toEqual([[other, null]])
    })

    test('because the same license is in the cart as the upgrade of another one', async () => {
      const { license, other, reorder, cartLines } = await createReturnedOrder()
      const second = await createLicense('paid', license.owner)
      await addUpgradeToCart(harness.shop, license.owner, second.license_id)
      expect(await reorder()).toEqual({ added: 1, skipped: 1 })
      expect(await cartLines()).toEqual([
        [license.clip_id, second.license_id],
        [other, null],
      ])
    })
  })
})

describe('discount codes', () => {
  test('apply to the full price, as for any license', async () => {
    const license = await createLicense()
    const coupon = await seedCoupon(harness.shop, { kind: 'percent', value: 10 })
    await addUpgradeToCart(harness.shop, license.owner, license.license_id)
    const cart = await applyCoupon(license.owner, coupon.code)
    expect(cart).toMatchObject({
      discount_total: { unformatted: Math.floor(wider_cents / 10) },
      upgrade_credit: { unformatted: LICENSE_CENTS },
    })
    await pay(license.owner, cart.fingerprint)
    expect(await licenseStates(license.owner)).toEqual(['superseded', 'in_force'])
  })

  test('never take off more than what is left to pay, and then no card is needed', async () => {
    const license = await createLicense()
    const coupon = await seedCoupon(harness.shop, { kind: 'percent', value: 100 })
    await addUpgradeToCart(harness.shop, license.owner, license.license_id)
    const cart = await applyCoupon(license.owner, coupon.code)
    expect(cart).toMatchObject({
      discount_total: { unformatted: wider_cents - LICENSE_CENTS },
      upgrade_credit: { unformatted: LICENSE_CENTS },
      total: { unformatted: 0 },
    })
    const body = { cart_hash: cart.hash ?? '', seen: cart.fingerprint }
    await license.owner.visitor.call(placeManually, { body }, { idempotencyKey: randomUUID() })
    expect(await licenseStates(license.owner)).toEqual(['superseded', 'in_force'])
  })
})

describe('is refused', () => {
  const addToCart = ({ owner, license_id }: Pick<LicenseToUpgrade, 'owner' | 'license_id'>, choice: object = {}) =>
    owner.visitor.call(addUpgrade, { body: { ...widerLicense, ...choice, license_id } })

  test('for a narrower license, or one that costs no more', async () => {
    const license = await createLicense()
    await expect(addToCart(license, { distribution_ids: [7] })).rejects.toMatchObject({
      status: 409,
      message: 'An upgrade keeps what you already have. Also choose Web & Social.',
    })
    await expect(addToCart(license, { distribution_ids: [3] })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('it is not an upgrade') as string,
    })
  })

  test.each(['processing', 'overdue', 'disputed', 'refunded'] as const)('while its order is %s', async state => {
    const license = await createLicense(state)
    expect(await refusalOf(license)).not.toBeNull()
    await expect(addToCart(license)).rejects.toMatchObject({ status: 409 })
  })

  test('after the license has ended, and for a withdrawn clip', async () => {
    const [ended, withdrawn] = [await createLicense(), await createLicense()]
    const ends_at = harness.shop.clock.now()
    await harness.shop.db.updateTable('licenses').set({ ends_at }).where('id', '=', ended.license_id).execute()
    await expect(addToCart(ended)).rejects.toMatchObject({ status: 409 })
    const withdraw = (status: string) =>
      harness.shop.db.updateTable('clips').set({ status }).where('id', '=', withdrawn.clip_id).execute()
    await withdraw('withdrawn')
    expect(await refusalOf(withdrawn)).toContain('no longer offered')
    await expect(addToCart(withdrawn)).rejects.toMatchObject({ status: 404 })
    await withdraw('published')
  })

  test('to other workspaces, and to guests of the workspace', async () => {
    const license = await createLicense()
    const { license_id } = license
    await expect(addToCart({ owner: await seedMember(harness.shop), license_id })).rejects.toMatchObject({
      status: 404,
    })
    const guest = await seedMember(harness.shop, 'guest', license.owner.workspace_id)
    await expect(addToCart({ owner: guest, license_id })).rejects.toMatchObject({ status: 403 })
  })

  test('at payment after the first license was refunded: the cart has a notice and its full price', async () => {
    const license = await createLicense()
    const cart = await addUpgradeToCart(harness.shop, license.owner, license.license_id)
    await transition(license.order.id, 'refunded')
    await expect(pay(license.owner, cart.fingerprint)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('was revoked') as string,
    })
    const { data: now } = await license.owner.visitor.call(getCart, {})
    expect(now).toMatchObject({
      notices: [{ kind: 'upgrade' }],
      upgrade_credit: { unformatted: 0 },
      sub_total: { unformatted: wider_cents },
    })
    // Dismissing the notice makes it an ordinary item.
    const [item] = now.cart_items.data
    const params = { id: String(item?.id) }
    const { data: after } = await license.owner.visitor.call(changeItem, { params, body: { data: widerLicense } })
    expect(after.notices).toEqual([])
    expect(after.cart_items.data).toMatchObject([{ upgrade: null }])
  })

  test('while the first license is being refunded', async () => {
    const license = await createLicense()
    const cart = await addUpgradeToCart(harness.shop, license.owner, license.license_id)
    const now = harness.shop.clock.now()
    await harness.shop.db
      .insertInto('refunds')
      .values({
        order_id: license.order.id,
        attempt_id: null,
        operation_key: randomUUID(),
        request_hash: 'none',
        order_item_ids: [license.item_id],
        amount_cents: LICENSE_CENTS,
        staff_user_id: license.owner.user_id,
        reason: 'As the test asks',
        state: 'waiting',
        gateway_refund_key: randomUUID(),
        started_at: now,
        synced_at: now,
      })
      .execute()
    await expect(pay(license.owner, cart.fingerprint)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('is being refunded') as string,
    })
  })
})

describe('in the cart', () => {
  test('it replaces an item with the same license, and follows its changes', async () => {
    const license = await createLicense()
    const { visitor } = license.owner
    await visitor.call(addItems, { body: { ...widerLicense, clips: [license.clip_id] } })
    await addUpgradeToCart(harness.shop, license.owner, license.license_id)
    const { data: cart } = await visitor.call(addUpgrade, {
      body: { ...widerLicense, end_client_size: 3, license_id: license.license_id },
    })
    expect(cart.cart_items.data).toMatchObject([{ upgrade: { license_id: license.license_id } }])
    const params = { id: String(cart.cart_items.data[0]?.id) }
    const larger = { ...widerLicense, end_client_size: 4 }
    const { data: changed } = await visitor.call(changeItem, { params, body: { data: larger } })
    expect(changed).toMatchObject({
      upgrade_credit: { unformatted: LICENSE_CENTS },
      licenses: [{ end_client_size: 4 }],
    })
    const narrow = { data: { ...widerLicense, distribution_ids: [7] } }
    await expect(visitor.call(changeItem, { params, body: narrow })).rejects.toMatchObject({ status: 409 })
    // Another item that becomes the same license does not remove the credit.
    const { data: cartWithTwo } = await visitor.call(addItems, { body: { ...widerLicense, clips: [license.clip_id] } })
    const other = cartWithTwo.cart_items.data.find(({ upgrade }) => !upgrade)
    const { data: mergedCart } = await visitor.call(changeItem, {
      params: { id: String(other?.id) },
      body: { data: larger },
    })
    expect(mergedCart.cart_items.data).toMatchObject([{ upgrade: { license_id: license.license_id } }])
  })

  test('a change keeps the credit while its license is on hold, but accepting the full price does not', async () => {
    const [license, abandoned] = [await createLicense(), await createLicense()]
    const carts = []
    for (const { owner, license_id, order } of [license, abandoned]) {
      const { visitor } = owner
      const cart = await addUpgradeToCart(harness.shop, owner, license_id)
      const params = { id: String(cart.cart_items.data[0]?.id) }
      const fullPrice = { notices: [{ kind: 'upgrade' }], upgrade_credit: { unformatted: 0 } }
      await transition(order.id, 'disputed')
      const larger = { ...widerLicense, format_id: 2 }
      const { data: changed } = await visitor.call(changeItem, { params, body: { data: larger } })
      expect(changed).toMatchObject(fullPrice)
      if (owner === abandoned.owner) {
        const { data: accepted } = await visitor.call(changeItem, { params, body: { data: larger } })
        expect(accepted).toMatchObject({ notices: [], upgrade_credit: { unformatted: 0 } })
      }
      await transition(order.id, 'paid')
      carts.push((await visitor.call(getCart, {})).data)
    }
    expect(carts).toMatchObject([
      { notices: [], upgrade_credit: { unformatted: LICENSE_CENTS } },
      { notices: [], upgrade_credit: { unformatted: 0 } },
    ])
  })

  test('a failed payment of a colleague restores the credit, whatever was changed', async () => {
    const license = await createLicense()
    const cart = await addUpgradeToCart(harness.shop, license.owner, license.license_id)
    const owner = await seedMember(harness.shop, 'purchaser', license.owner.workspace_id)
    const { order_id } = await buyUpgrade({ owner, license_id: license.license_id })
    const params = { id: String(cart.cart_items.data[0]?.id) }
    const { data: changed } = await license.owner.visitor.call(changeItem, {
      params,
      body: { data: { ...widerLicense, end_client_size: 4 } },
    })
    expect(changed).toMatchObject({ notices: [{ kind: 'upgrade' }], upgrade_credit: { unformatted: 0 } })
    await returnDebit(order_id)
    const { data: settled } = await license.owner.visitor.call(getCart, {})
    expect(settled).toMatchObject({ notices: [], upgrade_credit: { unformatted: LICENSE_CENTS } })
  })

  test('two licenses of a clip do not merge in an upgrade, and an upgrade cannot use a preferred rate', async () => {
    const license = await createLicense()
    const other = await createLicense('paid', license.owner)
    const cart = await addUpgradeToCart(harness.shop, license.owner, license.license_id)
    await expect(addUpgradeToCart(harness.shop, license.owner, other.license_id)).rejects.toMatchObject({ status: 409 })
    const { id } = await seedRate(harness.shop, license.owner.workspace_id)
    const params = { id: String(cart.cart_items.data[0]?.id) }
    await expect(
      license.owner.visitor.call(moveToRate, { params, body: { preferred_rate_id: id } }),
    ).rejects.toMatchObject({ status: 409 })
  })

  test('a license of another workspace gives no credit, and the cart has a notice', async () => {
    const license = await createLicense()
    const stranger = await seedMember(harness.shop)
    await addUpgradeToCart(harness.shop, license.owner, license.license_id)
    await harness.shop.db
      .updateTable('carts')
      .set({ user_id: stranger.user_id, workspace_id: stranger.workspace_id })
      .where('user_id', '=', license.owner.user_id)
      .where('state', '=', 'open')
      .execute()
    const { data: cart } = await stranger.visitor.call(getCart, {})
    expect(cart).toMatchObject({ notices: [{ kind: 'upgrade' }], upgrade_credit: { unformatted: 0 } })
  })
})
