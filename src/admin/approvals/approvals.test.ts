/** What goes beyond a role's limits needs a second person, and is carried out exactly once. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aBuyer, openCheckoutShop } from '../../../testing/builders/checkout.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff, giveRoles, setRoles, signInAgain } from '../../../testing/builders/staff.ts'
import { sweepRefunds } from '../../checkout/refund-steps.server.ts'
import { openGateway, type Gateway } from '../../payments/gateway.server.ts'
import { dispatch } from '../../platform/outbox.server.ts'
import { makeCoupon } from '../coupons/contract.ts'
import { listStaffLog } from '../log/contract.ts'
import { getStaffOrder, markStaffOrderPaid, refundStaffOrder } from '../orders/contract.ts'
import { changeStaffWorkspace, getStaffWorkspace } from '../workspaces/contract.ts'
import { approve, listApprovals, reject } from './contract.ts'
import { approvalsJobs, approvalsReactions } from './reactions.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
let support: Buyer
let admin: Buyer
let other: Buyer
beforeAll(async () => {
  at = await openCheckoutShop()
  gateway = openGateway(at.shop.config) as Gateway
})
beforeEach(async () => {
  ;[support, admin, other] = [
    await aStaff(at.shop),
    await aStaff(at.shop, 'platform_admin'),
    await aStaff(at.shop, 'platform_admin'),
  ]
  await at.shop.db.deleteFrom('approvals').execute()
  await at.shop.db.deleteFrom('events').execute()
})
afterAll(() => at.close())

const id = (n: number) => ({ params: { id: String(n) } })
const waits = { status: 409, message: expect.stringMatching(/need a second person/), meta: { needs_approval: true } }
const listed = async ({ visitor }: Buyer) => (await visitor.call(listApprovals, {})).data
const pendingId = async () => (await listed(admin)).find(({ state }) => state === 'pending')?.id ?? 0
const decide = (endpoint: typeof approve | typeof reject, request: number, { visitor } = admin) =>
  visitor.call(endpoint, { ...id(request), body: { reason: 'Looked at it' } })

/** Who got which mail about what happened since the last call. */
const mails = async () => {
  const reactions = approvalsReactions(at.shop.deps)
  at.shop.mail.sent.length = 0
  while ((await dispatch(at.shop.db, at.shop.jobs, reactions, at.shop.clock.now())) > 0) continue
  for (const { name, data } of at.shop.jobs.sent.splice(0))
    await reactions.find(one => one.name === name)?.react(data as never)
  return at.shop.mail.sent.map(({ to, subject, text }) => ({ to, subject, text }))
}
/** Of one person, each session with cookies of its own. */
const sessionsOf = ({ user_id, email, workspace_id }: Buyer, count: number): Promise<Buyer[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const session = { visitor: at.shop.visitor(), user_id, email, workspace_id }
      await signInAgain(at.shop, session)
      return session
    }),
  )

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
/** The lines of an order, and what comes back for each. */
const linesOf = async (order_id: number) =>
  (await support.visitor.call(getStaffOrder, id(order_id))).data.lines.map(line => ({
    id: line.id,
    cents: line.price.unformatted - line.discount.unformatted + line.tax.unformatted,
  }))
