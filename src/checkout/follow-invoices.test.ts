/** A buyer on account, from the order to overdue to paid, with a clock that is moved by hand. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { downloadClip } from '#orders/clips-contract.ts'
import { getOrder, listOrders } from '#orders/contract.ts'

import { aBuyer, checkoutProof, openCheckoutShop, payment, type CartBuyer } from '../../testing/builders/checkout.ts'
import { aMember, anOrder } from '../../testing/builders/orders.ts'
import { checkoutInvoice, getInvoice, selfInvoice } from './contract.ts'
import { followInvoices } from './follow-invoices.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  at = await openCheckoutShop(4_000)
})
afterAll(() => at.close())

type Sent = { to: string; subject: string; text: string }
let sent: Sent[]
beforeEach(() => {
  sent = (at.shop.mail as unknown as { sent: Sent[] }).sent
  sent.length = 0
})
const pass = (days: number) => at.shop.clock.advance(days * 86_400_000)
const follow = () => followInvoices(at.shop.deps)
const subjects = () => sent.splice(0).map(({ to, subject }) => [to, subject])

const onAccount = async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await at.shop.db
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
const seen = async ({ visitor }: Pick<CartBuyer, 'visitor'>, id: string) =>
  (await visitor.call(getOrder, { params: { id } })).data
const pay = async ({ visitor }: Pick<CartBuyer, 'visitor'>, number: string) => {
  const { fingerprint } = (await visitor.call(getInvoice, { params: { invoice: number } })).data
  await visitor.call(
    checkoutInvoice,
    { params: { invoiceNumber: number }, body: { ...payment(fingerprint), ...(await checkoutProof(visitor)) } },
    { idempotencyKey: randomUUID() },
  )
}

test('on account: reminded before, on and after the day, overdue, closed, and open again when it is paid', async () => {
  const buyer = await onAccount()
  const { email } = buyer
  const number = await buy(buyer)
  const download = () =>
    buyer.visitor.call(downloadClip, { params: { id: String(at.clips[0]?.id) }, body: { format_id: 3 } })
  await follow()
  expect(subjects()).toEqual([])

  pass(23)
  await follow()
  expect(subjects()).toEqual([[email, `Your Longtake invoice ${number} is due on April 1, 2026`]])
  expect(await seen(buyer, number)).toMatchObject({ state: 'invoiced', days_overdue: -7 })

  pass(7)
  await follow()
  await follow()
  expect(subjects()).toEqual([[email, `Your Longtake invoice ${number} is due today`]])
  expect(await seen(buyer, number)).toMatchObject({ state: 'invoiced', days_overdue: 0 })

  pass(1)
  await follow()
  expect(subjects()).toEqual([])
  expect(await seen(buyer, number)).toMatchObject({ state: 'overdue', days_overdue: 1, downloads_closed: null })
  expect((await buyer.visitor.call(listOrders, {})).data[0]).toMatchObject({ state: 'overdue', days_overdue: 1 })
  await download()

  pass(6)
  await follow()
  expect(sent[0]?.text).toContain('the downloads of this order close and your workspace can no longer buy on account')
  expect(subjects()).toEqual([[email, `Your Longtake invoice ${number} is 7 days overdue`]])

  pass(7)
  await follow()
  expect(subjects()).toEqual([[email, `Your Longtake invoice ${number} is 14 days overdue`]])
  await download()

  pass(1)
  await follow()
  expect(subjects()).toEqual([])
  const closed = (await seen(buyer, number)).downloads_closed
  expect(closed).toMatch(/more than 14 days overdue.*open again as soon as it is paid: with “Pay now”/)
  await expect(download()).rejects.toMatchObject({ status: 409, message: closed })
  const colleague = await aBuyer(at.shop, at.clips, { workspace_id: buyer.workspace_id })
  await expect(buy(colleague)).rejects.toMatchObject({
    status: 409,
    message: `Your invoice ${number} has been overdue for more than 14 days, so your workspace cannot buy on account. Please pay it first, under Orders, or pay this cart by card.`,
  })

  await pay(buyer, number)
  expect(await seen(buyer, number)).toMatchObject({ state: 'paid', days_overdue: null, downloads_closed: null })
  await download()
  await buy(colleague)
  pass(1)
  await follow()
  expect(subjects()).toEqual([])
  expect((await seen(buyer, number)).moves.map(({ to_state, by }) => [to_state, by !== null])).toEqual([
    ['pending', true],
    ['invoiced', true],
    ['overdue', false],
    ['paid', true],
  ])
})

test('a shop that slept reminds once, by the day it is now, and two that follow at once remind once', async () => {
  const buyer = await aMember(at.shop)
  const { number } = await anOrder(at.shop, buyer, 'invoiced', { clips: at.clips })
  pass(40)
  await Promise.allSettled([follow(), follow(), follow()])
  await follow()
  expect(subjects().filter(([to]) => to === buyer.email)).toEqual([
    [buyer.email, `Your Longtake invoice ${number} is 10 days overdue`],
  ])
})

test('the mail of the day on which the grace has ended says what is closed', async () => {
  const buyer = await aMember(at.shop)
  const { number } = await anOrder(at.shop, buyer, 'invoiced', { clips: at.clips })
  pass(44)
  at.shop.clock.advance(1)
  await follow()
  const mine = sent.filter(({ to }) => to === buyer.email)
  expect(mine).toMatchObject([{ subject: `Your Longtake invoice ${number} is 14 days overdue` }])
  expect(mine[0]?.text).toContain('the downloads of this order are closed and your workspace cannot buy on account')
})

test('the billing contact is reminded too; who left is not, and then those who buy are', async () => {
  const owner = await aMember(at.shop)
  const buyer = await aMember(at.shop, 'purchaser', owner.workspace_id)
  const books = await aMember(at.shop, 'guest', owner.workspace_id)
  const { workspace_id } = owner
  await at.shop.db
    .insertInto('workspace_billing')
    .values({
      workspace_id,
      company_name: 'Fieldnote',
      billing_contact_user_id: books.user_id,
      address: '1 Pier',
      city: 'Oakland',
      postal_code: '94607',
      country_id: 41,
      region: '',
    })
    .execute()
  await anOrder(at.shop, buyer, 'invoiced', { clips: at.clips })
  pass(30)
  await follow()
  const team = [owner.email, buyer.email, books.email]
  const reminded = () => subjects().flatMap(([to = '']) => (team.includes(to) ? [to] : []))
  expect(reminded()).toEqual([buyer.email, books.email])
  await at.shop.db.deleteFrom('workspace_members').where('user_id', 'in', [buyer.user_id, books.user_id]).execute()
  pass(7)
  await follow()
  expect(reminded()).toEqual([owner.email])
})

test('one whose mail cannot be sent keeps nobody else waiting, and nobody is reminded twice', async () => {
  const owner = await aMember(at.shop)
  const [first, second] = [
    await aMember(at.shop, 'purchaser', owner.workspace_id),
    await aMember(at.shop, 'purchaser', owner.workspace_id),
  ]
  await anOrder(at.shop, first, 'invoiced', { clips: at.clips })
  await at.shop.db.deleteFrom('workspace_members').where('user_id', '=', first.user_id).execute()
  pass(30)
  const { deps } = at.shop
  const mail: typeof deps.mail = {
    ...deps.mail,
    send: async one => {
      if (one.to === owner.email) throw new Error('The mail server does not take this address.')
      await deps.mail.send(one)
    },
  }
  const reminded = () => subjects().flatMap(([to = '']) => ([owner.email, second.email].includes(to) ? [to] : []))
  await expect(followInvoices({ ...deps, mail })).rejects.toThrow('could not be followed')
  expect(reminded()).toEqual([second.email])
  await follow()
  expect(reminded()).toEqual([owner.email])
})

test('nobody is reminded while the money is on its way, and nothing becomes overdue', async () => {
  const buyer = await aMember(at.shop)
  const { id } = await anOrder(at.shop, buyer, 'invoiced', { clips: at.clips })
  await at.shop.db
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
      started_at: at.shop.clock.now(),
      asked_at: at.shop.clock.now(),
    })
    .execute()
  pass(31)
  await follow()
  expect(subjects().filter(([to]) => to === buyer.email)).toEqual([])
  const order = at.shop.db.selectFrom('orders').where('id', '=', id).select('state')
  expect(await order.executeTakeFirstOrThrow()).toEqual({ state: 'invoiced' })
})
