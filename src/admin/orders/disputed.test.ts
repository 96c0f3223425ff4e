/** A dispute reaches staff: a mail to those who chose it, and the case with reason, amount and reply-by day on the order. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aBuyer, openCheckoutShop } from '../../../testing/builders/checkout.ts'
import { aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff, setRoles } from '../../../testing/builders/staff.ts'
import { openNews } from '../../../testing/builders/webhooks.ts'
import { followDispute } from '../../checkout/disputes.server.ts'
import { openGateway, type Gateway } from '../../payments/gateway.server.ts'
import { brand } from '../../platform/brand.ts'
import { dispatch } from '../../platform/outbox.server.ts'
import { endStaffOrderDispute, getDisputeMails, getStaffOrder, setDisputeMails } from './contract.ts'
import { staffOrdersReactions } from './reactions.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
let staff: Buyer
beforeAll(async () => {
  at = await openCheckoutShop(4_000)
  gateway = openGateway(at.shop.config) as Gateway
  staff = await aStaff(at.shop)
})
afterAll(() => at.close())

const facts = async (id: number) => (await staff.visitor.call(getStaffOrder, { params: { id: String(id) } })).data
const choose = (who: Buyer, is_on: boolean) => who.visitor.call(setDisputeMails, { body: { is_on } })

/** A paid order that a bank asks for, as the shop heard it by a webhook. */
const disputed = async () => {
  const news = openNews(at)
  const buyer = await aBuyer(at.shop, at.clips)
  const { data } = await buyer.pay()
  const charge = (await facts(data.order_id)).attempts[0]?.transaction_id ?? ''
  await at.settle(charge)
  const dispute = await at.dispute(charge)
  for (const webhook of await news.about(dispute)) await news.send(webhook)
  await news.workOff()
  return { id: data.order_id, charge, dispute }
}

/** The mails of all events since. */
const mails = async () => {
  const { db, deps, clock, jobs, mail } = at.shop
  const reactions = staffOrdersReactions(deps)
  jobs.sent.splice(0)
  mail.sent.splice(0)
  await dispatch(db, jobs, reactions, clock.now())
  for (const { name, data } of jobs.sent) await reactions.find(reaction => reaction.name === name)?.react(data as never)
  return mail.sent.map(({ to, subject, text }) => ({ to, subject, text }))
}

test('the order shows the case with reason, amount, reply-by day and its page at the gateway', async () => {
  const { id, dispute } = await disputed()
  const order = await facts(id)
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
        address: `${at.shop.config.sandbox_url}/?q=${dispute}`,
      },
    ],
  })
  await at.decide(dispute, 'won')
  await followDispute(at.shop.deps, gateway, {
    state: 'succeeded',
    order_id: id,
    gateway_transaction_id: order.attempts[0]?.transaction_id ?? '',
  })
  expect(await facts(id)).toMatchObject({ state: 'paid', cases: [{ status: 'Won', is_open: false }] })
})

test('staff who chose it are mailed once about each case; while nobody has, the shop is', async () => {
  await mails()
  const first = await disputed()
  expect(await mails()).toMatchObject([
    { to: brand.email, subject: expect.stringMatching(/^Order LT-\S+ is disputed$/) },
  ])

  const customer = await aMember(at.shop)
  await at.shop.db.insertInto('dispute_mails').values({ user_id: customer.user_id }).execute()
  await choose(staff, true)
  expect((await staff.visitor.call(getDisputeMails, {})).data).toEqual({ is_on: true })
  const { id, charge } = await disputed()
  // Heard of it again: by another webhook, or at night.
  const attempt = { state: 'succeeded', order_id: id, gateway_transaction_id: charge } as const
  await followDispute(at.shop.deps, gateway, attempt)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: staff.email })
  const { cases } = await facts(id)
  expect(mail?.text).toContain(`Reply by ${cases[0]?.reply_by}`)
  expect(mail?.text).toContain('Reason: fraud')
  expect(mail?.text).toContain(cases[0]?.amount.formatted)
  expect(mail?.text).toContain(`/admin/orders/${id}`)

  await choose(staff, false)
  await setRoles(at.shop, customer.user_id, [1, 3])
  await followDispute(at.shop.deps, gateway, { ...attempt, order_id: first.id, gateway_transaction_id: first.charge })
  await disputed()
  expect(await mails()).toMatchObject([{ to: customer.email }])
})

test('staff end the dispute of an order that the gateway knows nothing of: it is what it was before', async () => {
  const buyer = await aMember(at.shop)
  const { id } = await anOrder(at.shop, buyer, 'disputed')
  const order = await facts(id)
  expect(order).toMatchObject({ state: 'disputed', can_end_dispute: true, dispute: null, cases: [] })
  const body = { reason: 'The bank wrote that we won', seen_cents: 0 }
  const { data: after } = await staff.visitor.call(endStaffOrderDispute, { params: { id: String(id) }, body })
  expect(after).toMatchObject({ state: 'paid', can_end_dispute: false })
  expect(after.moves.at(-1)).toMatchObject({ to_state: 'paid', by: staff.email })
})
