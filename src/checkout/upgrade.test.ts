/** A license that is upgraded, from the cart to what becomes of both licenses, with the gateway beside. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addItems, changeItem, getCart } from '#cart/contract.ts'
import { getLicensed } from '#cart/licensed-contract.ts'
import { moveToRate } from '#cart/rate-contract.ts'
import { taxOn } from '#cart/totals.ts'
import { addUpgrade, getUpgradable } from '#cart/upgrades-contract.ts'
import { postOrder } from '#earnings/ledger.server.ts'
import { priceOf } from '#licensing/price.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import { certificatePath, verifyCertificate } from '#orders/certificates/contract.ts'
import { downloadClip, listLicenses } from '#orders/clips-contract.ts'
import { documentPath, getOrder, orderAgain, putProjectDetails } from '#orders/contract.ts'
import { billOf } from '#orders/documents.server.ts'
import { moveOrder, type Move } from '#orders/orders.server.ts'
import { getRegister } from '#orders/register/contract.ts'
import type { OrderState } from '#orders/states.ts'
import { needGateway, openGateway } from '#payments/gateway.server.ts'
import { addMethod } from '#payments/methods-contract.ts'

import { checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { aCoupon, applyCoupon } from '../../testing/builders/coupons.ts'
import { aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { aRate } from '../../testing/builders/rates.ts'
import { licensesOf, upgradeInCart, wider } from '../../testing/builders/upgrades.ts'
import { proofOf } from '../../testing/proof.ts'
import { checkout, placeManually, selfInvoice } from './contract.ts'
import { refundOrder } from './refunds.server.ts'
import { cancelOrder } from './staff-moves.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
/** What `wider` costs. */
let wider_cents: number
const held_cents = 19_900
beforeAll(async () => {
  at = await openCheckoutShop()
  const { prices } = await currentPrices(at.shop.db, at.shop.clock.now())
  wider_cents = priceOf({ choice: wider, tier: 'standard', format_id: 3 }, prices).cents
})
afterAll(() => at.close())
beforeEach(() => at.faults())

/** An order of one clip, and its license. */
const holding = async (state: OrderState = 'paid', buyer?: Buyer) => {
  const owner = buyer ?? (await aMember(at.shop))
  const order = await anOrder(at.shop, owner, state, { clips: at.clips.slice(0, 1) })
  const [license] = await licensesOf(at.shop, order.item_ids)
  return {
    owner,
    order,
    license_id: license?.id ?? 0,
    item_id: order.item_ids[0] ?? 0,
    clip_id: order.clip_ids[0] ?? 0,
  }
}
type Holding = Awaited<ReturnType<typeof holding>>

const pay = async (
  { visitor }: Pick<Buyer, 'visitor'>,
  seen: string,
  nonce: string | null = 'fake-valid-nonce',
  more: object = {},
) =>
  (
    await visitor.call(
      checkout,
      { body: { ...payment(seen, nonce), ...more, ...(await checkoutProof(visitor)) } },
      { idempotencyKey: randomUUID() },
    )
  ).data
const upgraded = async ({ owner, license_id }: Pick<Holding, 'owner' | 'license_id'>, choice = {}) => {
  const cart = await upgradeInCart(at.shop, owner, license_id, choice)
  const { order_id, invoice_number } = await pay(owner, cart.fingerprint)
  const line = await at.shop.db
    .selectFrom('order_items as i')
    .innerJoin('licenses as l', 'l.order_item_id', 'i.id')
    .where('i.order_id', '=', order_id)
    .selectAll('i')
    .select('l.id as license_id')
    .executeTakeFirstOrThrow()
  return { cart, order_id, number: invoice_number ?? '', line, license_id: line.license_id, owner }
}
const move = (id: number, to: OrderState, more: Partial<Move> = {}) =>
  at.shop.db
    .transaction()
    .execute(trx =>
      moveOrder(trx, id, to, { user_id: null, reason: 'As the test asks', now: at.shop.clock.now(), ...more }),
    )
/** Of the certificate of a license. */
const codeFrom = async ({ owner, license_id }: Pick<Holding, 'owner' | 'license_id'>) => {
  const paper = await owner.visitor.send(certificatePath(license_id, 'json'), { method: 'GET' })
  const { verify_url } = (await paper.json()) as { verify_url: string }
  return verify_url.slice(verify_url.lastIndexOf('/') + 1)
}
/** The bank gives back what paid for the order. */
const bounced = async (order_id: number) => {
  await at.shop.db.updateTable('orders').set({ state: 'processing' }).where('id', '=', order_id).execute()
  await move(order_id, 'failed')
}
const standing = async (owner: Buyer) =>
  (await owner.visitor.call(getRegister, { query: { sort: 'oldest' } })).data.map(({ state }) => state)
