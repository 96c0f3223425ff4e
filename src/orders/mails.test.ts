import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { mailDisputeEnded } from '#licenses/mails.server.ts'
import { licensesReactions } from '#licenses/reactions.server.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { extractPdfText } from '../../testing/pdf.ts'
import { creditUnpaidOrder } from './credit-notes.server.ts'
import { ordersReactions } from './reactions.server.ts'

let shop: TestApp
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4400' })
  buyer = await seedMember(shop)
})
beforeEach(() => shop.mail.sent.splice(0))
afterAll(() => shop.close())

const mailPlaced = async (order_id: number, mail = shop.deps.mail) => {
  for (const { event: to, handle: react } of [
    ...ordersReactions({ ...shop.deps, mail }),
    ...licensesReactions({ ...shop.deps, mail }),
  ])
    if (to === 'order.placed') await react({ order_id })
}

test('a placed order mails its buyer the number, licenses, total and a link to its page', async () => {
  const { id, number } = await seedOrder(shop, buyer)
  await dispatchEvents(shop.db, shop.jobs, licensesReactions(shop.deps), shop.clock.now())
  expect(shop.jobs.sent).toContainEqual({ name: 'licenses.mail-placed', data: { order_id: id } })
  await mailPlaced(id)
  expect(shop.mail.sent).toHaveLength(1)
  const [mail] = shop.mail.sent
  expect(mail).toMatchObject({ to: buyer.email, subject: 'Your clips are ready: Slow tide at dusk +1' })
  for (const text of [number, 'Web & Social, for a client with 2–50 people', '$426.86', 'Paper lanterns'])
    expect(mail?.text).toContain(text)
  expect(mail?.text).toContain(`http://localhost:4400/workspace/orders/${number}`)
  expect(mail?.html).toContain(`href="http://localhost:4400/workspace/orders/${number}"`)
  expect(mail?.text).toContain('The receipt and the license agreement are attached.')
  expect(mail?.text).toContain('http://localhost:4400/license-terms?version=')
  const names = mail?.attachments?.map(({ file_name }) => file_name)
  expect(names).toEqual([`longtake-receipt-${number}.pdf`, `longtake-license-agreement-${number}.pdf`])
  for (const { bytes } of mail?.attachments ?? []) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('the mail goes out once, even if the reaction runs again or twenty times at once', async () => {
  const { id } = await seedOrder(shop, buyer)
  await Promise.allSettled(Array.from({ length: 20 }, () => mailPlaced(id)))
  await mailPlaced(id)
  expect(shop.mail.sent).toHaveLength(1)
})

test('a failed send is retried', async () => {
  const { id } = await seedOrder(shop, buyer)
  const failingMail = { ...shop.mail, send: () => Promise.reject(new Error('no answer')) }
  await expect(mailPlaced(id, failingMail)).rejects.toThrow('no answer')
  await mailPlaced(id)
  expect(shop.mail.sent).toHaveLength(1)
})

test('a claim without a sent mail is taken over after five minutes', async () => {
  const { id } = await seedOrder(shop, buyer)
  await shop.db
    .insertInto('order_mails')
    .values({ order_id: id, kind: 'placed', claimed_at: shop.clock.now() })
    .execute()
  await expect(mailPlaced(id)).rejects.toThrow('another worker')
  shop.clock.advance(300_001)
  await mailPlaced(id)
  expect(shop.mail.sent).toHaveLength(1)
})

test('a returned debit mails the buyer once, with the credit note; an order that was never placed sends nothing', async () => {
  const reaction = ordersReactions(shop.deps).find(({ name }) => name === 'orders.mail-failed')
  const credited = ordersReactions(shop.deps).find(({ name }) => name === 'orders.mail-credited')
  const { id, number } = await seedOrder(shop, buyer, 'processing')
  const unplaced = await seedOrder(shop, buyer, 'failed')
  const now = shop.clock.now()
  await shop.db.transaction().execute(async trx => {
    await transitionOrder(trx, id, 'failed', { user_id: null, reason: 'Returned', now })
    await creditUnpaidOrder(trx, id, now)
  })
  const note = await shop.db.selectFrom('credit_notes').where('order_id', '=', id).selectAll().executeTakeFirstOrThrow()
  await credited?.handle({ credit_note_id: note.id })
  for (const order_id of [id, id, unplaced.id]) await reaction?.handle({ order_id })
  expect(shop.mail.sent).toMatchObject([
    {
      to: buyer.email,
      subject: `The payment for your Longtake order ${number} was returned`,
      text: expect.stringContaining(`You owe nothing, as the attached credit note ${note.number} says.`),
      attachments: [{ file_name: `longtake-credit-note-${note.number}.pdf` }],
    },
  ])
  const pdf = await extractPdfText(shop.mail.sent[0]?.attachments?.[0]?.bytes ?? Buffer.alloc(0))
  for (const text of ['The bank returned the debit', number, note.number, '$426.86', 'The licenses above have ended.'])
    expect(pdf.replaceAll(/\s+/g, ' ')).toContain(text)
})

test.each([
  ['processing', 'bank payment is on its way'],
  ['invoiced', 'The invoice is due on'],
] as const)('the mail of an order that is %s says so', async (state, text) => {
  const { id } = await seedOrder(shop, buyer, state)
  await mailPlaced(id)
  expect(shop.mail.sent[0]?.text.replace(/\s+/g, ' ')).toContain(text)
})

test('the mail at the end of a dispute counts only licenses in force: no superseded, revoked or ended ones', async () => {
  const { id } = await seedOrder(shop, buyer)
  const [first, second] = await shop.db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .where('i.order_id', '=', id)
    .select('l.id')
    .execute()
  const updateLicense = (license: { id: number } | undefined, changes: { superseded_by: number } | { ends_at: Date }) =>
    shop.db
      .updateTable('licenses')
      .set(changes)
      .where('id', '=', license?.id ?? 0)
      .execute()
  const mailEnd = async (credited_cents: number) => {
    await mailDisputeEnded(shop.deps, { order_id: id, withdrawn_cents: 6_000, credited_cents })
    return shop.mail.sent.at(-1)?.text.replace(/\s+/g, ' ')
  }
  expect(await mailEnd(1)).toContain('nothing more is owed for it. The licenses of 2 clips are in force again')
  await updateLicense(first, { superseded_by: second?.id ?? 0 })
  expect(await mailEnd(2)).toContain('The license of 1 clip is in force again, and downloads are open.')
  await updateLicense(second, { ends_at: shop.clock.now() })
  const lastText = await mailEnd(3)
  expect(lastText).toContain('nothing more is owed for it.')
  expect(lastText).not.toContain('in force again')
  expect(lastText).not.toContain('downloads')
  await shop.db
    .updateTable('licenses')
    .set({ ends_at: null, revoked_at: shop.clock.now() })
    .where('id', '=', second?.id ?? 0)
    .execute()
  expect(await mailEnd(4)).not.toContain('in force again')
})

test('the mail of a placed order shows a still of each clip', async () => {
  const { id } = await seedOrder(shop, buyer)
  const files = [{ kind: 'thumb_480', mime: 'image/jpeg', width: 480, height: 270, bytes: 1, key: 'renditions/s.jpg' }]
  await shop.db
    .updateTable('masters')
    .set({ renditions: JSON.stringify({ files }) })
    .execute()
  await mailPlaced(id)
  const html = shop.mail.sent[0]?.html ?? ''
  expect([...html.matchAll(/<img[^>]* src="http:\/\/localhost:4400\/[^"]*s\.jpg"/g)]).toHaveLength(2)
})
