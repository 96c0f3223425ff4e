/** A buyer on account, from the order to overdue to paid, with a manual clock. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { downloadClip } from '#licenses/contract.ts'
import { getOrder, listOrders } from '#orders/contract.ts'
import { DAY_MS } from '#platform/clock.ts'

import {
  seedBuyer,
  solveCheckoutCaptcha,
  openCheckoutShop,
  buildPaymentBody,
  type CartBuyer,
} from '../../testing/builders/checkout.ts'
import { seedMember, seedOrder } from '../../testing/builders/orders.ts'
import { checkoutInvoice, getInvoice, selfInvoice } from './contract.ts'
import { processDueInvoices } from './due-invoices.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  harness = await openCheckoutShop(4_000)
})
afterAll(() => harness.close())

type SentMail = { to: string; subject: string; text: string }
let sent: SentMail[]
beforeEach(() => {
  sent = (harness.shop.mail as unknown as { sent: SentMail[] }).sent
  sent.length = 0
})
const passDays = (days: number) => harness.shop.clock.advance(days * DAY_MS)
const runJob = () => processDueInvoices(harness.shop.deps)
const takeSubjects = () => sent.splice(0).map(({ to, subject }) => [to, subject])

const accountBuyer = async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await harness.shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 100_000_000, net_payment_term_days: 30 })
    .where('id', '=', buyer.workspace_id)
    .execute()
  return buyer
}
const project = {
  client_name: 'Northwind Ferries',
  project_name: 'Winter timetable',
  project_description: 'A 30-second spot',
  start_date: '2026-04-01',
}
const buy = async ({ visitor, cart }: Pick<CartBuyer, 'visitor' | 'cart'>) =>
  (await visitor.call(selfInvoice, { body: { ...project, cart_hash: cart.hash ?? '' } })).data.invoice_number
const loadOrder = async ({ visitor }: Pick<CartBuyer, 'visitor'>, id: string) =>
  (await visitor.call(getOrder, { params: { id } })).data
const pay = async ({ visitor }: Pick<CartBuyer, 'visitor'>, number: string) => {
  const { fingerprint } = (await visitor.call(getInvoice, { params: { invoiceNumber: number } })).data
  await visitor.call(
    checkoutInvoice,
    {
      params: { invoiceNumber: number },
      body: { ...buildPaymentBody(fingerprint), ...(await solveCheckoutCaptcha(visitor)) },
    },
    { idempotencyKey: randomUUID() },
  )
}

test('on account: reminders before, on and after the due date, overdue, downloads closed, and open again after payment', async () => {
  const buyer = await accountBuyer()
  const { email } = buyer
  const number = await buy(buyer)
  const download = () =>
    buyer.visitor.call(downloadClip, { params: { id: String(harness.clips[0]?.id) }, body: { format_id: 3 } })
  await runJob()
  expect(takeSubjects()).toEqual([])

  passDays(23)
  await runJob()
  expect(takeSubjects()).toEqual([[email, `Your Longtake invoice ${number} is due on April 1, 2026`]])
  expect(await loadOrder(buyer, number)).toMatchObject({ state: 'invoiced', days_overdue: -7 })

  passDays(7)
  await runJob()
  await runJob()
  expect(takeSubjects()).toEqual([[email, `Your Longtake invoice ${number} is due today`]])
  expect(await loadOrder(buyer, number)).toMatchObject({ state: 'invoiced', days_overdue: 0 })

  passDays(1)
  await runJob()
  expect(takeSubjects()).toEqual([])
  expect(await loadOrder(buyer, number)).toMatchObject({ state: 'overdue', days_overdue: 1, downloads_closed: null })
  expect((await buyer.visitor.call(listOrders, {})).data[0]).toMatchObject({ state: 'overdue', days_overdue: 1 })
  await download()

  passDays(6)
  await runJob()
  expect(sent[0]?.text).toContain('the downloads of this order close and your workspace can no longer buy on account')
  expect(takeSubjects()).toEqual([[email, `Your Longtake invoice ${number} is 7 days overdue`]])

  passDays(7)
  await runJob()
  expect(takeSubjects()).toEqual([[email, `Your Longtake invoice ${number} is 14 days overdue`]])
  await download()

  passDays(1)
  await runJob()
  expect(takeSubjects()).toEqual([])
  const closed = (await loadOrder(buyer, number)).downloads_closed
  expect(closed).toMatch(/more than 14 days overdue.*open again as soon as it is paid: with “Pay now”/)
  await expect(download()).rejects.toMatchObject({ status: 409, message: closed })
  const colleague = await seedBuyer(harness.shop, harness.clips, { workspace_id: buyer.workspace_id })
  await expect(buy(colleague)).rejects.toMatchObject({
    status: 409,
    message: `Your invoice ${number} has been overdue for more than 14 days, so your workspace cannot buy on account. Please pay it first, under Orders, or pay this cart by card.`,
  })

  await pay(buyer, number)
  expect(await loadOrder(buyer, number)).toMatchObject({ state: 'paid', days_overdue: null, downloads_closed: null })
  await download()
  await buy(colleague)
  passDays(1)
  await runJob()
  expect(takeSubjects()).toEqual([])
  expect((await loadOrder(buyer, number)).transitions.map(({ to_state, by }) => [to_state, by !== null])).toEqual([
    ['pending', true],
    ['invoiced', true],
    ['overdue', false],
    ['paid', true],
  ])
})

test('after a pause, one reminder is sent for the current day, and concurrent runs send one', async () => {
  const buyer = await seedMember(harness.shop)
  const { number } = await seedOrder(harness.shop, buyer, 'invoiced', { clips: harness.clips })
  passDays(40)
  await Promise.allSettled([runJob(), runJob(), runJob()])
  await runJob()
  expect(takeSubjects().filter(([to]) => to === buyer.email)).toEqual([
    [buyer.email, `Your Longtake invoice ${number} is 10 days overdue`],
  ])
})

test('the reminder at the end of the grace period says what is closed', async () => {
  const buyer = await seedMember(harness.shop)
  const { number } = await seedOrder(harness.shop, buyer, 'invoiced', { clips: harness.clips })
  passDays(44)
  harness.shop.clock.advance(1)
  await runJob()
  const reminders = sent.filter(({ to }) => to === buyer.email)
  expect(reminders).toMatchObject([{ subject: `Your Longtake invoice ${number} is 14 days overdue` }])
  expect(reminders[0]?.text).toContain(
    'the downloads of this order are closed and your workspace cannot buy on account',
  )
})

test('the billing contact is reminded too, and when they left, the users who can buy are', async () => {
  const owner = await seedMember(harness.shop)
  const buyer = await seedMember(harness.shop, 'purchaser', owner.workspace_id)
  const accountant = await seedMember(harness.shop, 'guest', owner.workspace_id)
  const { workspace_id } = owner
  await harness.shop.db
    .insertInto('workspace_billing')
    .values({
      workspace_id,
      company_name: 'Fieldnote',
      billing_contact_user_id: accountant.user_id,
      address: '1 Pier',
      city: 'Oakland',
      postal_code: '94607',
      country_id: 41,
      region: '',
    })
    .execute()
  await seedOrder(harness.shop, buyer, 'invoiced', { clips: harness.clips })
  passDays(30)
  await runJob()
  const team = [owner.email, buyer.email, accountant.email]
  const takeReminded = () => takeSubjects().flatMap(([to = '']) => (team.includes(to) ? [to] : []))
  expect(takeReminded()).toEqual([buyer.email, accountant.email])
  await harness.shop.db
    .deleteFrom('workspace_members')
    .where('user_id', 'in', [buyer.user_id, accountant.user_id])
    .execute()
  passDays(7)
  await runJob()
  expect(takeReminded()).toEqual([owner.email])
})

test('a failed mail holds up no other reminder, and nothing is sent twice', async () => {
  const owner = await seedMember(harness.shop)
  const [first, second] = [
    await seedMember(harness.shop, 'purchaser', owner.workspace_id),
    await seedMember(harness.shop, 'purchaser', owner.workspace_id),
  ]
  await seedOrder(harness.shop, first, 'invoiced', { clips: harness.clips })
  await harness.shop.db.deleteFrom('workspace_members').where('user_id', '=', first.user_id).execute()
  passDays(30)
  const { deps } = harness.shop
  const mail: typeof deps.mail = {
    ...deps.mail,
    send: async message => {
      if (message.to === owner.email) throw new Error('The mail server does not take this address.')
      await deps.mail.send(message)
    },
  }
  const takeReminded = () =>
    takeSubjects().flatMap(([to = '']) => ([owner.email, second.email].includes(to) ? [to] : []))
  await expect(processDueInvoices({ ...deps, mail })).rejects.toThrow('could not be processed')
  expect(takeReminded()).toEqual([second.email])
  await runJob()
  expect(takeReminded()).toEqual([owner.email])
})

test('no reminder is sent and nothing becomes overdue while a payment is in transit', async () => {
  const buyer = await seedMember(harness.shop)
  const { id } = await seedOrder(harness.shop, buyer, 'invoiced', { clips: harness.clips })
  await harness.shop.db
    .insertInto('payment_attempts')
    .values({
      workspace_id: buyer.workspace_id,
      user_id: buyer.user_id,
      operation_key: randomUUID(),
      request_hash: '',
      payment_type: 'ach',
      order_id: id,
      amount_cents: 42_686,
      state: 'processing',
      gateway_order_id: randomUUID(),
      gateway_transaction_id: randomUUID(),
      started_at: harness.shop.clock.now(),
      synced_at: harness.shop.clock.now(),
    })
    .execute()
  passDays(31)
  await runJob()
  expect(takeSubjects().filter(([to]) => to === buyer.email)).toEqual([])
  const order = harness.shop.db.selectFrom('orders').where('id', '=', id).select('state')
  expect(await order.executeTakeFirstOrThrow()).toEqual({ state: 'invoiced' })
})