const refusalOf = async ({ owner, license_id }: Pick<Holding, 'owner' | 'license_id'>) =>
  (await owner.visitor.call(getUpgradable, { params: { id: String(license_id) } })).data.refusal
const refund = async (order_id: number, order_item_ids: number[] | null, seen_cents: number) => {
  const staff = await aMember(at.shop)
  return refundOrder(at.shop, needGateway(openGateway(at.shop.config)), {
    order_id,
    staff_user_id: staff.user_id,
    order_item_ids,
    seen_cents,
    reason: 'The client changed their mind',
    reference: 'TR-1',
    operation_key: randomUUID(),
  })
}
const lineCents = async (order_id: number) => {
  const { total_cents } = await at.shop.db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select('total_cents')
    .executeTakeFirstOrThrow()
  return total_cents
}

describe('an upgrade that is paid by card', () => {
  test('costs the difference, in the cart, at the gateway and in the books, with tax on that alone', async () => {
    const held = await holding()
    const { cart, order_id, number, line } = await upgraded(held)
    const to_pay = wider_cents - held_cents
    expect(cart).toMatchObject({
      sub_total: { unformatted: wider_cents },
      upgrade_credit: { unformatted: held_cents },
      tax: { amount: { unformatted: taxOn(to_pay, cart.tax?.rate ?? 0) } },
      total: { unformatted: to_pay + taxOn(to_pay, cart.tax?.rate ?? 0) },
    })
    expect(cart.cart_items.data).toMatchObject([
      { upgrade: { license_id: held.license_id, order: held.order.number, credit: { unformatted: held_cents } } },
    ])
    const charged = (await at.transactions())[0]
    expect(charged?.amount).toBe((cart.total.unformatted / 100).toFixed(2))
    expect(line).toMatchObject({
      price_cents: wider_cents,
      discount_cents: held_cents,
      upgrade_credit_cents: held_cents,
      upgrades_item_id: held.item_id,
    })
    const { data } = await held.owner.visitor.call(getOrder, { params: { id: number } })
    expect(data).toMatchObject({
      discount: { unformatted: 0 },
      upgrade_credit: { unformatted: held_cents },
      upgraded_orders: [held.order.number],
    })
    expect(
      await billOf(at.shop.db, held.owner.workspace_id, number, 'receipt', 'https://longtake.example'),
    ).toMatchObject({
      upgrade_label: `Upgrade credit, ${held.order.number}`,
      upgrade_credit_cents: held_cents,
      total_cents: cart.total.unformatted,
    })
    const paper = await held.owner.visitor.send(documentPath(number, 'receipt'), { method: 'GET' })
    expect(paper.status).toBe(200)
    // The filmmaker's half is of what was paid now: the first half was earned with the first order.
    await postOrder(at.shop.db, held.order.id)
    await postOrder(at.shop.db, order_id)
    const earned = await at.shop.db
      .selectFrom('ledger_entries')
      .where('order_item_id', 'in', [held.item_id, line.id])
      .where('account', '=', 'filmmaker')
      .orderBy('order_item_id')
      .select('cents')
      .execute()
    expect(earned.map(({ cents }) => -cents)).toEqual([held_cents / 2, to_pay / 2])
  })

  test('takes the place of the first: in the register, on the licenses page, for what is held, and for whoever was shown its certificate', async () => {
    const held = await holding()
    const { visitor } = held.owner
    const code = await codeFrom(held)
    const { number, license_id } = await upgraded(held)
    const { data: rows } = await visitor.call(getRegister, { query: { sort: 'oldest' } })
    expect(rows).toMatchObject([
      { id: held.license_id, state: 'superseded', newer: number, can_upgrade: false, has_certificate: false },
      { id: license_id, state: 'in_force', newer: null, can_upgrade: true, has_certificate: true },
    ])
    const { data: clips } = await visitor.call(listLicenses, {})
    expect(clips.map(({ upgrades, certificates }) => [upgrades, certificates.length])).toEqual([
      [[{ license_id, format: 'HD', order: null, no_upgrade: '' }], 1],
      [[{ license_id: held.license_id, format: 'HD', order: number, no_upgrade: '' }], 0],
    ])
    const { data: uses } = await visitor.call(getLicensed, { query: { clips: String(held.clip_id) } })
    expect(uses.map(use => use.license_id)).toEqual([license_id])
    const shown = await at.shop.visitor().call(verifyCertificate, { params: { code } })
    expect(shown.data.state).toBe('superseded')
    const newer = await at.shop.visitor().call(verifyCertificate, { params: { code: shown.data.newer_code ?? '' } })
    expect(newer.data).toMatchObject({ state: 'valid', newer_code: null })
    expect(newer.data.grants).toMatchObject([{ distributions: 'Web & Social and Broadcast TV' }])
    expect((await visitor.send(certificatePath(held.license_id, 'json'), { method: 'GET' })).status).toBe(409)
  })

  test('its dispute holds up both: whoever checks the first certificate is not told that all is well', async () => {
    const held = await holding()
    const code = await codeFrom(held)
    const verified = async (of: string) =>
      (await at.shop.visitor().call(verifyCertificate, { params: { code: of } })).data
    const second = await upgraded(held)
    const second_code = await codeFrom(second)
    const third = await upgraded(second, { distribution_ids: [3, 6, 7], end_client_size: 4 })
    await move(third.order_id, 'disputed')
    for (const of of [code, second_code])
      expect(await verified(of)).toMatchObject({ state: 'on_hold', was_upgraded: true, newer_code: null })
    await move(third.order_id, 'paid')
    const shown = await verified(code)
    expect(shown).toMatchObject({ state: 'superseded', was_upgraded: true })
    await move(third.order_id, 'disputed')
    expect(await verified(shown.newer_code ?? '')).toMatchObject({ state: 'on_hold', was_upgraded: false })
    await move(third.order_id, 'refunded')
    expect(await verified(code)).toMatchObject({ state: 'superseded', newer_code: second_code })
  })

  test('leaves the first in force until it is granted, and when the card is declined', async () => {
    const held = await holding()
    const cart = await upgradeInCart(at.shop, held.owner, held.license_id)
    await expect(pay(held.owner, cart.fingerprint, 'fake-processor-declined-visa-nonce')).rejects.toMatchObject({
      status: 422,
    })
    expect(await standing(held.owner)).toEqual(['in_force'])
    expect((await held.owner.visitor.call(getCart, {})).data).toEqual(cart)
    expect((await pay(held.owner, cart.fingerprint)).state).toBe('paid')
    expect(await standing(held.owner)).toEqual(['superseded', 'in_force'])
  })

  test('by bank debit it waits: the first holds until the money is here, and for good when it bounces', async () => {
    await at.set({ debits_settle: false })
    const [first, second] = [await holding(), await holding()]
    for (const { owner, license_id } of [first, second]) {
      const cart = await upgradeInCart(at.shop, owner, license_id)
      const proof = await proofOf(owner.visitor, 'add_payment_method')
      const kept = { nonce: 'fake-us-bank-account-nonce', type: 'ach' as const, 'g-recaptcha-response': proof }
      const method = await owner.visitor.call(addMethod, { body: kept }, { idempotencyKey: randomUUID() })
      await pay(owner, cart.fingerprint, null, { payment_type: 'ach', payment_method_id: method.data.id })
    }
    for (const { owner } of [first, second]) {
      const orders = at.shop.db.selectFrom('orders').where('workspace_id', '=', owner.workspace_id)
      const { id, state } = await orders.orderBy('id', 'desc').select(['id', 'state']).executeTakeFirstOrThrow()
      expect(state).toBe('processing')
      expect(await standing(owner)).toEqual(['in_force', 'on_hold'])
      await move(id, owner === first.owner ? 'paid' : 'failed')
    }
    expect(await refusalOf(first)).toContain('was upgraded already')
    expect(await standing(first.owner)).toEqual(['superseded', 'in_force'])
    expect(await standing(second.owner)).toEqual(['in_force', 'revoked'])
    expect(await refusalOf(second)).toBeNull()
  })

  test('files of the first go on through it, without a project of their own', async () => {
    const held = await holding()
    const { visitor } = held.owner
    const get = (format_id: number) =>
      visitor.call(downloadClip, { params: { id: String(held.clip_id) }, body: { format_id } })
    const assign = (id: string) =>
      visitor.call(putProjectDetails, {
        params: { id },
        body: { client_name: 'Aster', project_name: 'Tidal', project_description: 'A spot', start_date: '2026-04-01' },
      })
    const { number } = await upgraded(held, { format_id: 2 })
    await assign(number)
    // The bank asks the first order's money back: its own door is closed, that of the upgrade is open.
    await move(held.order.id, 'disputed')
    expect((await get(3)).data.url).toContain('/')
    expect((await get(2)).data.url).toContain('/')
    expect(await standing(held.owner)).toEqual(['superseded', 'in_force'])
  })

  test('as often as there is something wider: the sum of all is what the last one cost', async () => {
    const held = await holding()
    const second = await upgraded(held)
    const third = await upgraded(second, { distribution_ids: [3, 6, 7], end_client_size: 4 })
    const { price_cents, discount_cents, upgrade_credit_cents } = third.line
    expect(upgrade_credit_cents).toBe(wider_cents)
    const paid = held_cents + (wider_cents - held_cents) + (price_cents - discount_cents)
    expect(paid).toBe(price_cents)
    expect(await standing(held.owner)).toEqual(['superseded', 'superseded', 'in_force'])
  })
})

