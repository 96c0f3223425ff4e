/** Tests for the buttons of the console. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { callControlApi, createTestCustomer, sdk } from './testing.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const submitForm = (path: string, form: Record<string, string> = {}, origin = sandbox.origins.http) =>
  fetch(`${sandbox.origins.http}/console/${path}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
const fetchPage = async (query = '') => (await fetch(`${sandbox.origins.http}/${query}`)).text()

async function createSale(orderId: string) {
  const options = { submitForSettlement: true }
  const { transaction } = await sdk(sandbox).transaction.sale({
    amount: '1250.00',
    orderId,
    paymentMethodNonce: 'fake-valid-nonce',
    options,
  })
  return transaction.id
}

test('a sale is listed, settled and refunded from the console', async () => {
  const id = await createSale('C-1')
  expect(await fetchPage()).toMatch(/C-1[\s\S]*submitted for settlement[\s\S]*1,250\.00/)
  expect((await submitForm(`transactions/${id}/settle`)).status).toBe(303)
  await submitForm(`transactions/${id}/refund`)
  expect(await sdk(sandbox).transaction.find(id)).toMatchObject({ status: 'settled', refundIds: [expect.any(String)] })
  expect(await fetchPage()).toContain(`refunds ${id}`)
})

test('only possible actions have a button', async () => {
  const id = await createSale('C-2')
  await submitForm(`transactions/${id}/void`)
  const page = await fetchPage('?q=C-2')
  expect(page).toContain('voided')
  expect(page).not.toContain('/console/transactions/')
  expect((await submitForm(`transactions/${id}/settle`)).status).toBe(303)
  expect(await sdk(sandbox).transaction.find(id)).toMatchObject({ status: 'voided' })
})

test('markup in an order id is escaped', async () => {
  await createSale('<script>alert(1)</script>')
  expect(await fetchPage('?q=<script>')).not.toContain('<script>alert')
})

test('faults and strict amounts can be switched on and off', async () => {
  await submitForm('faults', { kind: 'slow', on: 'search', times: 'once' })
  expect(await callControlApi(sandbox, 'GET', 'faults')).toEqual({
    faults: [{ kind: 'slow', on: 'search', times: 1, delay_ms: null }],
  })
  expect(await fetchPage()).toContain('Switch off')
  await submitForm('faults/0/off')
  expect(await callControlApi(sandbox, 'GET', 'faults')).toEqual({ faults: [] })
  await submitForm('settings', { strict_amounts: 'true' })
  expect(await callControlApi(sandbox, 'GET', 'settings')).toMatchObject({ strict_amounts: true, debits_settle: true })
  await submitForm('settings', { strict_amounts: 'false' })
  await submitForm('settings', { debits_settle: 'false' })
  expect(await callControlApi(sandbox, 'GET', 'settings')).toMatchObject({
    strict_amounts: false,
    debits_settle: false,
  })
})

test('a settled sale can be disputed and the dispute decided from the console', async () => {
  const id = await createSale('C-4')
  await submitForm(`transactions/${id}/settle`)
  await submitForm(`transactions/${id}/dispute`, { reason: 'duplicate' })
  expect(await fetchPage('?q=C-4')).toContain('Dispute (duplicate): open')
  const { disputes } = await sdk(sandbox).transaction.find(id)
  await submitForm(`disputes/${disputes?.[0]?.id}/lost`)
  const page = await fetchPage('?q=C-4')
  expect(page).toContain('Dispute (duplicate): lost')
  expect(page).not.toContain('Win dispute')
  expect(await fetchPage('webhooks')).toMatch(/dispute lost[\s\S]*dispute opened/)
})

test('saved payment methods can be listed, revoked and deleted', async () => {
  const customerId = await createTestCustomer(sandbox)
  const vaultMethod = async (paymentMethodNonce: string) =>
    (await sdk(sandbox).paymentMethod.create({ customerId, paymentMethodNonce })).paymentMethod.token
  const [card, payPal] = [
    await vaultMethod('fake-valid-nonce'),
    await vaultMethod('fake-paypal-billing-agreement-nonce'),
  ]
  const page = await fetchPage('vault')
  expect(page).toMatch(/jane\.doe@paypal\.example[\s\S]*Fieldnote Pictures[\s\S]*1111/)
  expect(page).not.toContain(`/console/vault/${card}/revoke`)
  expect((await submitForm(`vault/${card}/revoke`)).status).toBe(303)
  await submitForm(`vault/${payPal}/revoke`)
  expect((await sdk(sandbox).customer.find(customerId)).paymentMethods).toMatchObject([{ token: card }])
  await submitForm(`vault/${card}/delete`)
  expect((await sdk(sandbox).customer.find(customerId)).paymentMethods).toEqual([])
  expect((await submitForm(`vault/${card}/delete`)).status).toBe(404)
})

test('the webhook address can be set, and an invalid address is refused', async () => {
  expect((await submitForm('webhooks/address', { webhook_url: 'nowhere' })).headers.get('location')).toBe(
    '/webhooks?result=wrong',
  )
  await submitForm('webhooks/address', { webhook_url: `${sandbox.origins.http}/page.js` })
  expect(await fetchPage('webhooks')).toContain('Send a check')
  expect((await submitForm('webhooks/challenge')).headers.get('location')).toBe('/webhooks?result=silent')
  await submitForm('webhooks/check')
  await expect.poll(() => fetchPage('webhooks')).toMatch(/waiting[\s\S]*: 404/)
  await submitForm('faults', { kind: 'duplicate', on: 'webhook', times: 'once' })
  expect(await fetchPage('webhooks')).toMatch(/Delivered twice[\s\S]*Switch off/)
  expect(await fetchPage()).not.toContain('Switch off')
  await submitForm('webhooks/address', { webhook_url: '' })
  expect(await callControlApi(sandbox, 'GET', 'settings')).toMatchObject({ webhook_url: null })
})

test('a form on another site cannot use the console', async () => {
  const id = await createSale('C-3')
  expect((await submitForm(`transactions/${id}/void`, {}, 'https://elsewhere.example')).status).toBe(403)
  expect(await sdk(sandbox).transaction.find(id)).toMatchObject({ status: 'submitted_for_settlement' })
})