const refundLine = ({ visitor }: Buyer, order_id: number, line: { id: number; cents: number } | undefined) => {
  const body = { order_item_ids: [line?.id ?? 0], seen_cents: line?.cents ?? 0, reason: 'Wrong take', reference: '' }
  return visitor.call(refundStaffOrder, { ...id(order_id), body }, { idempotencyKey: randomUUID() })
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
    const lines = await linesOf(order_id)
    await refundLine(support, order_id, lines[0])
    await refundLine(support, order_id, lines[1])
    await expect(refundLine(support, order_id, lines[2])).rejects.toMatchObject(waits)
    expect(await refundsOf(order_id)).toHaveLength(2)
  })

  test('of twenty requests at once with keys of their own one waits, also when its lines are named one by one', async () => {
    const order = await aPaidOrder()
    const sessions = await sessionsOf(support, 20)
    const all = await Promise.allSettled(sessions.map(session => refund(session, order)))
    const texts = all.map(one => (one.status === 'rejected' ? String(one.reason.message) : 'refunded'))
    expect(texts.filter(text => text.includes('is sent to the platform admins'))).toHaveLength(1)
    expect(texts.filter(text => /Your request waits already: Refund of .* of LT-/.test(text))).toHaveLength(19)
    expect(await listed(admin)).toHaveLength(1)
    const order_item_ids = (await linesOf(order.id)).map(line => line.id).toReversed()
    const body = { order_item_ids, seen_cents: order.cents, reason: 'Both takes', reference: '' }
    const colleague = await aStaff(at.shop)
    await expect(
      colleague.visitor.call(refundStaffOrder, { ...id(order.id), body }, { idempotencyKey: randomUUID() }),
    ).rejects.toMatchObject({ message: expect.stringContaining(`A request by ${support.email} waits already`) })
    expect(await listed(admin)).toHaveLength(1)
  })

  test('that would be refused are refused when they are requested, and once more when they are approved', async () => {
    const order = await aPaidOrder()
    await expect(refund(support, { ...order, cents: order.cents + 1 })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('What goes back is'),
    })
    const invoiced = await anOrder(at.shop, await aMember(at.shop), 'invoiced', { clips: at.clips })
    await expect(refund(support, { id: invoiced.id, cents: 600_00 })).rejects.toMatchObject({
      message: expect.stringContaining('nothing of it can be given back'),
    })
    expect(await listed(admin)).toEqual([])
    await expect(refund(support, order)).rejects.toMatchObject(waits)
    await refund(other, order)
    await expect(decide(approve, await pendingId())).rejects.toMatchObject({
      status: 409,
      message: 'This order is “Refunded”, so nothing of it can be given back.',
    })
    expect(await listed(admin)).toMatchObject([{ state: 'pending', refund: null }])
    await expect(refund(support, order)).rejects.toMatchObject({ message: expect.stringContaining('“Refunded”') })
  })

  test('that the payment provider refuses after the approval are mailed and shown as refused', async () => {
    const order = await aPaidOrder()
    const charge = (await at.transactions())[0]?.id ?? ''
    await at.settle(charge)
    await expect(refund(support, order)).rejects.toMatchObject(waits)
    await gateway.refund(charge, 100_00)
    const { data } = await decide(approve, await pendingId())
    const refused = { state: 'refused', message: expect.stringContaining('too large') }
    expect(data).toMatchObject([{ state: 'approved', refund: refused }])
    const [mail, ...more] = (await mails()).filter(({ to }) => to === support.email)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^Approved, but refused by the payment provider: Refund of/)
    expect(mail?.text).toContain('too large')
    expect(mail?.text).toContain(`approved by ${admin.email}`)
    expect((await refundsOf(order.id)).map(({ state }) => state)).toEqual(['refused'])
  })

  test('that wait for the payment to settle are mailed when they are approved and when they went out, not in between', async () => {
    const order = await aPaidOrder()
    const charge = (await at.transactions())[0]?.id ?? ''
    const [line] = await linesOf(order.id)
    await expect(refundLine(support, order.id, line)).rejects.toMatchObject(waits)
    await decide(approve, await pendingId())
    const subjects = async () =>
      (await mails()).filter(({ to }) => to === support.email).map(({ subject }) => subject.split(':')[0])
    expect(await subjects()).toEqual(['Approved, not refunded yet'])
    const sweep = async () => {
      at.shop.clock.advance(61 * 60_000)
      await sweepRefunds(at.shop.deps, gateway)
    }
    await sweep()
    expect(await subjects()).toEqual([])
    await at.settle(charge)
    await sweep()
    expect(await subjects()).toEqual(['Approved and refunded'])
    expect(await listed(support)).toMatchObject([{ state: 'approved', refund: { state: 'done' } }])
  })
})

