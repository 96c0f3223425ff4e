/** Tests for the sandbox as a process: its output, its stored data and its exit. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, afterEach, expect, test } from 'vitest'

import { sdk } from './payments/testing.ts'
import { startSandbox } from './start.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

// A failed test must not leave its process running.
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function launch(env: Record<string, string> = {}) {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    child,
    origins: (JSON.parse(String(line)) as { sandbox: { http: string; tls: number; smtp: number; identity: string } })
      .sandbox,
  }
}

const waitForExit = async (child: ChildProcess) => (await once(child, 'exit')) as [number | null, string | null]

test('the sandbox prints its addresses and stops on SIGTERM', async () => {
  const { child, origins } = await launch()
  expect((await fetch(`${origins.http}/`)).status).toBe(200)
  expect((await fetch(`${origins.identity}/`)).status).toBe(200)
  expect(origins).toEqual({
    http: expect.stringMatching(/^http:/),
    tls: expect.any(Number),
    smtp: expect.any(Number),
    identity: expect.stringMatching(/^http:/),
  })
  child.kill('SIGTERM')
  expect(await waitForExit(child)).toEqual([0, null])
})

test('the sandbox exits when its parent does, even with a pending call', async () => {
  const { child, origins } = await launch()
  const ports = { http: Number(new URL(origins.http).port), tls: 0, smtp: 0, identity: 0 }
  await fetch(`${origins.http}/_control/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults: [{ kind: 'timeout_after_success', on: 'client_token' }] }),
  })
  const pendingCall = sdk({ ports }).clientToken.generate({})
  const expectedFailure = expect(pendingCall).rejects.toMatchObject({ type: 'unexpectedError' })
  await fetch(`${origins.http}/`)
  child.stdin.end()
  expect(await waitForExit(child)).toEqual([0, null])
  await expectedFailure
})

test('the error for an invalid port names the variable', async () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, SANDBOX_PORT: 'http' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errorOutput = once(child.stderr, 'data')
  expect((await waitForExit(child))[0]).toBe(1)
  expect(String((await errorOutput)[0])).toContain('SANDBOX_PORT must be a port between 0 and 65535, not http.')
})

test('transactions, customers and cards survive a crash and a restart', async () => {
  const first = await launch({ SANDBOX_DATA_DIR: folder })
  const gateway = sdk({ ports: { http: Number(new URL(first.origins.http).port), tls: 0, smtp: 0, identity: 0 } })
  const { customer } = (await gateway.customer.create({ email: 'ada@example.com' })) as { customer: { id: string } }
  const { transaction } = await gateway.transaction.sale({
    amount: '49.00',
    orderId: 'LT-kept',
    customerId: customer.id,
    paymentMethodNonce: 'fake-valid-nonce',
    options: { storeInVaultOnSuccess: true, submitForSettlement: true },
  })
  first.child.kill('SIGKILL')
  await waitForExit(first.child)
  // A crash in the middle of a write leaves half a line.
  appendFileSync(path.join(folder, 'gateway.jsonl'), '["transactions","half","{')

  const second = await startSandbox({ data_dir: folder })
  const restartedGateway = sdk(second)
  expect(await restartedGateway.transaction.find(transaction.id)).toMatchObject({
    orderId: 'LT-kept',
    status: 'submitted_for_settlement',
  })
  expect((await restartedGateway.customer.find(customer.id)).paymentMethods).toHaveLength(1)
  await restartedGateway.testing.settle(transaction.id)
  await second.close()

  const third = await startSandbox({ data_dir: folder })
  expect(await sdk(third).transaction.find(transaction.id)).toMatchObject({ status: 'settled' })
  await third.close()
})
