/** Faults on demand, as the shop's server meets them through the official SDK. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { control, sdk } from './testing.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
afterEach(() => control(sandbox, 'DELETE', 'faults'))

const fault = (of: object) => control<{ error?: string }>(sandbox, 'PUT', 'faults', { faults: [of] })

/** A gateway whose patience ends after 300 ms. */
function impatient() {
  const gateway = sdk(sandbox)
  ;(gateway as unknown as { config: { timeout: number } }).config.timeout = 300
  return gateway
}

const sale = (orderId: string) => ({ amount: '10.00', orderId, paymentMethodNonce: 'fake-valid-nonce' })
const charged = async (order_id: string) =>
  (await control<{ transactions: unknown[] }>(sandbox, 'GET', `transactions?order_id=${order_id}`)).transactions.length

test('gone after charging: the call fails, the charge stands, and search finds it', async () => {
  await fault({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  const gateway = impatient()
  await expect(gateway.transaction.sale(sale('F-1'))).rejects.toMatchObject({ type: 'unexpectedError' })
  const stream = gateway.transaction.search(query => {
    query.orderId().is('F-1')
  })
  expect(await Array.fromAsync(stream)).toMatchObject([{ orderId: 'F-1', status: 'authorized' }])
})

test('a late answer still comes', async () => {
  await fault({ kind: 'timeout_after_success', delay_ms: 50 })
  expect(await sdk(sandbox).transaction.sale(sale('F-2'))).toMatchObject({ success: true })
})

test('500: the call fails and nothing was charged; counted faults run out', async () => {
  await fault({ kind: 'error_500', times: 2 })
  for (const _ of [1, 2])
    await expect(sdk(sandbox).transaction.sale(sale('F-3'))).rejects.toMatchObject({ type: 'serverError' })
  expect(await charged('F-3')).toBe(0)
  expect(await sdk(sandbox).transaction.sale(sale('F-3'))).toMatchObject({ success: true })
})

test('slow: the caller gives up, and the charge happens all the same', async () => {
  await fault({ kind: 'slow', delay_ms: 600 })
  await expect(impatient().transaction.sale(sale('F-4'))).rejects.toMatchObject({ type: 'unexpectedError' })
  expect(await charged('F-4')).toBe(0)
  await expect.poll(() => charged('F-4'), { timeout: 5000 }).toBe(1)
})

test('a fault hits only the calls it is for', async () => {
  await fault({ kind: 'error_500', on: 'refund' })
  expect(await sdk(sandbox).transaction.sale(sale('F-5'))).toMatchObject({ success: true })
})

test('a fault for one amount leaves others alone, and waits for its own', async () => {
  await fault({ kind: 'error_500', times: 1, amount: '12.34' })
  expect(await sdk(sandbox).transaction.sale(sale('F-6'))).toMatchObject({ success: true })
  const own = { ...sale('F-7'), amount: '12.34' }
  await expect(sdk(sandbox).transaction.sale(own)).rejects.toMatchObject({ type: 'serverError' })
})

test('a fault that makes no sense is refused with a sentence', async () => {
  expect(await fault({ kind: 'explode' })).toEqual({ error: expect.stringContaining('kind must be one of') })
  expect(await fault({ kind: 'slow', on: 'lunch' })).toEqual({
    error: expect.stringContaining('on must be all or one of'),
  })
  expect(await fault({ kind: 'slow', times: 0 })).toEqual({ error: expect.stringContaining('whole numbers') })
  expect(await fault({ kind: 'slow', amount: 'lots' })).toEqual({ error: expect.stringContaining('amount must be') })
})