test('on account it is granted at once; the first may be unpaid, and its invoice stays due', async () => {
  const held = await holding('invoiced')
  const { visitor, workspace_id } = held.owner
  await at.shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 100_000_000 })
    .where('id', '=', workspace_id)
    .execute()
  const cart = await upgradeInCart(at.shop, held.owner, held.license_id)
  const project = {
    client_name: 'Aster',
    project_name: 'Tidal',
    project_description: 'A spot',
    start_date: '2026-04-01',
  }
  const body = { ...project, po_number: null, cart_hash: cart.hash ?? '', seen: cart.fingerprint }
  const { data } = await visitor.call(selfInvoice, { body })
  expect(await standing(held.owner)).toEqual(['superseded', 'in_force'])
  const staff_user_id = (await aMember(at.shop)).user_id
  const cancel = (order_id: number) =>
    at.shop.db
      .transaction()
      .execute(trx => cancelOrder(trx, { order_id, staff_user_id, reason: 'A mistake', now: at.shop.clock.now() }))
  await expect(cancel(held.order.id)).rejects.toMatchObject({
    status: 409,
    message: `The license of clip ${held.clip_id} was upgraded in order ${data.invoice_number}. Cancel the upgrade first.`,
  })
  await cancel(data.order_id)
  expect(await standing(held.owner)).toEqual(['in_force', 'revoked'])
  await cancel(held.order.id)
  expect(await standing(held.owner)).toEqual(['revoked', 'revoked'])
})

