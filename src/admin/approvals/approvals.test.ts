/** What goes beyond a role's limits needs a second person, and is carried out exactly once. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aBuyer, openCheckoutShop } from '../../../testing/builders/checkout.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff, setRoles } from '../../../testing/builders/staff.ts'
import { makeCoupon } from '../coupons/contract.ts'
import { listStaffLog } from '../log/contract.ts'
import { getStaffOrder, markStaffOrderPaid, refundStaffOrder } from '../orders/contract.ts'
import { changeStaffWorkspace, getStaffWorkspace } from '../workspaces/contract.ts'
import { approve, listApprovals, reject } from './contract.ts'
import { approvalsReactions } from './reactions.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let support: Buyer
let admin: Buyer
let other: Buyer
beforeAll(async () => {
  at = await openCheckoutShop()
})
beforeEach(async () => {
  ;[support, admin, other] = [
    await aStaff(at.shop),
    await aStaff(at.shop, 'platform_admin'),
    await aStaff(at.shop, 'platform_admin'),
  ]
  await at.shop.db.deleteFrom('approvals').execute()
})
afterAll(() => at.close())

const id = (n: number) => ({ params: { id: String(n) } })
const waits = { status: 409, message: expect.stringMatching(/need a second person/), meta: { needs_approval: true } }
const listed = async ({ visitor }: Buyer) => (await visitor.call(listApprovals, {})).data
const pendingId = async () => (await listed(admin)).find(({ state }) => state === 'pending')?.id ?? 0
const decide = (endpoint: typeof approve | typeof reject, request: number, { visitor } = admin) =>
  visitor.call(endpoint, { ...id(request), body: { reason: 'Looked at it' } })

let serial = 0
const coupon = (value: number, kind: 'percent' | 'fixed' | 'free_clips' = 'percent') => ({
  code: `BEYOND-${(serial += 1)}`,
  kind,
  value,
  starts_at: at.shop.clock.now().toISOString(),
  ends_at: null,
  minimum_cents: 0,
  total_limit: null,
  workspace_limit: null,
  clip_ids: null,
  format_ids: null,
  reason: 'Spring mailing',
})
const make = ({ visitor }: Buyer, body: ReturnType<typeof coupon>) => visitor.call(makeCoupon, { body })
const couponsOf = (code: string) => at.shop.db.selectFrom('coupons').where('code', '=', code).selectAll().execute()

/** Two clips paid by card, and what they cost. */
const aPaidOrder = async () => {
  const buyer = await aBuyer(at.shop, at.clips, { license: { distribution_ids: [3, 7] } })
  const { data } = await buyer.pay()
  const order = { id: data.order_id, cents: buyer.cart.total.unformatted, workspace_id: buyer.workspace_id }
  expect(order.cents).toBeGreaterThan(500_00)
  return order
}
const refund = ({ visitor }: Buyer, { id: order, cents }: { id: number; cents: number }, key = randomUUID()) => {
  const body = { order_item_ids: null, seen_cents: cents, reason: 'Wrong take', reference: '' }
  return visitor.call(refundStaffOrder, { ...id(order), body }, { idempotencyKey: key })
}
const refundsOf = (order_id: number) =>
  at.shop.db.selectFrom('refunds').where('order_id', '=', order_id).selectAll().execute()

