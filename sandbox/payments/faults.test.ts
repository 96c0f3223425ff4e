/** Tests for injected faults, through the official server SDK. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { callControlApi, sdk } from './testing.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
afterEach(() => callControlApi(sandbox, 'DELETE', 'faults'))

const setFault = (fault: object) => callControlApi<{ error?: string }>(sandbox, 'PUT', 'faults', { faults: [fault] })

/** A gateway client that times out after 300 ms. */
function gatewayWithShortTimeout() {
  const gateway = sdk(sandbox)
  ;(gateway as unknown as { config: { timeout: number } }).config.timeout = 300
  return gateway
}

const saleRequest = (orderId: string) => ({ amount: '10.00', orderId, paymentMethodNonce: 'fake-valid-nonce' })
const countCharges = async (order_id: string) =>
  (await callControlApi<{ transactions: unknown[] }>(sandbox, 'GET', `transactions?order_id=${order_id}`)).transactions
    .length

test('a timeout after success fails the call, but the charge exists and search finds it', async () => {
  await setFault({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  const gateway = gatewayWithShortTimeout()
  await expect(gateway.transaction.sale(saleRequest('F-1'))).rejects.toMatchObject({ type: 'unexpectedError' })
  const stream = gateway.transaction.search(query => {
    query.orderId().is('F-1')
  })
  expect(await Array.fromAsync(stream)).toMatchObject([{ orderId: 'F-1', status: 'authorized' }])
})

test('a delayed response still arrives', async () => {
  await setFault({ kind: 'timeout_after_success', delay_ms: 50 })
  expect(await sdk(sandbox).transaction.sale(saleRequest('F-2'))).toMatchObject({ success: true })
})

test('an error 500 fails the call without a charge, and a fault ends after its number of times', async () => {
  await setFault({ kind: 'error_500', times: 2 })
  for (const _ of [1, 2])
    await expect(sdk(sandbox).transaction.sale(saleRequest('F-3'))).rejects.toMatchObject({ type: 'serverError' })
  expect(await countCharges('F-3')).toBe(0)
  expect(await sdk(sandbox).transaction.sale(saleRequest('F-3'))).toMatchObject({ success: true })
})

test('a slow call times out at the caller, and the charge happens anyway', async () => {
  await setFault({ kind: 'slow', delay_ms: 600 })
  await expect(gatewayWithShortTimeout().transaction.sale(saleRequest('F-4'))).rejects.toMatchObject({
    type: 'unexpectedError',
  })
  expect(await countCharges('F-4')).toBe(0)
  await expect.poll(() => countCharges('F-4')).toBe(1)
})

test('a fault affects only its own operation', async () => {
  await setFault({ kind: 'error_500', on: 'refund' })
  expect(await sdk(sandbox).transaction.sale(saleRequest('F-5'))).toMatchObject({ success: true })
})

test('a fault for one amount leaves other amounts alone and stays active', async () => {
  await setFault({ kind: 'error_500', times: 1, amount: '12.34' })
  expect(await sdk(sandbox).transaction.sale(saleRequest('F-6'))).toMatchObject({ success: true })
  const matching = { ...saleRequest('F-7'), amount: '12.34' }
  await expect(sdk(sandbox).transaction.sale(matching)).rejects.toMatchObject({ type: 'serverError' })
})

test('an invalid fault is refused with a message', async () => {
  expect(await setFault({ kind: 'explode' })).toEqual({ error: expect.stringContaining('kind must be one of') })
  expect(await setFault({ kind: 'slow', on: 'lunch' })).toEqual({
    error: expect.stringContaining('on must be all or one of'),
  })
  expect(await setFault({ kind: 'slow', times: 0 })).toEqual({ error: expect.stringContaining('whole numbers') })
  expect(await setFault({ kind: 'slow', amount: 'lots' })).toEqual({ error: expect.stringContaining('amount must be') })
})
