import { afterAll, beforeAll, expect, test } from 'vitest'

import { listTickets } from '#tickets/inbox.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember } from '../../testing/builders/orders.ts'
import { RateRequestBody, requestRate } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('a request for a preferred rate becomes a ticket that says for whom and for how many clips', async () => {
  const buyer = await aMember(shop)
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

test('the form complains in whole sentences, all alike', () => {
  const { error } = RateRequestBody.safeParse({ end_client: '', clips: ' ', message: '' })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'End client is required.',
    'Number of clips is required.',
    'A description of the usage is required.',
  ])
})