describe('money that goes back', () => {
  test('the upgrade first, then the first license: that is in force again between', async () => {
    const held = await holding()
    const { order_id, number, line } = await upgraded(held)
    const first_cents = await lineCents(held.order.id)
    await expect(refund(held.order.id, null, first_cents)).rejects.toMatchObject({
      status: 409,
      message: `The license of clip ${held.clip_id} was upgraded in order ${number}. Refund the upgrade first.`,
    })
    await refund(order_id, [line.id], await lineCents(order_id))
    expect(await standing(held.owner)).toEqual(['in_force', 'revoked'])
    const again = await upgraded(held)
    expect(await standing(held.owner)).toEqual(['superseded', 'revoked', 'in_force'])
    await refund(again.order_id, null, await lineCents(again.order_id))
    await refund(held.order.id, null, first_cents)
    expect(await standing(held.owner)).toEqual(['revoked', 'revoked', 'revoked'])
  })

  test('a dispute holds the upgrade; only when it is lost is the first in force again', async () => {
    const held = await holding()
    const { order_id } = await upgraded(held)
    await move(order_id, 'disputed')
    expect(await standing(held.owner)).toEqual(['superseded', 'on_hold'])
    await move(order_id, 'paid')
    expect(await standing(held.owner)).toEqual(['superseded', 'in_force'])
    await move(order_id, 'disputed')
    await move(order_id, 'refunded')
    expect(await standing(held.owner)).toEqual(['in_force', 'revoked'])
    expect(await refusalOf(held)).toBeNull()
  })

  test('when the bank takes back the first, it is gone, the upgrade stands, and nothing comes back with that', async () => {
    const held = await holding()
    const { order_id } = await upgraded(held)
    await move(held.order.id, 'disputed')
    await move(held.order.id, 'refunded')
    expect(await standing(held.owner)).toEqual(['revoked', 'in_force'])
    await move(order_id, 'refunded')
    expect(await standing(held.owner)).toEqual(['revoked', 'revoked'])
  })

  test('what was credited further up the chain is not credited again, until that goes back too', async () => {
    const held = await holding()
    const second = await upgraded(held)
    const third = await upgraded(second, { distribution_ids: [3, 6, 7], end_client_size: 4 })
    await move(second.order_id, 'disputed')
    await move(second.order_id, 'refunded')
    expect(await standing(held.owner)).toEqual(['superseded', 'revoked', 'in_force'])
    expect(await refusalOf(held)).toContain('was upgraded already')
    await move(third.order_id, 'refunded')
    expect(await standing(held.owner)).toEqual(['in_force', 'revoked', 'revoked'])
    expect(await refusalOf(held)).toBeNull()
  })

  test('an order whose debit came back is filled into the cart as the upgrade that it was', async () => {
    const held = await holding()
    const { order_id, number } = await upgraded(held)
    await bounced(order_id)
    await held.owner.visitor.call(orderAgain, { params: { id: number } })
    const { data: cart } = await held.owner.visitor.call(getCart, {})
    expect(cart.upgrade_credit.unformatted).toBe(held_cents)
  })

  describe('an upgrade that is none any more is left out when its order is filled into the cart again', () => {
    /** The order that came back: an upgrade of what is held, and another clip. */
    const cameBack = async () => {
      const held = await holding()
      const { visitor } = held.owner
      await upgradeInCart(at.shop, held.owner, held.license_id)
      const other = at.clips[1]?.id ?? 0
      const { data: cart } = await visitor.call(addItems, { body: { ...wider, clips: [other] } })
      const { order_id, invoice_number } = await pay(held.owner, cart.fingerprint)
      await bounced(order_id)
      const again = async () => (await visitor.call(orderAgain, { params: { id: invoice_number ?? '' } })).data
      const lines = async () => {
        const { data } = await visitor.call(getCart, {})
        return data.cart_items.data.map(({ clip, upgrade }) => [clip.id, upgrade?.license_id ?? null])
      }
      return { held, other, again, lines }
    }

    test('because it costs no more today', async () => {
      const { held, other, again, lines } = await cameBack()
      await at.shop.db
        .updateTable('order_items')
        .set({ price_cents: wider_cents })
        .where('id', '=', held.item_id)
        .execute()
      expect(await again()).toEqual({ added: 1, left_out: 1 })
      expect(await lines()).toEqual([[other, null]])
    })

    test('because the same license stands in the cart as the upgrade of another one', async () => {
      const { held, other, again, lines } = await cameBack()
      const second = await holding('paid', held.owner)
      await upgradeInCart(at.shop, held.owner, second.license_id)
      expect(await again()).toEqual({ added: 1, left_out: 1 })
      expect(await lines()).toEqual([
        [held.clip_id, second.license_id],
        [other, null],
      ])
    })
  })
})

