/** Tests that the sandbox rejects foreign Host headers, which protects it from DNS rebinding. */
import http from 'node:http'
import https from 'node:https'

import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { accountRoutes } from './accounts.ts'
import { startSandbox, type Sandbox } from './start.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ registered_origins: ['https://Demo.example:3000'] })
})
afterAll(() => sandbox.close())

/** Requests a path with the given Host header. */
const fetchPage = (origin: string, path: string, host: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { get } = origin.startsWith('https:') ? https : http
    get(`${origin}${path}`, { headers: { host }, rejectUnauthorized: false }, response => {
      let body = ''
      response.setEncoding('utf8').on('data', text => (body += String(text)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    }).on('error', reject)
  })

const listPages = () =>
  [
    [sandbox.origins.http, '/mailbox'],
    [sandbox.origins.http, '/mailbox/messages'],
    [sandbox.origins.http, '/_control/transactions'],
    [sandbox.origins.http, '/accounts'],
    [sandbox.origins.tls, '/mailbox'],
    [sandbox.origins.identity, '/oauth2/v3/certs'],
  ] as const

test.each(['evil.example', 'evil.example:4701', 'localhost.evil.example', '127.0.0.1.evil.example', 'a b'])(
  'Host: %s gets 421 and nothing else',
  async host => {
    for (const [origin, path] of listPages()) {
      const { status, body } = await fetchPage(origin, path, host)
      // Node rejects a malformed Host with 400 before the hook runs.
      expect([400, 421]).toContain(status)
      expect(body).not.toContain('messages')
    }
  },
)

test.each(['localhost', 'localhost:4701', '127.0.0.1:1', '[::1]:4701', 'demo.example', 'demo.example:4701'])(
  'Host: %s is accepted',
  async host => {
    for (const [origin, path] of listPages()) expect((await fetchPage(origin, path, host)).status).toBe(200)
  },
)

test('the names of the payment providers are accepted only over TLS', async () => {
  const host = 'client-analytics.sandbox.braintreegateway.com'
  expect((await fetchPage(sandbox.origins.tls, '/mailbox', host)).status).toBe(200)
  expect((await fetchPage(sandbox.origins.tls, '/mailbox', 'notbraintreegateway.com')).status).toBe(421)
  expect((await fetchPage(sandbox.origins.http, '/mailbox', host)).status).toBe(421)
})

test('the accounts page lists the accounts of the demo, escaped', async () => {
  const putAccounts = (body: object) =>
    fetch(`${sandbox.origins.http}/_control/accounts`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const fetchAccountsPage = async () => (await fetch(`${sandbox.origins.http}/accounts`)).text()
  expect(await fetchAccountsPage()).toContain('No demo has registered its accounts.')
  expect((await putAccounts({ shop: 'http://localhost:3000', accounts: [{ about: 'Buyer' }] })).status).toBe(422)
  const accounts = [{ about: 'Buyer <b>', email: 'ada@longtake.example', password: 'k7fq-9wzx-m3tp-aaaa' }]
  expect((await putAccounts({ shop: 'http://localhost:3000', accounts })).status).toBe(200)
  expect(await fetchAccountsPage()).toMatch(/Buyer &lt;b&gt;[^]*ada@longtake\.example[^]*k7fq-9wzx-m3tp-aaaa/)
})

test.each([
  ['127.0.0.1', { host: 'localhost:4701' }, true],
  ['::1', { host: '[::1]:4701' }, true],
  ['::ffff:127.0.0.1', { host: '127.0.0.1:4701' }, true],
  ['198.51.100.7', { host: 'localhost:4701' }, false],
  ['192.168.0.5', { host: '192.168.0.2:4701' }, false],
  ['::ffff:192.168.0.5', { host: '127.0.0.1:4701' }, false],
  ['127.0.0.1', { host: 'demo.example' }, false],
  ['127.0.0.1', { host: 'localhost:4701', 'x-forwarded-for': '198.51.100.7' }, false],
])('a request from %s with %j shows passwords: %s', async (remoteAddress, headers, showsPasswords) => {
  const app = fastify()
  accountRoutes(app)
  const accounts = [{ about: 'Buyer', email: 'ada@longtake.example', password: 'k7fq-9wzx-m3tp-aaaa' }]
  await app.inject({ method: 'PUT', url: '/_control/accounts', body: { shop: 'http://localhost:3000', accounts } })
  const { body } = await app.inject({ url: '/accounts', remoteAddress, headers })
  expect(body).toContain('ada@longtake.example')
  expect(body.includes('k7fq-9wzx-m3tp-aaaa')).toBe(showsPasswords)
  expect(body.includes('Passwords are shown on the sandbox’s own machine')).toBe(!showsPasswords)
  await app.close()
})
