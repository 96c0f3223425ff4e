import { expect, test } from 'vitest'

import { listConfigWarnings, readConfig } from './config.server.ts'

test('an empty environment is a local demo in its own folder', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    demo: true,
    local_demo: true,
    role: 'all',
    public_url: 'http://localhost:3000',
    data_dir: 'data/demo',
  })
})

test.each([{ DEMO: '0' }, { DATABASE_URL: 'postgres://127.0.0.1/shop' }, { PUBLIC_URL: 'http://localhost:3000' }])(
  '%j is a shop and does not use the demo folder',
  env => {
    expect(readConfig(env)).toMatchObject({ demo: false, local_demo: false, data_dir: './data' })
  },
)

test.each([
  [{ DEMO: '1' }, true],
  [{ DEMO: '1', HOST: '::1' }, true],
  [{ DEMO: '1', HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  [{ DEMO: '1', HOST: '0.0.0.0' }, false],
  [{ DEMO: '1', HOST: '::' }, false],
  [{ DEMO: '1', HOST: '127.example' }, false],
  [{ DEMO: '1', PUBLIC_URL: 'https://demo.example' }, false],
])('a demo with %j is local: %j', (env, local_demo) => {
  expect(readConfig(env)).toMatchObject({ demo: true, local_demo })
})

test.each(['0.0.0.0', '::', '192.168.1.5'])('HOST=%s needs PUBLIC_URL or DEMO=1', HOST => {
  expect(() => readConfig({ HOST })).toThrow(
    `HOST is ${HOST}, so other machines reach the shop: set PUBLIC_URL to the address that people use, or DEMO=1 for a demo.`,
  )
  expect(readConfig({ HOST, DEMO: '1' }).demo).toBe(true)
  // The public URL is local, but other machines still reach the stand-ins.
  expect(() => readConfig({ HOST, PUBLIC_URL: 'http://localhost:3000' })).toThrow(
    `HOST is ${HOST}, but payments are a stand-in`,
  )
})

test('a demo refuses production payments, even when it is a demo by default', () => {
  const keys = { BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 's' }
  const SMTP_URL = 'smtps://mail.example'
  const liveKeys = { ...keys, SMTP_URL, SECRET_KEY: 's'.repeat(32), PUBLIC_URL: 'https://shop.example' }
  for (const env of [{ ...liveKeys, DEMO: '1' }, keys])
    expect(() => readConfig({ ...env, BRAINTREE_ENVIRONMENT: 'production' })).toThrow(
      'BRAINTREE_ENVIRONMENT is production, but this is a demo with invented customers',
    )
  expect(readConfig({ ...liveKeys, BRAINTREE_ENVIRONMENT: 'production' }).demo).toBe(false)
  expect(readConfig({ ...liveKeys, DEMO: '1', BRAINTREE_ENVIRONMENT: 'sandbox' }).demo).toBe(true)
})

test('all problems are reported at once', () => {
  expect(() => readConfig({ PORT: 'x', DATABASE_URL: 'mysql://a', DEMO: 'yes' })).toThrow(
    /PORT must be a port number\.[^]*DATABASE_URL must be an address that starts with postgres:\/\/[^]*DEMO must be 0 or 1/,
  )
})

test('a public URL refuses stand-ins unless it is a demo', () => {
  const address = { PUBLIC_URL: 'https://shop.example' }
  expect(() => readConfig(address)).toThrow(/payments are a stand-in[^]*mail is a stand-in[^]*SECRET_KEY is needed/)
  expect(readConfig({ ...address, DEMO: '1' }).demo).toBe(true)
})

test('the Google sign-in stand-in is refused for a public URL, and a Google client id replaces it', () => {
  const identity = { SANDBOX_IDENTITY_URL: 'http://127.0.0.1:4001/' }
  const address = { PUBLIC_URL: 'https://shop.example', ...identity }
  expect(() => readConfig(address)).toThrow(/Google sign-in is a stand-in/)
  expect(readConfig({ ...address, DEMO: '1' }).google).toEqual({
    client_id: 'longtake-sandbox',
    sandbox_url: 'http://127.0.0.1:4001',
  })
  const GOOGLE_CLIENT_ID = '12-ab.apps.googleusercontent.com'
  expect(readConfig({ ...identity, GOOGLE_CLIENT_ID }).google).toEqual({ client_id: GOOGLE_CLIENT_ID })
  expect(readConfig({}).google).toBeUndefined()
  expect(() => readConfig({ GOOGLE_CLIENT_ID: 'mine' })).toThrow(/GOOGLE_CLIENT_ID must end in/)
})

test('production payments refuse the sandbox gateway', () => {
  const keys = { BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 's' }
  expect(() => readConfig({ BRAINTREE_ENVIRONMENT: 'production', SANDBOX_URL: 'http://127.0.0.1:1', ...keys })).toThrow(
    /SANDBOX_URL must not be set/,
  )
})

test('production without VIES_URL warns that VAT numbers are checked only by checksum', () => {
  const config = { mode: 'production', demo: false, vies_url: undefined } as const
  expect(listConfigWarnings(config)).toEqual([expect.stringContaining('VIES_URL is not set')])
  expect(listConfigWarnings({ ...config, vies_url: 'https://vies.example' })).toEqual([])
  expect(listConfigWarnings({ ...config, demo: true })).toEqual([])
  expect(listConfigWarnings(readConfig({}))).toEqual([])
})

test('the previous secret must differ from the current secret', () => {
  const SECRET_KEY = 's'.repeat(32)
  expect(readConfig({ SECRET_KEY, SECRET_KEY_PREVIOUS: 'p'.repeat(32) }).previous_secret_key).toBe('p'.repeat(32))
  expect(() => readConfig({ SECRET_KEY, SECRET_KEY_PREVIOUS: SECRET_KEY })).toThrow(
    'SECRET_KEY_PREVIOUS is the same as SECRET_KEY',
  )
  expect(() => readConfig({ SECRET_KEY_PREVIOUS: 'short' })).toThrow('SECRET_KEY_PREVIOUS must have at least 32')
})

test.each([
  ['0', false],
  ['1', 'loopback, linklocal, uniquelocal'],
  ['198.51.100.7, 203.0.113.0/24,2001:db8::/32', '198.51.100.7, 203.0.113.0/24,2001:db8::/32'],
])('TRUST_PROXY=%s', (TRUST_PROXY, trust_proxy) => {
  expect(readConfig({ TRUST_PROXY }).trust_proxy).toBe(trust_proxy)
})

test.each([
  ['SENTRY_DSN', 'https://errors.example/1', 'must be the whole address that the service gives for a project'],
  ['SENTRY_DSN', 'errors.example', 'must be an address'],
  ['VIES_URL', 'ec.europa.eu', 'must be an address'],
  ['GTM_ID', '<script>', 'must look like GTM-ABC1234'],
  ['AFFILIATE_IDS', 'one', 'must be two ids with a comma between'],
  ['AFFILIATES_URL', 'javascript:alert(1)', 'must be an address'],
  ['SELLING_DASHBOARD_URL', '/sell', 'must be an address'],
  ['PAYOUTS_URL', '/payouts', 'must be an address'],
])('%s=%s is refused with a message', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${message}`)
})

test('AFFILIATE_IDS has two ids', () => {
  expect(readConfig({ AFFILIATE_IDS: 'first,second_2' }).affiliate_ids).toEqual(['first', 'second_2'])
})

test.each(['yes', '2', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1,', 'proxy.example'])(
  'TRUST_PROXY=%s is refused',
  TRUST_PROXY => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow(/TRUST_PROXY must be 0, 1, or the addresses/)
  },
)

test('the three Cloudinary settings are required together', () => {
  const cloudinary = { CLOUDINARY_CLOUD_NAME: 'aster', CLOUDINARY_API_KEY: '1', CLOUDINARY_API_SECRET: 's' }
  expect(readConfig(cloudinary).cloudinary).toEqual({ cloud_name: 'aster', api_key: '1', api_secret: 's' })
  expect(readConfig({}).cloudinary).toBeUndefined()
  for (const name of Object.keys(cloudinary))
    expect(() => readConfig({ ...cloudinary, [name]: '' })).toThrow(/please set all three or none/)
  expect(() => readConfig({ ...cloudinary, CLOUDINARY_CLOUD_NAME: 'a/b' })).toThrow(/must be a name of letters/)
})
