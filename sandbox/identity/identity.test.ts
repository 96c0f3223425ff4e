/** The identity provider as the shop and its browsers meet it: who may ask, what is handed over to whom, and by whose key. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createRemoteJWKSet, importSPKI, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { mayAsk } from './request.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'identity-'))
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ data_dir: folder })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const asked = { client_id: 'longtake-sandbox', origin: 'http://localhost:3000', state: 's"><b>', nonce: 'n0nce' }
const open = (change: Record<string, string> = {}) =>
  fetch(`${sandbox.origins.identity}/signin?${new URLSearchParams({ ...asked, ...change })}`)
const choose = (choice: Record<string, string>) =>
  fetch(`${sandbox.origins.identity}/signin`, { method: 'POST', body: new URLSearchParams({ ...asked, ...choice }) })
const credentialIn = (page: string) => /data-credential="([^"]+)"/.exec(page)?.[1] ?? ''

test('a person of the list is signed for by the keys that are published, in both forms', async () => {
  const page = await (await choose({ person: '0' })).text()
  expect(page).toContain('data-origin="http://localhost:3000"')
  const credential = credentialIn(page)
  const expected = { issuer: sandbox.origins.identity, audience: 'longtake-sandbox' }
  const jwks = createRemoteJWKSet(new URL('/oauth2/v3/certs', sandbox.origins.identity))
  const { payload, protectedHeader } = await jwtVerify(credential, jwks, expected)
  expect(protectedHeader.alg).toBe('RS256')
  expect(payload).toMatchObject({
    email: 'ada@longtake.example',
    email_verified: true,
    given_name: 'Ada',
    nonce: 'n0nce',
  })
  expect(payload.sub).toMatch(/^\d{21}$/)
  const pem = (await (await fetch(`${sandbox.origins.identity}/oauth2/v1/certs`)).json()) as Record<string, string>
  await jwtVerify(credential, await importSPKI(pem[protectedHeader.kid ?? ''] ?? '', 'RS256'), expected)
})

test('anybody else can be typed in, confirmed or not', async () => {
  const credential = credentialIn(await (await choose({ email: 'new@people.example', given_name: 'New' })).text())
  const claims = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()) as object
  expect(claims).toMatchObject({ email: 'new@people.example', email_verified: false, name: 'New' })
  const refused = await choose({ email: 'nobody' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Please give an email.')
})

test.each([
  ['another client', { client_id: 'another' }],
  ['an origin elsewhere', { origin: 'https://evil.example' }],
  ['an origin that only looks like ours', { origin: 'http://localhost:3000.evil.example' }],
  ['an address in place of an origin', { origin: 'http://localhost:3000/path' }],
  ['no state', { state: '' }],
  ['no nonce', { nonce: '' }],
])('%s gets no window and no credential', async (_, change) => {
  expect((await open(change)).status).toBe(400)
  const answer = await choose({ person: '0', ...change })
  expect(answer.status).toBe(400)
  expect(await answer.text()).not.toContain('data-credential')
})

test('origins of this machine ask, and those that are registered', () => {
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(mayAsk(origin, [])).toBe(true)
  expect(mayAsk('https://demo.example', [])).toBe(false)
  expect(mayAsk('https://demo.example', ['https://demo.example'])).toBe(true)
})

test('what was asked is written as text, and a page runs nothing but its own script', async () => {
  const answer = await open()
  const page = await answer.text()
  expect(page).toContain('value="s&quot;&gt;&lt;b&gt;"')
  expect(page).not.toContain('"><b>')
  expect(answer.headers.get('content-security-policy')).not.toContain('script-src')
  const handed = await choose({ person: '0' })
  expect(handed.headers.get('content-security-policy')).toMatch(/script-src 'nonce-[\w+/=]+'/)
  expect(handed.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('the same key signs after a restart', async () => {
  const keys = async (origin: string) => (await fetch(`${origin}/oauth2/v3/certs`)).json()
  const again = await startSandbox({ data_dir: folder })
  expect(await keys(again.origins.identity)).toEqual(await keys(sandbox.origins.identity))
  await again.close()
})
