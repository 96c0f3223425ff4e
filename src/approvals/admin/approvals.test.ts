/** Tests for approvals: what exceeds a role's limits needs a second person and is executed exactly once. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createCoupon } from '#coupons/admin/contract.ts'
import { getStaffOrder, markStaffOrderPaid, refundStaffOrder } from '#orders/admin/contract.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'
import { sweepRefunds } from '#refunds/refund-steps.server.ts'
import { changeStaffWorkspace, getStaffWorkspace } from '#workspaces/admin/contract.ts'

import { seedBuyer, openCheckoutShop } from '../../../testing/builders/checkout.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, giveRoles, setRoles, signInAgain } from '../../../testing/builders/staff.ts'
import { approve, listApprovals, reject } from './contract.ts'
import { approvalsJobs, approvalsReactions } from './reactions.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
let support: Buyer
let admin: Buyer
let other: Buyer
beforeAll(async () => {
  at = await openCheckoutShop()
  gateway = openGateway(at.shop.config) as PaymentGateway
})
beforeEach(async () => {
  ;[support, admin, other] = [
    await seedStaff(at.shop),
    await seedStaff(at.shop, 'platform_admin'),
    await seedStaff(at.shop, 'platform_admin'),
  ]
  await at.shop.db.deleteFrom('approvals').execute()
  await at.shop.db.deleteFrom('events').execute()
})
afterAll(() => at.close())

const withId = (n: number) => ({ params: { id: String(n) } })
const needsApproval = {
  status: 409,
  message: expect.stringMatching(/need a second person/),
  meta: { needs_approval: true },
}
const listApprovalsAs = async ({ visitor }: Buyer) => (await visitor.call(listApprovals, {})).data
const findPendingId = async () => (await listApprovalsAs(admin)).find(({ state }) => state === 'pending')?.id ?? 0
const decideRequest = (endpoint: typeof approve | typeof reject, request: number, { visitor } = admin) =>
  visitor.call(endpoint, { ...withId(request), body: { reason: 'Looked at it' } })

/** Sends the mails about everything since the last call and returns them. */
const sendMails = async () => {
  const reactions = approvalsReactions(at.shop.deps)
  at.shop.mail.sent.length = 0
  while ((await dispatchEvents(at.shop.db, at.shop.jobs, reactions, at.shop.clock.now())) > 0) continue
  for (const { name, data } of at.shop.jobs.sent.splice(0))
    await reactions.find(item => item.name === name)?.handle(data as never)
  return at.shop.mail.sent.map(({ to, subject, text }) => ({ to, subject, text }))
}
/** Opens several sessions of one person, each with its own cookies. */
const openSessions = ({ user_id, email, workspace_id }: Buyer, count: number): Promise<Buyer[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const session = { visitor: at.shop.visitor(), user_id, email, workspace_id }
      await signInAgain(at.shop, session)
      return session
    }),
  )

