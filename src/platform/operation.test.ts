import { expect, test } from 'vitest'

import { oneOperation } from './operation.ts'
import { refuse } from './refusal.ts'

test.each([
  ['the connection was lost', new TypeError('Failed to fetch')],
  ['the shop failed', refuse(503, 'Soon again.')],
  ['too many asked', refuse(429, 'Too soon.')],
  ['the first request is still being carried out', refuse(409, 'Wait.', { is_under_way: true })],
])('%s: what is sent again is the same request under the same key, whatever was typed since', async (_, error) => {
  const operation = oneOperation<string>()
  const first = await operation.begin(() => 'as first typed')
  operation.failed(error)
  expect(operation.hasBegun()).toBe(true)
  expect(await operation.begin(() => 'as typed later')).toEqual(first)
})

test('after a definite no the next try is another request', async () => {
  const operation = oneOperation<string>()
  const first = await operation.begin(() => 'first')
  operation.failed(refuse(409, 'Your cart changed.'))
  expect(operation.hasBegun()).toBe(false)
  const second = await operation.begin(() => 'second')
  expect(second.body).toBe('second')
  expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
})

test('what could not be made was not sent', async () => {
  const operation = oneOperation<string>()
  await expect(operation.begin(() => Promise.reject(new Error('No card.')))).rejects.toThrow('No card.')
  expect(operation.hasBegun()).toBe(false)
  expect((await operation.begin(() => 'a card')).body).toBe('a card')
})