describe('discount codes', () => {
  test('count on the whole price, as for everybody', async () => {
    const held = await holding()
    const coupon = await aCoupon(at.shop, { kind: 'percent', value: 10 })
    await upgradeInCart(at.shop, held.owner, held.license_id)
    const cart = await applyCoupon(held.owner, coupon.code)
    expect(cart).toMatchObject({
      discount_total: { unformatted: Math.floor(wider_cents / 10) },
      upgrade_credit: { unformatted: held_cents },
    })
    await pay(held.owner, cart.fingerprint)
    expect(await standing(held.owner)).toEqual(['superseded', 'in_force'])
  })

  test('never take off more than is left to pay: then it costs nothing, and needs no card', async () => {
    const held = await holding()
    const coupon = await aCoupon(at.shop, { kind: 'percent', value: 100 })
    await upgradeInCart(at.shop, held.owner, held.license_id)
    const cart = await applyCoupon(held.owner, coupon.code)
    expect(cart).toMatchObject({
      discount_total: { unformatted: wider_cents - held_cents },
      upgrade_credit: { unformatted: held_cents },
      total: { unformatted: 0 },
    })
    const body = { cart_hash: cart.hash ?? '', seen: cart.fingerprint }
    await held.owner.visitor.call(placeManually, { body }, { idempotencyKey: randomUUID() })
    expect(await standing(held.owner)).toEqual(['superseded', 'in_force'])
  })
})