let serial = 0
const newCoupon = (value: number, kind: 'percent' | 'fixed' | 'free_clips' = 'percent') => ({
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
const createCouponAs = ({ visitor }: Buyer, body: ReturnType<typeof newCoupon>) => visitor.call(createCoupon, { body })
const findCoupons = (code: string) => at.shop.db.selectFrom('coupons').where('code', '=', code).selectAll().execute()

/** Creates an order of two clips paid by card. */
const createPaidOrder = async () => {
  const buyer = await seedBuyer(at.shop, at.clips, { license: { distribution_ids: [3, 7] } })
  const { data } = await buyer.pay()
  const order = { id: data.order_id, cents: buyer.cart.total.unformatted, workspace_id: buyer.workspace_id }
  expect(order.cents).toBeGreaterThan(500_00)
  return order
}
const refundOrder = ({ visitor }: Buyer, { id: order, cents }: { id: number; cents: number }, key = randomUUID()) => {
  const body = { order_item_ids: null, expected_cents: cents, reason: 'Wrong take', reference: '' }
  return visitor.call(refundStaffOrder, { ...withId(order), body }, { idempotencyKey: key })
}
/** Returns the lines of an order with the refundable amount of each. */
const listLines = async (order_id: number) =>
  (await support.visitor.call(getStaffOrder, withId(order_id))).data.lines.map(line => ({
    id: line.id,
    cents: line.price.unformatted - line.discount.unformatted + line.tax.unformatted,
  }))
const refundLine = ({ visitor }: Buyer, order_id: number, line: { id: number; cents: number } | undefined) => {
  const body = {
    order_item_ids: [line?.id ?? 0],
    expected_cents: line?.cents ?? 0,
    reason: 'Wrong take',
    reference: '',
  }
  return visitor.call(refundStaffOrder, { ...withId(order_id), body }, { idempotencyKey: randomUUID() })
}
const listRefunds = (order_id: number) =>
  at.shop.db.selectFrom('refunds').where('order_id', '=', order_id).selectAll().execute()

describe('refunds', () => {
  test('above support’s limit wait for a platform admin, and the money is refunded once', async () => {
    const order = await createPaidOrder()
    const key = randomUUID()
    await expect(refundOrder(support, order, key)).rejects.toMatchObject(needsApproval)
    await expect(refundOrder(support, order, key)).rejects.toMatchObject({
      message: expect.stringContaining('is already pending'),
    })
    expect(await listRefunds(order.id)).toEqual([])
    const requests = await listApprovalsAs(admin)
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
    await decideRequest(approve, await findPendingId())
    expect(await listRefunds(order.id)).toMatchObject([
      { state: 'done', amount_cents: order.cents, staff_user_id: support.user_id },
    ])
    const { data } = await admin.visitor.call(getStaffOrder, withId(order.id))
    expect(data.state).toBe('refunded')
    const query = { about: 'order' as const, key: String(order.id) }
    const { data: log } = await admin.visitor.call(listStaffAuditLog, { query })
    expect(log.map(({ action, staff_email }) => [action, staff_email])).toEqual(
      expect.arrayContaining([
        ['approved', admin.email],
        ['refund_started', support.email],
        ['approval_requested', support.email],
      ]),
    )
  })

  test('made in parts count together', async () => {
    const buyer = await seedBuyer(at.shop, [...at.clips, await seedClip(at.shop, 'Kelp in the swell')])
    const { order_id } = (await buyer.pay()).data
    await at.settle((await at.transactions())[0]?.id ?? '')
    const lines = await listLines(order_id)
    await refundLine(support, order_id, lines[0])
    await refundLine(support, order_id, lines[1])
    await expect(refundLine(support, order_id, lines[2])).rejects.toMatchObject(needsApproval)
    expect(await listRefunds(order_id)).toHaveLength(2)
  })

  test('requested twenty times at once create one request, also when every line is named separately', async () => {
    const order = await createPaidOrder()
    const sessions = await openSessions(support, 20)
    const results = await Promise.allSettled(sessions.map(session => refundOrder(session, order)))
    const texts = results.map(result => (result.status === 'rejected' ? String(result.reason.message) : 'refunded'))
    expect(texts.filter(text => text.includes('is sent to the platform admins'))).toHaveLength(1)
    expect(texts.filter(text => /Your request is already pending: Refund of .* of LT-/.test(text))).toHaveLength(19)
    expect(await listApprovalsAs(admin)).toHaveLength(1)
    const order_item_ids = (await listLines(order.id)).map(line => line.id).toReversed()
    const body = { order_item_ids, expected_cents: order.cents, reason: 'Both takes', reference: '' }
    const colleague = await seedStaff(at.shop)
    await expect(
      colleague.visitor.call(refundStaffOrder, { ...withId(order.id), body }, { idempotencyKey: randomUUID() }),
    ).rejects.toMatchObject({ message: expect.stringContaining(`A request by ${support.email} is already pending`) })
    expect(await listApprovalsAs(admin)).toHaveLength(1)
  })

  test('that would be refused are refused on request, and again on approval', async () => {
    const order = await createPaidOrder()
    await expect(refundOrder(support, { ...order, cents: order.cents + 1 })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('The refund is'),
    })
    const invoiced = await seedOrder(at.shop, await seedMember(at.shop), 'invoiced', { clips: at.clips })
    await expect(refundOrder(support, { id: invoiced.id, cents: 600_00 })).rejects.toMatchObject({
      message: expect.stringContaining('it cannot be refunded'),
    })
    expect(await listApprovalsAs(admin)).toEqual([])
    await expect(refundOrder(support, order)).rejects.toMatchObject(needsApproval)
    await refundOrder(other, order)
    await expect(decideRequest(approve, await findPendingId())).rejects.toMatchObject({
      status: 409,
      message: 'This order is “Refunded”, so it cannot be refunded.',
    })
    expect(await listApprovalsAs(admin)).toMatchObject([{ state: 'pending', refund: null }])
    await expect(refundOrder(support, order)).rejects.toMatchObject({ message: expect.stringContaining('“Refunded”') })
  })

  test('refused by the payment provider after the approval are mailed and shown as refused', async () => {
    const order = await createPaidOrder()
    const charge = (await at.transactions())[0]?.id ?? ''
    await at.settle(charge)
    await expect(refundOrder(support, order)).rejects.toMatchObject(needsApproval)
    await gateway.refund(charge, 100_00)
    const { data } = await decideRequest(approve, await findPendingId())
    const refused = { state: 'refused', message: expect.stringContaining('too large') }
    expect(data).toMatchObject([{ state: 'approved', refund: refused }])
    const [mail, ...otherMails] = (await sendMails()).filter(({ to }) => to === support.email)
    expect(otherMails).toEqual([])
    expect(mail?.subject).toMatch(/^Approved, but refused by the payment provider: Refund of/)
    expect(mail?.text).toContain('too large')
    expect(mail?.text).toContain(`approved by ${admin.email}`)
    expect((await listRefunds(order.id)).map(({ state }) => state)).toEqual(['refused'])
  })

  test('of unsettled payments are mailed on approval and on refund, not in between', async () => {
    const order = await createPaidOrder()
    const charge = (await at.transactions())[0]?.id ?? ''
    const [line] = await listLines(order.id)
    await expect(refundLine(support, order.id, line)).rejects.toMatchObject(needsApproval)
    await decideRequest(approve, await findPendingId())
    const subjects = async () =>
      (await sendMails()).filter(({ to }) => to === support.email).map(({ subject }) => subject.split(':')[0])
    expect(await subjects()).toEqual(['Approved, not refunded yet'])
    const sweepLater = async () => {
      at.shop.clock.advance(61 * 60_000)
      await sweepRefunds(at.shop.deps, gateway)
    }
    await sweepLater()
    expect(await subjects()).toEqual([])
    await at.settle(charge)
    await sweepLater()
    expect(await subjects()).toEqual(['Approved and refunded'])
    expect(await listApprovalsAs(support)).toMatchObject([{ state: 'approved', refund: { state: 'done' } }])
  })
})

test('an invoice above the limit is marked as paid only with a second person’s approval', async () => {
  const buyer = await seedMember(at.shop)
  const clips = await Promise.all(Array.from({ length: 12 }, (_, n) => seedClip(at.shop, `Take ${n}`)))
  const order = await seedOrder(at.shop, buyer, 'invoiced', { clips })
  const body = { reference: 'WIRE 20611', reason: 'On the bank statement' }
  const markAsPaid = ({ visitor }: Buyer, reference = body.reference) =>
    visitor.call(markStaffOrderPaid, { ...withId(order.id), body: { ...body, reference } })
  await expect(markAsPaid(support)).rejects.toMatchObject(needsApproval)
  await expect(markAsPaid(await seedStaff(at.shop), 'WIRE 20612')).rejects.toMatchObject({
    message: expect.stringContaining(`A request by ${support.email} is already pending`),
  })
  await decideRequest(approve, await findPendingId())
  await expect(markAsPaid(support)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('only an invoice that is not paid yet'),
  })
  expect((await listApprovalsAs(admin)).map(({ state }) => state)).toEqual(['approved'])
  const { data } = await admin.visitor.call(getStaffOrder, withId(order.id))
  expect(data.state).toBe('paid')
})