describe('refunds', () => {
  test('above the limit of support wait for a platform admin, who gives the money back once', async () => {
    const order = await aPaidOrder()
    const key = randomUUID()
    await expect(refund(support, order, key)).rejects.toMatchObject(waits)
    await expect(refund(support, order, key)).rejects.toMatchObject({
      message: expect.stringContaining('waits already'),
    })
    expect(await refundsOf(order.id)).toEqual([])
    const requests = await listed(admin)
    expect(requests).toMatchObject([
      {
        kind: 'refund',
        summary: expect.stringMatching(/^Refund of \$[\d,.]+ of LT-/),
        requested_by: support.email,
        reason: 'Wrong take',
        state: 'pending',
        can_decide: true,
      },
    ])
    await decide(approve, await pendingId())
    expect(await refundsOf(order.id)).toMatchObject([
      { state: 'done', amount_cents: order.cents, staff_user_id: support.user_id },
    ])
    const { data } = await admin.visitor.call(getStaffOrder, id(order.id))
    expect(data.state).toBe('refunded')
    const query = { about: 'order' as const, key: String(order.id) }
    const { data: log } = await admin.visitor.call(listStaffLog, { query })
    expect(log.map(({ action, staff_email }) => [action, staff_email])).toEqual(
      expect.arrayContaining([
        ['Approved', admin.email],
        ['Began a refund', support.email],
        ['Requested approval', support.email],
      ]),
    )
  })

  test('in parts count together', async () => {
    const buyer = await aBuyer(at.shop, [...at.clips, await aClip(at.shop, 'Kelp in the swell')])
    const { order_id } = (await buyer.pay()).data
    await at.settle((await at.transactions())[0]?.id ?? '')
    const { lines } = (await support.visitor.call(getStaffOrder, id(order_id))).data
    const part = async (place: number) => {
      const line = lines[place]
      if (!line) throw new Error('There are three lines.')
      const seen_cents = line.price.unformatted - line.discount.unformatted + line.tax.unformatted
      const body = { order_item_ids: [line.id], seen_cents, reason: 'Wrong take', reference: '' }
      await support.visitor.call(refundStaffOrder, { ...id(order_id), body }, { idempotencyKey: randomUUID() })
    }
    await part(0)
    await part(1)
    await expect(part(2)).rejects.toMatchObject(waits)
    expect(await refundsOf(order_id)).toHaveLength(2)
  })
})

test('an invoice above the limit is marked as paid by a second person', async () => {
  const buyer = await aMember(at.shop)
  const clips = await Promise.all(Array.from({ length: 12 }, (_, n) => aClip(at.shop, `Take ${n}`)))
  const order = await anOrder(at.shop, buyer, 'invoiced', { clips })
  const body = { reference: 'WIRE 20611', reason: 'On the bank statement' }
  await expect(support.visitor.call(markStaffOrderPaid, { ...id(order.id), body })).rejects.toMatchObject(waits)
  await decide(approve, await pendingId())
  const { data } = await admin.visitor.call(getStaffOrder, id(order.id))
  expect(data.state).toBe('paid')
})

test('credit beyond the limit waits, less than there is does not, and a platform admin has a larger limit', async () => {
  const { workspace_id } = await aMember(at.shop)
  const change = ({ visitor }: Buyer, credit_limit_cents: number, net_payment_term_days = 30) =>
    visitor.call(changeStaffWorkspace, {
      ...id(workspace_id),
      body: {
        has_self_invoicing: true,
        credit_limit_cents,
        net_payment_term_days,
        is_trusted: false,
        reason: 'Contract',
      },
    })
  const limit = async () =>
    (await admin.visitor.call(getStaffWorkspace, id(workspace_id))).data.credit_limit.unformatted
  await expect(change(support, 500_001)).rejects.toMatchObject(waits)
  await expect(change(support, 500_000, 61)).rejects.toMatchObject(waits)
  expect(await limit()).toBe(0)
  await change(admin, 5_000_000)
  await expect(change(admin, 5_000_001)).rejects.toMatchObject(waits)
  await change(support, 4_000_000)
  expect(await limit()).toBe(4_000_000)
  const own = (await listed(admin)).find(({ requested_by }) => requested_by === admin.email)
  expect(own).toMatchObject({ can_decide: false })
  await expect(decide(approve, own?.id ?? 0)).rejects.toMatchObject({ status: 403 })
  await decide(approve, own?.id ?? 0, other)
  expect(await limit()).toBe(5_000_001)
})

test('approved credit leaves what a colleague changed meanwhile, and credit that was off is new credit', async () => {
  const { workspace_id } = await aMember(at.shop)
  const terms = { has_self_invoicing: true, credit_limit_cents: 400_000, net_payment_term_days: 30, is_trusted: true }
  const change = ({ visitor }: Buyer, body: Partial<typeof terms>) =>
    visitor.call(changeStaffWorkspace, { ...id(workspace_id), body: { ...terms, ...body, reason: 'Contract' } })
  await change(admin, {})
  await expect(change(support, { credit_limit_cents: 600_000 })).rejects.toMatchObject(waits)
  await change(admin, { is_trusted: false })
  await decide(approve, await pendingId())
  const { data } = await admin.visitor.call(getStaffWorkspace, id(workspace_id))
  expect(data).toMatchObject({ credit_limit: { unformatted: 600_000 }, is_trusted: false })
  await change(admin, { has_self_invoicing: false, credit_limit_cents: 600_000 })
  await expect(change(support, { credit_limit_cents: 600_000 })).rejects.toMatchObject(waits)
})