describe('is refused', () => {
  const add = ({ owner, license_id }: Pick<Holding, 'owner' | 'license_id'>, choice: object = {}) =>
    owner.visitor.call(addUpgrade, { body: { ...wider, ...choice, license_id } })

  test('for what is narrower, or costs no more', async () => {
    const held = await holding()
    await expect(add(held, { distribution_ids: [7] })).rejects.toMatchObject({
      status: 409,
      message: 'An upgrade keeps what you already have. Also choose Web & Social.',
    })
    await expect(add(held, { distribution_ids: [3] })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('it is no upgrade') as string,
    })
  })

  test.each(['processing', 'overdue', 'disputed', 'refunded'] as const)('while its order is %s', async state => {
    const held = await holding(state)
    expect(await refusalOf(held)).not.toBeNull()
    await expect(add(held)).rejects.toMatchObject({ status: 409 })
  })

  test('after its end, and for a clip that left the shop', async () => {
    const [ended, gone] = [await holding(), await holding()]
    const ends_at = at.shop.clock.now()
    await at.shop.db.updateTable('licenses').set({ ends_at }).where('id', '=', ended.license_id).execute()
    await expect(add(ended)).rejects.toMatchObject({ status: 409 })
    const withdraw = (status: string) =>
      at.shop.db.updateTable('clips').set({ status }).where('id', '=', gone.clip_id).execute()
    await withdraw('withdrawn')
    expect(await refusalOf(gone)).toContain('no longer offered')
    await expect(add(gone)).rejects.toMatchObject({ status: 404 })
    await withdraw('published')
  })

  test('to others, and to guests of the team', async () => {
    const held = await holding()
    const { license_id } = held
    await expect(add({ owner: await aMember(at.shop), license_id })).rejects.toMatchObject({ status: 404 })
    const guest = await aMember(at.shop, 'guest', held.owner.workspace_id)
    await expect(add({ owner: guest, license_id })).rejects.toMatchObject({ status: 403 })
  })

  test('to be paid when the first went back meanwhile: the cart says so, and costs the whole price', async () => {
    const held = await holding()
    const cart = await upgradeInCart(at.shop, held.owner, held.license_id)
    await move(held.order.id, 'refunded')
    await expect(pay(held.owner, cart.fingerprint)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('was taken back') as string,
    })
    const { data: now } = await held.owner.visitor.call(getCart, {})
    expect(now).toMatchObject({
      notices: [{ kind: 'upgrade' }],
      upgrade_credit: { unformatted: 0 },
      sub_total: { unformatted: wider_cents },
    })
    // Taking the notice away makes it an ordinary item.
    const [item] = now.cart_items.data
    const params = { id: String(item?.id) }
    const { data: after } = await held.owner.visitor.call(changeItem, { params, body: { data: wider } })
    expect(after.notices).toEqual([])
    expect(after.cart_items.data).toMatchObject([{ upgrade: null }])
  })

  test('while the first is being given back', async () => {
    const held = await holding()
    const cart = await upgradeInCart(at.shop, held.owner, held.license_id)
    const now = at.shop.clock.now()
    await at.shop.db
      .insertInto('refunds')
      .values({
        order_id: held.order.id,
        attempt_id: null,
        operation_key: randomUUID(),
        request_hash: 'none',
        order_item_ids: [held.item_id],
        amount_cents: held_cents,
        staff_user_id: held.owner.user_id,
        reason: 'As the test asks',
        state: 'waiting',
        gateway_name: randomUUID(),
        started_at: now,
        asked_at: now,
      })
      .execute()
    await expect(pay(held.owner, cart.fingerprint)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('is being refunded') as string,
    })
  })
})