test('credit above the limit waits, a reduction does not, and platform admins have a higher limit', async () => {
  const { workspace_id } = await seedMember(at.shop)
  const changeTerms = ({ visitor }: Buyer, credit_limit_cents: number, net_payment_term_days = 30) =>
    visitor.call(changeStaffWorkspace, {
      ...withId(workspace_id),
      body: {
        has_self_invoicing: true,
        credit_limit_cents,
        net_payment_term_days,
        is_trusted: false,
        reason: 'Contract',
      },
    })
  const loadLimit = async () =>
    (await admin.visitor.call(getStaffWorkspace, withId(workspace_id))).data.credit_limit.unformatted
  await expect(changeTerms(support, 500_001)).rejects.toMatchObject(needsApproval)
  await expect(changeTerms(support, 500_000, 61)).rejects.toMatchObject(needsApproval)
  expect(await loadLimit()).toBe(0)
  await changeTerms(admin, 5_000_000)
  await expect(changeTerms(admin, 5_000_001)).rejects.toMatchObject(needsApproval)
  await changeTerms(support, 4_000_000)
  expect(await loadLimit()).toBe(4_000_000)
  const ownRequest = (await listApprovalsAs(admin)).find(({ requested_by }) => requested_by === admin.email)
  expect(ownRequest).toMatchObject({ can_decide: false })
  await expect(decideRequest(approve, ownRequest?.id ?? 0)).rejects.toMatchObject({ status: 403 })
  await decideRequest(approve, ownRequest?.id ?? 0, other)
  expect(await loadLimit()).toBe(5_000_001)
})

