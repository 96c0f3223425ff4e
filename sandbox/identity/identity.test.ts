/** Tests for the identity provider: which origins it serves, and how it signs and hands over credentials. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createRemoteJWKSet, importSPKI, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { isAllowedOrigin } from './request.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'identity-'))
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ data_dir: folder })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const request = { client_id: 'longtake-sandbox', origin: 'http://localhost:3000', state: 's"><b>', nonce: 'n0nce' }
const openWindow = (changes: Record<string, string> = {}) =>
  fetch(`${sandbox.origins.identity}/signin?${new URLSearchParams({ ...request, ...changes })}`)
const choosePerson = (choice: Record<string, string>) =>
  fetch(`${sandbox.origins.identity}/signin`, { method: 'POST', body: new URLSearchParams({ ...request, ...choice }) })
const credentialIn = (page: string) => /data-credential="([^"]+)"/.exec(page)?.[1] ?? ''

test('a credential for a listed person verifies against the published keys in both formats', async () => {
  const page = await (await choosePerson({ person: '0' })).text()
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

test('any other person can be typed in, with a confirmed email or without', async () => {
  const credential = credentialIn(await (await choosePerson({ email: 'new@people.example', given_name: 'New' })).text())
  const claims = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()) as object
  expect(claims).toMatchObject({ email: 'new@people.example', email_verified: false, name: 'New' })
  const refused = await choosePerson({ email: 'nobody' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Enter a valid email.')
})

test.each([
  ['another client', { client_id: 'another' }],
  ['an origin elsewhere', { origin: 'https://evil.example' }],
  ['an origin that only looks like ours', { origin: 'http://localhost:3000.evil.example' }],
  ['an address in place of an origin', { origin: 'http://localhost:3000/path' }],
  ['no state', { state: '' }],
  ['no nonce', { nonce: '' }],
])('%s gets no window and no credential', async (_, change) => {
  expect((await openWindow(change)).status).toBe(400)
  const response = await choosePerson({ person: '0', ...change })
  expect(response.status).toBe(400)
  expect(await response.text()).not.toContain('data-credential')
})

test('origins on this machine and registered origins are allowed', () => {
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(isAllowedOrigin(origin, [])).toBe(true)
  expect(isAllowedOrigin('https://demo.example', [])).toBe(false)
  expect(isAllowedOrigin('https://demo.example', ['https://demo.example'])).toBe(true)
})

test('request values are escaped, and a page runs only its own script', async () => {
  const response = await openWindow()
  const page = await response.text()
  expect(page).toContain('value="s&quot;&gt;&lt;b&gt;"')
  expect(page).not.toContain('"><b>')
  expect(response.headers.get('content-security-policy')).not.toContain('script-src')
  const handover = await choosePerson({ person: '0' })
  expect(handover.headers.get('content-security-policy')).toMatch(/script-src 'nonce-[\w+/=]+'/)
  expect(handover.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('the signing key survives a restart', async () => {
  const fetchKeys = async (origin: string) => (await fetch(`${origin}/oauth2/v3/certs`)).json()
  const restarted = await startSandbox({ data_dir: folder })
  expect(await fetchKeys(restarted.origins.identity)).toEqual(await fetchKeys(sandbox.origins.identity))
  await restarted.close()
})