describe('in the cart', () => {
  test('it takes the place of the same license that stood there, and goes with changes of it', async () => {
    const held = await holding()
    const { visitor } = held.owner
    await visitor.call(addItems, { body: { ...wider, clips: [held.clip_id] } })
    await upgradeInCart(at.shop, held.owner, held.license_id)
    const { data: cart } = await visitor.call(addUpgrade, {
      body: { ...wider, end_client_size: 3, license_id: held.license_id },
    })
    expect(cart.cart_items.data).toMatchObject([{ upgrade: { license_id: held.license_id } }])
    const params = { id: String(cart.cart_items.data[0]?.id) }
    const larger = { ...wider, end_client_size: 4 }
    const { data: changed } = await visitor.call(changeItem, { params, body: { data: larger } })
    expect(changed).toMatchObject({ upgrade_credit: { unformatted: held_cents }, licenses: [{ end_client_size: 4 }] })
    const narrow = { data: { ...wider, distribution_ids: [7] } }
    await expect(visitor.call(changeItem, { params, body: narrow })).rejects.toMatchObject({ status: 409 })
    // Another item that becomes the same license does not take the credit away.
    const { data: two } = await visitor.call(addItems, { body: { ...wider, clips: [held.clip_id] } })
    const other = two.cart_items.data.find(({ upgrade }) => !upgrade)
    const { data: one } = await visitor.call(changeItem, { params: { id: String(other?.id) }, body: { data: larger } })
    expect(one.cart_items.data).toMatchObject([{ upgrade: { license_id: held.license_id } }])
  })

  test('a change while its license waits for something does not lose the credit, but asking for the same at the whole price does', async () => {
    const [held, given_up] = [await holding(), await holding()]
    const settled = []
    for (const { owner, license_id, order } of [held, given_up]) {
      const { visitor } = owner
      const cart = await upgradeInCart(at.shop, owner, license_id)
      const params = { id: String(cart.cart_items.data[0]?.id) }
      const whole = { notices: [{ kind: 'upgrade' }], upgrade_credit: { unformatted: 0 } }
      await move(order.id, 'disputed')
      const larger = { ...wider, format_id: 2 }
      const { data: changed } = await visitor.call(changeItem, { params, body: { data: larger } })
      expect(changed).toMatchObject(whole)
      if (owner === given_up.owner) {
        const { data: accepted } = await visitor.call(changeItem, { params, body: { data: larger } })
        expect(accepted).toMatchObject({ notices: [], upgrade_credit: { unformatted: 0 } })
      }
      await move(order.id, 'paid')
      settled.push((await visitor.call(getCart, {})).data)
    }
    expect(settled).toMatchObject([
      { notices: [], upgrade_credit: { unformatted: held_cents } },
      { notices: [], upgrade_credit: { unformatted: 0 } },
    ])
  })

  test('a colleague’s payment that comes to nothing gives it back, whatever was changed meanwhile', async () => {
    const held = await holding()
    const cart = await upgradeInCart(at.shop, held.owner, held.license_id)
    const owner = await aMember(at.shop, 'purchaser', held.owner.workspace_id)
    const { order_id } = await upgraded({ owner, license_id: held.license_id })
    const params = { id: String(cart.cart_items.data[0]?.id) }
    const { data: changed } = await held.owner.visitor.call(changeItem, {
      params,
      body: { data: { ...wider, end_client_size: 4 } },
    })
    expect(changed).toMatchObject({ notices: [{ kind: 'upgrade' }], upgrade_credit: { unformatted: 0 } })
    await bounced(order_id)
    const { data: settled } = await held.owner.visitor.call(getCart, {})
    expect(settled).toMatchObject({ notices: [], upgrade_credit: { unformatted: held_cents } })
  })

  test('two licenses of a clip do not become one by an upgrade, and no upgrade goes under a preferred rate', async () => {
    const held = await holding()
    const other = await holding('paid', held.owner)
    const cart = await upgradeInCart(at.shop, held.owner, held.license_id)
    await expect(upgradeInCart(at.shop, held.owner, other.license_id)).rejects.toMatchObject({ status: 409 })
    const { id } = await aRate(at.shop, held.owner.workspace_id)
    const params = { id: String(cart.cart_items.data[0]?.id) }
    await expect(
      held.owner.visitor.call(moveToRate, { params, body: { preferred_rate_id: id } }),
    ).rejects.toMatchObject({ status: 409 })
  })

  test('another workspace’s license gives no credit there, and the cart says so', async () => {
    const held = await holding()
    const stranger = await aMember(at.shop)
    await upgradeInCart(at.shop, held.owner, held.license_id)
    await at.shop.db
      .updateTable('carts')
      .set({ user_id: stranger.user_id, workspace_id: stranger.workspace_id })
      .where('user_id', '=', held.owner.user_id)
      .where('state', '=', 'open')
      .execute()
    const { data: cart } = await stranger.visitor.call(getCart, {})
    expect(cart).toMatchObject({ notices: [{ kind: 'upgrade' }], upgrade_credit: { unformatted: 0 } })
  })
})
