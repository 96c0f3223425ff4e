/** The console's buttons. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { control, newCustomer, sdk } from './testing.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const press = (path: string, form: Record<string, string> = {}, origin = sandbox.origins.http) =>
  fetch(`${sandbox.origins.http}/console/${path}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
const look = async (query = '') => (await fetch(`${sandbox.origins.http}/${query}`)).text()

async function sell(orderId: string) {
  const options = { submitForSettlement: true }
  const { transaction } = await sdk(sandbox).transaction.sale({
    amount: '1250.00',
    orderId,
    paymentMethodNonce: 'fake-valid-nonce',
    options,
  })
  return transaction.id
}

test('a sale is listed, settled and refunded by hand', async () => {
  const id = await sell('C-1')
  expect(await look()).toMatch(/C-1[\s\S]*submitted for settlement[\s\S]*1,250\.00/)
  expect((await press(`transactions/${id}/settle`)).status).toBe(303)
  await press(`transactions/${id}/refund`)
  expect(await sdk(sandbox).transaction.find(id)).toMatchObject({ status: 'settled', refundIds: [expect.any(String)] })
  expect(await look()).toContain(`refunds ${id}`)
})

test('only what is possible has a button', async () => {
  const id = await sell('C-2')
  await press(`transactions/${id}/void`)
  const page = await look('?q=C-2')
  expect(page).toContain('voided')
  expect(page).not.toContain('/console/transactions/')
  expect((await press(`transactions/${id}/settle`)).status).toBe(303)
  expect(await sdk(sandbox).transaction.find(id)).toMatchObject({ status: 'voided' })
})

test('an order id is text, never markup', async () => {
  await sell('<script>alert(1)</script>')
  expect(await look('?q=<script>')).not.toContain('<script>alert')
})

test('faults and strict amounts are switched on and off', async () => {
  await press('faults', { kind: 'slow', on: 'search', times: 'once' })
  expect(await control(sandbox, 'GET', 'faults')).toEqual({
    faults: [{ kind: 'slow', on: 'search', times: 1, delay_ms: null }],
  })
  expect(await look()).toContain('Switch off')
  await press('faults/0/off')
  expect(await control(sandbox, 'GET', 'faults')).toEqual({ faults: [] })
  await press('settings', { strict_amounts: 'true' })
  expect(await control(sandbox, 'GET', 'settings')).toMatchObject({ strict_amounts: true, debits_settle: true })
  await press('settings', { strict_amounts: 'false' })
  await press('settings', { debits_settle: 'false' })
  expect(await control(sandbox, 'GET', 'settings')).toMatchObject({ strict_amounts: false, debits_settle: false })
})

test('a settled sale is disputed and the dispute decided by hand', async () => {
  const id = await sell('C-4')
  await press(`transactions/${id}/settle`)
  await press(`transactions/${id}/dispute`, { reason: 'duplicate' })
  expect(await look('?q=C-4')).toContain('Dispute (duplicate): open')
  const { disputes } = await sdk(sandbox).transaction.find(id)
  await press(`disputes/${disputes?.[0]?.id}/lost`)
  const page = await look('?q=C-4')
  expect(page).toContain('Dispute (duplicate): lost')
  expect(page).not.toContain('Win dispute')
  expect(await look('webhooks')).toMatch(/dispute lost[\s\S]*dispute opened/)
})

test('what is kept is listed, revoked and deleted by hand', async () => {
  const customerId = await newCustomer(sandbox)
  const keep = async (paymentMethodNonce: string) =>
    (await sdk(sandbox).paymentMethod.create({ customerId, paymentMethodNonce })).paymentMethod.token
  const [card, payPal] = [await keep('fake-valid-nonce'), await keep('fake-paypal-billing-agreement-nonce')]
  const page = await look('vault')
  expect(page).toMatch(/jane\.doe@paypal\.example[\s\S]*Fieldnote Pictures[\s\S]*1111/)
  expect(page).not.toContain(`/console/vault/${card}/revoke`)
  expect((await press(`vault/${card}/revoke`)).status).toBe(303)
  await press(`vault/${payPal}/revoke`)
  expect((await sdk(sandbox).customer.find(customerId)).paymentMethods).toMatchObject([{ token: card }])
  await press(`vault/${card}/delete`)
  expect((await sdk(sandbox).customer.find(customerId)).paymentMethods).toEqual([])
  expect((await press(`vault/${card}/delete`)).status).toBe(404)
})

test('webhooks get an address, and an address that is none is refused', async () => {
  expect((await press('webhooks/address', { webhook_url: 'nowhere' })).headers.get('location')).toBe(
    '/webhooks?said=wrong',
  )
  await press('webhooks/address', { webhook_url: `${sandbox.origins.http}/page.js` })
  expect(await look('webhooks')).toContain('Send a check')
  expect((await press('webhooks/challenge')).headers.get('location')).toBe('/webhooks?said=silent')
  await press('webhooks/check')
  await expect.poll(() => look('webhooks')).toMatch(/waiting[\s\S]*: 404/)
  await press('faults', { kind: 'duplicate', on: 'webhook', times: 'once' })
  expect(await look('webhooks')).toMatch(/Comes twice[\s\S]*Switch off/)
  expect(await look()).not.toContain('Switch off')
  await press('webhooks/address', { webhook_url: '' })
  expect(await control(sandbox, 'GET', 'settings')).toMatchObject({ webhook_url: null })
})

test("another site's form presses nothing", async () => {
  const id = await sell('C-3')
  expect((await press(`transactions/${id}/void`, {}, 'https://elsewhere.example')).status).toBe(403)
  expect(await sdk(sandbox).transaction.find(id)).toMatchObject({ status: 'submitted_for_settlement' })
})
