import { afterAll, beforeAll, expect, test } from 'vitest'

import { listTickets } from '#tickets/inbox.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember } from '../../testing/builders/orders.ts'
import { RateRequestBody, requestRate } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('a request for a preferred rate creates a ticket with the end client and the number of clips', async () => {
  const buyer = await seedMember(shop)
  const body = { end_client: 'Aster Foods', clips: '40', message: 'Spots for a year' }
  await buyer.visitor.call(requestRate, { body })
  expect(await listTickets(shop.db)).toMatchObject([
    {
      topic: 'preferred_rate',
      user_id: buyer.user_id,
      message: 'Spots for a year',
      details: { 'End client': 'Aster Foods', 'Number of clips': '40' },
    },
  ])
})

test('the form’s errors are whole sentences', () => {
  const { error } = RateRequestBody.safeParse({ end_client: '', clips: ' ', message: '' })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'End client is required.',
    'Number of clips is required.',
    'A description of the usage is required.',
  ])
})
