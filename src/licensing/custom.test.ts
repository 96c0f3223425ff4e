import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { dispatchEvents } from '#platform/jobs/outbox.server.ts'
import { listTickets } from '#tickets/inbox.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember } from '../../testing/builders/orders.ts'
import { confirmEmail } from '../../testing/builders/people.ts'
import { solveCaptcha } from '../../testing/captcha.ts'
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

const requestBody = { name: 'Dana', email: 'dana@people.example', message: 'Exclusive in France for two years' }

test('a custom license request reaches staff with the clips, the distributions and the end client', async () => {
  const buyer = await seedMember(shop)
  await confirmEmail(shop, { id: buyer.user_id, email: buyer.email })
  const { data } = await buyer.visitor.call(requestCustomLicense, {
    body: { ...requestBody, clip_ids: [7, 9], distribution_ids: [4], end_client_size: 5 },
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
  await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data: payload } of shop.jobs.sent)
    await reactions.find(reaction => reaction.name === name)?.handle(payload as never)
  const staffMail = shop.mail.sent.find(({ to }) => to === 'hello@longtake.example')
  expect(staffMail?.subject).toContain('Custom license')
  for (const text of ['#7, #9', 'All-Media Buyout', requestBody.message]) expect(staffMail?.text).toContain(text)
})

test('a guest must solve the captcha, and further clips are counted', async () => {
  const guest = shop.visitor()
  const clip_ids = Array.from({ length: 40 }, (_, i) => i + 1)
  await expect(guest.call(requestCustomLicense, { body: requestBody })).rejects.toMatchObject({
    errors: { captcha: expect.any(Array) },
  })
  const captcha = await solveCaptcha(guest, 'custom_license')
  await guest.call(requestCustomLicense, { body: { ...requestBody, clip_ids, captcha } })
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
])('%j is rejected', async (overrides, errors) => {
  const { visitor } = await seedMember(shop)
  await expect(visitor.call(requestCustomLicense, { body: { ...requestBody, ...overrides } })).rejects.toMatchObject({
    status: 422,
    errors,
  })
})
