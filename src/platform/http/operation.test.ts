import { expect, test } from 'vitest'

import { createOperation } from './operation.ts'
import { refuse } from './refusal.ts'

test.each([
  ['the connection was lost', new TypeError('Failed to fetch')],
  ['the server failed', refuse(503, 'Soon again.')],
  ['too many requests were sent', refuse(429, 'Too soon.')],
  ['the first request is still running', refuse(409, 'Wait.', { in_progress: true })],
])('%s: a retry sends the same request with the same key, whatever was typed since', async (_, error) => {
  const operation = createOperation<string>()
  const first = await operation.begin(() => 'as first typed')
  operation.failed(error)
  expect(operation.hasBegun()).toBe(true)
  expect(await operation.begin(() => 'as typed later')).toEqual(first)
})

test('after a definite refusal the next attempt is a new request', async () => {
  const operation = createOperation<string>()
  const first = await operation.begin(() => 'first')
  operation.failed(refuse(409, 'Your cart changed.'))
  expect(operation.hasBegun()).toBe(false)
  const second = await operation.begin(() => 'second')
  expect(second.body).toBe('second')
  expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
})

test('a request that could not be built was not sent', async () => {
  const operation = createOperation<string>()
  await expect(operation.begin(() => Promise.reject(new Error('No card.')))).rejects.toThrow('No card.')
  expect(operation.hasBegun()).toBe(false)
  expect((await operation.begin(() => 'a card')).body).toBe('a card')
})