describe('coupons', () => {
  test('beyond the limits of a role wait: half for support, all for anybody', async () => {
    await make(support, coupon(50))
    for (const body of [coupon(51), coupon(500_01, 'fixed'), coupon(2, 'free_clips')])
      await expect(make(support, body)).rejects.toMatchObject(waits)
    await make(admin, coupon(99))
    const free = coupon(100)
    await expect(make(admin, free)).rejects.toMatchObject(waits)
    expect(await couponsOf(free.code)).toEqual([])
  })

  test('twenty approvals at once make one', async () => {
    const free = coupon(100)
    await expect(make(support, free)).rejects.toMatchObject(waits)
    const request = await pendingId()
    const admins = await Promise.all(Array.from({ length: 20 }, () => aStaff(at.shop, 'platform_admin')))
    const all = await Promise.allSettled(admins.map(one => decide(approve, request, one)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ message: 'This request is approved already.' })
    expect(await couponsOf(free.code)).toMatchObject([{ made_by: support.user_id }])
    const acts = at.shop.db
      .selectFrom('staff_changes')
      .where('about_key', '=', free.code)
      .orderBy('id')
      .select('action')
    expect((await acts.execute()).map(({ action }) => action)).toEqual(['Requested approval', 'Approved'])
  })
})

test('a rejected request does nothing, and its requester hears by mail who decided and why', async () => {
  const free = coupon(100)
  await expect(make(support, free)).rejects.toMatchObject(waits)
  const request = await pendingId()
  await decide(reject, request)
  await expect(decide(approve, request, other)).rejects.toMatchObject({ status: 409 })
  expect(await couponsOf(free.code)).toEqual([])
  const [reaction] = approvalsReactions(at.shop.deps)
  await reaction?.react({ approval_id: request } as never)
  const mail = at.shop.mail.sent.findLast(({ to }) => to === support.email)
  expect(mail?.subject).toBe(`Rejected: Coupon ${free.code}, 100% off`)
  expect(mail?.text).toContain(`rejected by ${admin.email}`)
  expect(mail?.text).toContain('Looked at it')
  expect(await listed(support)).toMatchObject([{ state: 'rejected', decided_by: admin.email, can_decide: false }])
})

test('after a week a request has expired, and one that cannot be carried out anymore still waits', async () => {
  const taken = coupon(100)
  await expect(make(support, taken)).rejects.toMatchObject(waits)
  await at.shop.db
    .insertInto('coupons')
    .values({ code: taken.code, kind: 'percent', value: 5, starts_at: at.shop.clock.now() })
    .execute()
  const request = await pendingId()
  await expect(decide(approve, request)).rejects.toMatchObject({ status: 422 })
  expect(await listed(admin)).toMatchObject([{ state: 'pending' }])
  await at.shop.db.updateTable('approvals').set({ expires_at: at.shop.clock.now() }).execute()
  await expect(decide(approve, request)).rejects.toMatchObject({ message: 'This request is expired already.' })
})

test('support sees its own requests and decides none; nobody decides for a workspace that they are in', async () => {
  const { workspace_id } = await aMember(at.shop)
  const body = {
    has_self_invoicing: true,
    credit_limit_cents: 900_000,
    net_payment_term_days: 30,
    is_trusted: false,
    reason: 'Contract',
  }
  await expect(support.visitor.call(changeStaffWorkspace, { ...id(workspace_id), body })).rejects.toMatchObject(waits)
  const request = await pendingId()
  expect(await listed(await aStaff(at.shop))).toEqual([])
  await expect(decide(approve, request, support)).rejects.toMatchObject({ status: 404 })
  const insider = await aMember(at.shop, 'purchaser', workspace_id)
  await setRoles(at.shop, insider.user_id, [1, 2])
  await expect(decide(approve, request, insider)).rejects.toMatchObject({ status: 403 })
  await setRoles(at.shop, insider.user_id, [1, 3])
  const greater = { ...body, credit_limit_cents: 950_000 }
  await expect(
    insider.visitor.call(changeStaffWorkspace, { ...id(workspace_id), body: greater }),
  ).rejects.toMatchObject({
    status: 403,
  })
  await setRoles(at.shop, support.user_id, [1])
  await expect(decide(approve, request)).rejects.toMatchObject({
    status: 409,
    message: 'The requester is not one of the staff anymore.',
  })
})
