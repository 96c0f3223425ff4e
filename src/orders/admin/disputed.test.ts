/** Disputes reach staff: an email to those who chose it, and the reason, amount and deadline on the order. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'
import { syncDispute } from '#refunds/disputes.server.ts'

import { seedBuyer, openCheckoutShop } from '../../../testing/builders/checkout.ts'
import { seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, setRoles } from '../../../testing/builders/staff.ts'
import { openWebhooks } from '../../../testing/builders/webhooks.ts'
import { endStaffOrderDispute, getDisputeMails, getStaffOrder, setDisputeMails } from './contract.ts'
import { adminOrdersReactions } from './reactions.server.ts'

let checkout: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
let staff: Buyer
beforeAll(async () => {
  checkout = await openCheckoutShop(4_000)
  gateway = openGateway(checkout.shop.config) as PaymentGateway
  staff = await seedStaff(checkout.shop)
})
afterAll(() => checkout.close())

const loadOrder = async (id: number) => (await staff.visitor.call(getStaffOrder, { params: { id: String(id) } })).data
const setMails = (member: Buyer, is_on: boolean) => member.visitor.call(setDisputeMails, { body: { is_on } })

/** Opens a dispute about a paid order, and delivers its webhooks. */
const disputeOrder = async () => {
  const webhooks = openWebhooks(checkout)
  const buyer = await seedBuyer(checkout.shop, checkout.clips)
  const { data } = await buyer.pay()
  const charge = (await loadOrder(data.order_id)).attempts[0]?.transaction_id ?? ''
  await checkout.settle(charge)
  const dispute = await checkout.dispute(charge)
  for (const webhook of await webhooks.findWebhooks(dispute)) await webhooks.send(webhook)
  await webhooks.runWebhookJobs()
  return { id: data.order_id, charge, dispute }
}

/** The mails that the pending events cause. */
const runReactions = async () => {
  const { db, deps, clock, jobs, mail } = checkout.shop
  const reactions = adminOrdersReactions(deps)
  jobs.sent.splice(0)
  mail.sent.splice(0)
  await dispatchEvents(db, jobs, reactions, clock.now())
  for (const { name, data } of jobs.sent)
    await reactions.find(reaction => reaction.name === name)?.handle(data as never)
  return mail.sent.map(({ to, subject, text }) => ({ to, subject, text }))
}

test('the order shows the dispute with its reason, amount, deadline and page at the gateway', async () => {
  const { id, dispute } = await disputeOrder()
  const order = await loadOrder(id)
  expect(order).toMatchObject({
    state: 'disputed',
    cases: [
      {
        id: dispute,
        status: 'Open',
        reason: 'Fraud',
        is_open: true,
        is_retrieval: false,
        amount: order.total,
        reply_by: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
        address: `${checkout.shop.config.sandbox_url}/?q=${dispute}`,
      },
    ],
  })
  await checkout.decide(dispute, 'won')
  await syncDispute(checkout.shop.deps, gateway, {
    state: 'succeeded',
    order_id: id,
    gateway_transaction_id: order.attempts[0]?.transaction_id ?? '',
  })
  expect(await loadOrder(id)).toMatchObject({ state: 'paid', cases: [{ status: 'Won', is_open: false }] })
})

test('staff who chose it get one email per dispute; if nobody did, the shop gets it', async () => {
  await runReactions()
  const firstOrder = await disputeOrder()
  expect(await runReactions()).toMatchObject([
    { to: 'hello@longtake.example', subject: expect.stringMatching(/^Order LT-\S+ is disputed$/) },
  ])

  const customer = await seedMember(checkout.shop)
  await checkout.shop.db.insertInto('dispute_mails').values({ user_id: customer.user_id }).execute()
  await setMails(staff, true)
  expect((await staff.visitor.call(getDisputeMails, {})).data).toEqual({ is_on: true })
  const { id, charge } = await disputeOrder()
  // The shop hears of the dispute again, from another webhook or the nightly check.
  const attempt = { state: 'succeeded', order_id: id, gateway_transaction_id: charge } as const
  await syncDispute(checkout.shop.deps, gateway, attempt)
  const [mail, ...others] = await runReactions()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: staff.email })
  const { cases } = await loadOrder(id)
  expect(mail?.text).toContain(`Reply by ${cases[0]?.reply_by}`)
  expect(mail?.text).toContain('Reason: fraud')
  expect(mail?.text).toContain(cases[0]?.amount.formatted)
  expect(mail?.text).toContain(`/admin/orders/${id}`)

  await setMails(staff, false)
  await setRoles(checkout.shop, customer.user_id, [1, 3])
  await syncDispute(checkout.shop.deps, gateway, {
    ...attempt,
    order_id: firstOrder.id,
    gateway_transaction_id: firstOrder.charge,
  })
  await disputeOrder()
  expect(await runReactions()).toMatchObject([{ to: customer.email }])
})

test('staff can end a dispute that the gateway does not know; the order returns to its earlier state', async () => {
  const buyer = await seedMember(checkout.shop)
  const { id } = await seedOrder(checkout.shop, buyer, 'disputed')
  const order = await loadOrder(id)
  expect(order).toMatchObject({ state: 'disputed', can_end_dispute: true, dispute: null, cases: [] })
  const body = { reason: 'The bank wrote that we won', expected_cents: 0 }
  const { data: after } = await staff.visitor.call(endStaffOrderDispute, { params: { id: String(id) }, body })
  expect(after).toMatchObject({ state: 'paid', can_end_dispute: false })
  expect(after.transitions.at(-1)).toMatchObject({ to_state: 'paid', by: staff.email })
})