test('an invoice above the limit is marked as paid by a second person', async () => {
  const buyer = await aMember(at.shop)
  const clips = await Promise.all(Array.from({ length: 12 }, (_, n) => aClip(at.shop, `Take ${n}`)))
  const order = await anOrder(at.shop, buyer, 'invoiced', { clips })
  const body = { reference: 'WIRE 20611', reason: 'On the bank statement' }
  const mark = ({ visitor }: Buyer, reference = body.reference) =>
    visitor.call(markStaffOrderPaid, { ...id(order.id), body: { ...body, reference } })
  await expect(mark(support)).rejects.toMatchObject(waits)
  await expect(mark(await aStaff(at.shop), 'WIRE 20612')).rejects.toMatchObject({
    message: expect.stringContaining(`A request by ${support.email} waits already`),
  })
  await decide(approve, await pendingId())
  await expect(mark(support)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('only an invoice that is not paid yet'),
  })
  expect((await listed(admin)).map(({ state }) => state)).toEqual(['approved'])
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

  test('twenty of the same at once wait once, with a random code or with one that somebody chose', async () => {
    const { code, ...random } = coupon(100)
    const sessions = await sessionsOf(support, 20)
    const send = ({ visitor }: Buyer, body: typeof random & { code?: string }) => visitor.call(makeCoupon, { body })
    const all = await Promise.allSettled(sessions.map(session => send(session, random)))
    expect(all.filter(one => one.status === 'rejected' && /waits already/.test(one.reason.message))).toHaveLength(19)
    expect(await listed(admin)).toHaveLength(1)
    await expect(send(support, { ...random, reason: 'Another mailing' })).rejects.toMatchObject(waits)
    expect(await listed(admin)).toHaveLength(2)
    await Promise.allSettled(sessions.map(session => send(session, { ...random, code })))
    await expect(send(other, { ...random, value: 100, code: code.toLowerCase() })).rejects.toMatchObject({
      message: expect.stringContaining(`A request by ${support.email} waits already at Approvals: Coupon ${code}`),
    })
    expect(await listed(admin)).toHaveLength(3)
    const taken = await send(admin, { ...random, kind: 'percent', value: 99 })
    await expect(send(support, { ...random, code: taken.data.code })).rejects.toMatchObject({ status: 422 })
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
  const mail = (await mails()).find(({ to }) => to === support.email)
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

test('those who can approve a request get a mail about it, and its requester when nobody looked at it', async () => {
  const order = await aPaidOrder()
  const insider = await aMember(at.shop, 'purchaser', order.workspace_id)
  await setRoles(at.shop, insider.user_id, [1, 2])
  await giveRoles(at.shop, admin, await aMember(at.shop), ['support_staff'])
  await expect(refund(support, order)).rejects.toMatchObject(waits)
  const sent = await mails()
  const [request] = await listed(admin)
  const mail = sent.find(({ to }) => to === admin.email)
  expect(mail?.subject).toBe(`Approval requested: ${request?.summary}`)
  for (const text of [support.email, 'Wrong take', `${at.shop.config.public_url}/admin/approvals`])
    expect(mail?.text).toContain(text)
  const readers = sent.map(({ to }) => to)
  expect(readers).toContain(other.email)
  for (const { email } of [support, insider]) expect(readers).not.toContain(email)

  await expect(make(admin, coupon(100))).rejects.toMatchObject(waits)
  expect((await mails()).map(({ to }) => to)).not.toContain(admin.email)

  const [expiry] = approvalsJobs(at.shop.deps)
  await at.shop.db.updateTable('approvals').set({ expires_at: at.shop.clock.now() }).execute()
  await expiry?.run({})
  await expiry?.run({})
  const expired = (await mails()).filter(({ to }) => to === support.email)
  expect(expired).toMatchObject([{ subject: `Expired: ${request?.summary}` }])
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

test('an account that got its staff role from the requester, or gave them theirs, approves nothing of theirs for 30 days', async () => {
  const [second, third] = [await aMember(at.shop), await aMember(at.shop)]
  await giveRoles(at.shop, admin, second, ['platform_admin'])
  await giveRoles(at.shop, second, third, ['platform_admin'])
  const related = { status: 403, message: expect.stringMatching(/got a staff role from each other.* 30 days/) }
  const [first, last] = [coupon(100), coupon(100)]
  await expect(make(admin, first)).rejects.toMatchObject(waits)
  const readers = (await mails()).map(({ to }) => to)
  expect(readers).toContain(other.email)
  for (const { email } of [second, third]) expect(readers).not.toContain(email)
  const request = await pendingId()
  for (const one of [second, third]) {
    await expect(decide(approve, request, one)).rejects.toMatchObject(related)
    expect(await listed(one)).toMatchObject([{ can_decide: true, approval_refusal: related.message }])
  }
  await decide(reject, request, second)
  await expect(make(second, first)).rejects.toMatchObject(waits)
  for (const one of [admin, third]) await expect(decide(approve, await pendingId(), one)).rejects.toMatchObject(related)
  expect(await couponsOf(first.code)).toEqual([])
  await decide(approve, await pendingId(), other)

  at.shop.clock.advance(30 * 86_400_000)
  for (const one of [admin, second]) await signInAgain(at.shop, one)
  await expect(make(admin, last)).rejects.toMatchObject(waits)
  await decide(approve, await pendingId(), second)
  expect(await couponsOf(last.code)).toHaveLength(1)
})