test('an approval keeps what a colleague changed meanwhile, and turning credit on again counts as new credit', async () => {
  const { workspace_id } = await seedMember(at.shop)
  const terms = { has_self_invoicing: true, credit_limit_cents: 400_000, net_payment_term_days: 30, is_trusted: true }
  const changeTerms = ({ visitor }: Buyer, body: Partial<typeof terms>) =>
    visitor.call(changeStaffWorkspace, { ...withId(workspace_id), body: { ...terms, ...body, reason: 'Contract' } })
  await changeTerms(admin, {})
  await expect(changeTerms(support, { credit_limit_cents: 600_000 })).rejects.toMatchObject(needsApproval)
  await changeTerms(admin, { is_trusted: false })
  await decideRequest(approve, await findPendingId())
  const { data } = await admin.visitor.call(getStaffWorkspace, withId(workspace_id))
  expect(data).toMatchObject({ credit_limit: { unformatted: 600_000 }, is_trusted: false })
  await changeTerms(admin, { has_self_invoicing: false, credit_limit_cents: 600_000 })
  await expect(changeTerms(support, { credit_limit_cents: 600_000 })).rejects.toMatchObject(needsApproval)
})

describe('coupons', () => {
  test('above a role’s limits wait: half off for support, free for everyone', async () => {
    await createCouponAs(support, newCoupon(50))
    for (const body of [newCoupon(51), newCoupon(500_01, 'fixed'), newCoupon(2, 'free_clips')])
      await expect(createCouponAs(support, body)).rejects.toMatchObject(needsApproval)
    await createCouponAs(admin, newCoupon(99))
    const freeCoupon = newCoupon(100)
    await expect(createCouponAs(admin, freeCoupon)).rejects.toMatchObject(needsApproval)
    expect(await findCoupons(freeCoupon.code)).toEqual([])
  })

  test('requested twenty times at once create one request, with a generated or a chosen code', async () => {
    const { code, ...random } = newCoupon(100)
    const sessions = await openSessions(support, 20)
    const send = ({ visitor }: Buyer, body: typeof random & { code?: string }) => visitor.call(createCoupon, { body })
    const results = await Promise.allSettled(sessions.map(session => send(session, random)))
    expect(
      results.filter(result => result.status === 'rejected' && /is already pending/.test(result.reason.message)),
    ).toHaveLength(19)
    expect(await listApprovalsAs(admin)).toHaveLength(1)
    await expect(send(support, { ...random, reason: 'Another mailing' })).rejects.toMatchObject(needsApproval)
    expect(await listApprovalsAs(admin)).toHaveLength(2)
    await Promise.allSettled(sessions.map(session => send(session, { ...random, code })))
    await expect(send(other, { ...random, value: 100, code: code.toLowerCase() })).rejects.toMatchObject({
      message: expect.stringContaining(`A request by ${support.email} is already pending in Approvals: Coupon ${code}`),
    })
    expect(await listApprovalsAs(admin)).toHaveLength(3)
    const existing = await send(admin, { ...random, kind: 'percent', value: 99 })
    await expect(send(support, { ...random, code: existing.data.code })).rejects.toMatchObject({ status: 422 })
  })

  test('approved twenty times at once are created once', async () => {
    const freeCoupon = newCoupon(100)
    await expect(createCouponAs(support, freeCoupon)).rejects.toMatchObject(needsApproval)
    const request = await findPendingId()
    const admins = await Promise.all(Array.from({ length: 20 }, () => seedStaff(at.shop, 'platform_admin')))
    const results = await Promise.allSettled(admins.map(staffMember => decideRequest(approve, request, staffMember)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ message: 'This request is already approved.' })
    expect(await findCoupons(freeCoupon.code)).toMatchObject([{ created_by: support.user_id }])
    const logEntries = at.shop.db
      .selectFrom('audit_log')
      .where('subject_key', '=', freeCoupon.code)
      .orderBy('id')
      .select('action')
    expect((await logEntries.execute()).map(({ action }) => action)).toEqual(['approval_requested', 'approved'])
  })
})

