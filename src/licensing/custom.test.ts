import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { listTickets } from '#tickets/inbox.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember } from '../../testing/builders/orders.ts'
import { confirmEmail } from '../../testing/builders/people.ts'
import { proofOf } from '../../testing/proof.ts'
import { dispatch } from '../platform/outbox.server.ts'
import { ticketsReactions } from '../tickets/reactions.server.ts'
import { requestCustomLicense } from './custom-contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4400' })
})
beforeEach(async () => {
  await shop.db.deleteFrom('ticket_mails').execute()
  await shop.db.deleteFrom('tickets').execute()
})
afterAll(() => shop.close())

const asked = { name: 'Dana', email: 'dana@people.example', message: 'Exclusive in France for two years' }

test('what the selector does not have is asked of our people: the clips, the channels and whom it is for', async () => {
  const buyer = await aMember(shop)
  await confirmEmail(shop, { id: buyer.user_id, email: buyer.email })
  const { data } = await buyer.visitor.call(requestCustomLicense, {
    body: { ...asked, clip_ids: [7, 9], distribution_ids: [4], end_client_size: 5 },
  })
  expect(await listTickets(shop.db)).toMatchObject([
    {
      reference: data.reference,
      kind: 'custom_license',
      topic: 'buyout',
      user_id: buyer.user_id,
      workspace_id: buyer.workspace_id,
      details: { Clips: '#7, #9', Distribution: 'All-Media Buyout', 'End client': '1,001+ people' },
    },
  ])
  const reactions = ticketsReactions(shop.deps)
  await dispatch(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data: news } of shop.jobs.sent)
    await reactions.find(reaction => reaction.name === name)?.react(news as never)
  const toStaff = shop.mail.sent.find(({ to }) => to === 'hello@longtake.example')
  expect(toStaff?.subject).toContain('Custom license')
  for (const text of ['#7, #9', 'All-Media Buyout', asked.message]) expect(toStaff?.text).toContain(text)
})

test('a guest proves to be no program first; many clips are counted', async () => {
  const guest = shop.visitor()
  const clip_ids = Array.from({ length: 40 }, (_, i) => i + 1)
  await expect(guest.call(requestCustomLicense, { body: asked })).rejects.toMatchObject({
    errors: { captcha: expect.any(Array) },
  })
  const captcha = await proofOf(guest, 'custom_license')
  await guest.call(requestCustomLicense, { body: { ...asked, clip_ids, captcha } })
  const [ticket] = await listTickets(shop.db)
  expect(ticket).toMatchObject({ topic: 'custom_license', user_id: null })
  expect(ticket?.details['Clips']).toMatch(/#30, and 10 more$/)
})

test.each([
  [
    { message: ' ', name: '' },
    { message: ['What you need is required.'], name: ['Name is required.'] },
  ],
  [{ email: 'dana@' }, { email: ['Invalid email address.'] }],
  [{ distribution_ids: [10] }, { 'distribution_ids.0': ['Choose a distribution from the list'] }],
])('%j is refused', async (change, errors) => {
  const { visitor } = await aMember(shop)
  await expect(visitor.call(requestCustomLicense, { body: { ...asked, ...change } })).rejects.toMatchObject({
    status: 422,
    errors,
  })
})
