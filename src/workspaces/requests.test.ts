import { afterAll, beforeAll, expect, test } from 'vitest'

import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember } from '../../testing/builders/orders.ts'
import { listTickets } from '../tickets/inbox.server.ts'
import { ticketsReactions } from '../tickets/reactions.server.ts'
import { requestBillingChange, requestEnterprise, requestSupport } from './requests-contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const message = 'Sixty days would help,\nour clients pay late.'

test('a request becomes a ticket with its workspace, and two mails', async () => {
  const { visitor, email, user_id, workspace_id } = await seedMember(shop)
  const { data } = await visitor.call(requestBillingChange, { body: { topic: 'term', message: `  ${message} ` } })
  const [ticket] = await listTickets(shop.db, { kind: 'billing_change' })
  expect(ticket).toMatchObject({
    reference: data.reference,
    topic: 'term',
    message,
    name: 'Nora Brandt',
    email,
    user_id,
    workspace_id,
    details: {
      Topic: 'Another payment term',
      Workspace: expect.stringContaining(`(${workspace_id})`) as string,
      Role: 'Owner',
    },
  })
  const reactions = ticketsReactions(shop.deps)
  await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data } of shop.jobs.sent)
    await reactions.find(reaction => reaction.name === name)?.handle(data as { ticket_id: number })
  const subjects = shop.mail.sent.map(({ subject }) => subject)
  expect(subjects).toHaveLength(2)
  expect(subjects).toContain(`We have your message (${data.reference})`)
  expect(subjects).toContainEqual(expect.stringMatching(/^\[[0-9A-F]{8}\] Billing change by /))
  expect(shop.mail.sent.find(({ to }) => to === email)?.text).not.toContain('Sixty')
})

test('everyone can request support; only owners and admins can send enterprise and billing requests', async () => {
  const { workspace_id } = await seedMember(shop)
  const { visitor } = await seedMember(shop, 'purchaser', workspace_id)
  await visitor.call(requestSupport, { body: { topic: 'orders', message } })
  for (const [endpoint, topic] of [
    [requestEnterprise, 'rates'],
    [requestBillingChange, 'term'],
  ] as const)
    await expect(visitor.call(endpoint, { body: { topic, message } })).rejects.toMatchObject({ status: 403 })
  expect(await listTickets(shop.db, { kind: 'workspace_support' })).toHaveLength(1)
})

test.each([
  [{ topic: 'nothing', message }, { topic: ['This field is required'] }],
  [{ topic: 'toString', message }, { topic: ['This field is required'] }],
  [{ topic: 'team', message: ' \n ' }, { message: ['Message is required.'] }],
  [
    { topic: 'team', message: 'x'.repeat(5_001) },
    { message: ['Message is too long. At most 5,000 characters, please.'] },
  ],
])('the request %j is refused with a field error', async (body, errors) => {
  const { visitor } = await seedMember(shop)
  await expect(visitor.call(requestSupport, { body })).rejects.toMatchObject({ status: 422, errors })
})

test('twenty simultaneous requests from one user create as many tickets as one email can open', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1' })
  const { visitor } = await seedMember(limited)
  const sendRequest = () =>
    visitor.call(requestSupport, { body: { topic: 'team', message } }).then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  const statuses = await Promise.all(Array.from({ length: 20 }, sendRequest))
  expect(statuses.filter(status => status === 200)).toHaveLength(5)
  expect(statuses.filter(status => status === 429)).toHaveLength(15)
  await limited.close()
})