test('a rejected request does nothing, and its requester gets a mail with the decision and the reason', async () => {
  const freeCoupon = newCoupon(100)
  await expect(createCouponAs(support, freeCoupon)).rejects.toMatchObject(needsApproval)
  const request = await findPendingId()
  await decideRequest(reject, request)
  await expect(decideRequest(approve, request, other)).rejects.toMatchObject({ status: 409 })
  expect(await findCoupons(freeCoupon.code)).toEqual([])
  const mail = (await sendMails()).find(({ to }) => to === support.email)
  expect(mail?.subject).toBe(`Rejected: Coupon ${freeCoupon.code}, 100% off`)
  expect(mail?.text).toContain(`rejected by ${admin.email}`)
  expect(mail?.text).toContain('Looked at it')
  expect(await listApprovalsAs(support)).toMatchObject([
    { state: 'rejected', decided_by: admin.email, can_decide: false },
  ])
})

test('a request that can no longer be executed stays pending, and expires after a week', async () => {
  const freeCoupon = newCoupon(100)
  await expect(createCouponAs(support, freeCoupon)).rejects.toMatchObject(needsApproval)
  await at.shop.db
    .insertInto('coupons')
    .values({ code: freeCoupon.code, kind: 'percent', value: 5, starts_at: at.shop.clock.now() })
    .execute()
  const request = await findPendingId()
  await expect(decideRequest(approve, request)).rejects.toMatchObject({ status: 422 })
  expect(await listApprovalsAs(admin)).toMatchObject([{ state: 'pending' }])
  await at.shop.db.updateTable('approvals').set({ expires_at: at.shop.clock.now() }).execute()
  await expect(decideRequest(approve, request)).rejects.toMatchObject({ message: 'This request is already expired.' })
})

test('everyone who can decide gets a mail about a request, and its requester when it expires', async () => {
  const order = await createPaidOrder()
  const insider = await seedMember(at.shop, 'purchaser', order.workspace_id)
  await setRoles(at.shop, insider.user_id, [1, 2])
  await giveRoles(at.shop, admin, await seedMember(at.shop), ['support_staff'])
  await expect(refundOrder(support, order)).rejects.toMatchObject(needsApproval)
  const requestMails = await sendMails()
  const [request] = await listApprovalsAs(admin)
  const mail = requestMails.find(({ to }) => to === admin.email)
  expect(mail?.subject).toBe(`Approval requested: ${request?.summary}`)
  for (const text of [support.email, 'Wrong take', `${at.shop.config.public_url}/admin/approvals`])
    expect(mail?.text).toContain(text)
  const recipients = requestMails.map(({ to }) => to)
  expect(recipients).toContain(other.email)
  for (const { email } of [support, insider]) expect(recipients).not.toContain(email)

  await expect(createCouponAs(admin, newCoupon(100))).rejects.toMatchObject(needsApproval)
  expect((await sendMails()).map(({ to }) => to)).not.toContain(admin.email)

  const [expiryJob] = approvalsJobs(at.shop.deps)
  await at.shop.db.updateTable('approvals').set({ expires_at: at.shop.clock.now() }).execute()
  await expiryJob?.run({})
  await expiryJob?.run({})
  const expiryMails = (await sendMails()).filter(({ to }) => to === support.email)
  expect(expiryMails).toMatchObject([{ subject: `Expired: ${request?.summary}` }])
})

test('support sees its own requests and decides none, and nobody decides for their own workspace', async () => {
  const { workspace_id } = await seedMember(at.shop)
  const body = {
    has_self_invoicing: true,
    credit_limit_cents: 900_000,
    net_payment_term_days: 30,
    is_trusted: false,
    reason: 'Contract',
  }
  await expect(support.visitor.call(changeStaffWorkspace, { ...withId(workspace_id), body })).rejects.toMatchObject(
    needsApproval,
  )
  const request = await findPendingId()
  expect(await listApprovalsAs(await seedStaff(at.shop))).toEqual([])
  await expect(decideRequest(approve, request, support)).rejects.toMatchObject({ status: 404 })
  const insider = await seedMember(at.shop, 'purchaser', workspace_id)
  await setRoles(at.shop, insider.user_id, [1, 2])
  await expect(decideRequest(approve, request, insider)).rejects.toMatchObject({ status: 403 })
  await setRoles(at.shop, insider.user_id, [1, 3])
  const higherCredit = { ...body, credit_limit_cents: 950_000 }
  await expect(
    insider.visitor.call(changeStaffWorkspace, { ...withId(workspace_id), body: higherCredit }),
  ).rejects.toMatchObject({
    status: 403,
  })
  await setRoles(at.shop, support.user_id, [1])
  await expect(decideRequest(approve, request)).rejects.toMatchObject({
    status: 409,
    message: 'The requester is no longer a staff member.',
  })
})

test('accounts related to the requester by a staff role approve none of their requests for 30 days', async () => {
  const [second, third] = [await seedMember(at.shop), await seedMember(at.shop)]
  await giveRoles(at.shop, admin, second, ['platform_admin'])
  await giveRoles(at.shop, second, third, ['platform_admin'])
  const relatedRefusal = { status: 403, message: expect.stringMatching(/got a staff role from each other.* 30 days/) }
  const [firstCoupon, lastCoupon] = [newCoupon(100), newCoupon(100)]
  await expect(createCouponAs(admin, firstCoupon)).rejects.toMatchObject(needsApproval)
  const recipients = (await sendMails()).map(({ to }) => to)
  expect(recipients).toContain(other.email)
  for (const { email } of [second, third]) expect(recipients).not.toContain(email)
  const request = await findPendingId()
  for (const staffMember of [second, third]) {
    await expect(decideRequest(approve, request, staffMember)).rejects.toMatchObject(relatedRefusal)
    expect(await listApprovalsAs(staffMember)).toMatchObject([
      { can_decide: true, approval_refusal: relatedRefusal.message },
    ])
  }
  await decideRequest(reject, request, second)
  await expect(createCouponAs(second, firstCoupon)).rejects.toMatchObject(needsApproval)
  for (const staffMember of [admin, third])
    await expect(decideRequest(approve, await findPendingId(), staffMember)).rejects.toMatchObject(relatedRefusal)
  expect(await findCoupons(firstCoupon.code)).toEqual([])
  await decideRequest(approve, await findPendingId(), other)

  at.shop.clock.advance(30 * DAY_MS)
  for (const staffMember of [admin, second]) await signInAgain(at.shop, staffMember)
  await expect(createCouponAs(admin, lastCoupon)).rejects.toMatchObject(needsApproval)
  await decideRequest(approve, await findPendingId(), second)
  expect(await findCoupons(lastCoupon.code)).toHaveLength(1)
})
