/** Tests that a link's secret leaves the URL before a page is sent and still works in the same browser. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getNotificationsByLink, getPasswordReset, saveNotificationsByLink } from '#accounts/own/contract.ts'
import { createPreferencesUrl } from '#accounts/own/preferences.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { seedMember } from '../../../testing/builders/orders.ts'
import { randomToken } from '../ids.server.ts'
import { moveLinkTokenToCookie } from './link-token.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp(
    {},
    {
      probes: [
        (app, { config }) =>
          app.get('/*', { schema: { hide: true } }, (request, reply) =>
            moveLinkTokenToCookie(request, reply, config.public_url) ? reply : reply.send('A page'),
          ),
      ],
    },
  )
})
afterAll(() => shop.close())

const open = async (visitor: Visitor, address: string) => {
  const { pathname, search } = new URL(address, 'http://localhost')
  const response = await visitor.send(pathname + search, { method: 'GET' })
  return { status: response.status, headers: response.headers, location: response.headers.get('location') ?? '' }
}

test.each([
  (token: string) => `/reset-password/${token}`,
  (token: string) => `/verify-email/${token}?utm=mail`,
  (token: string) => `/account/details/confirm-email?token=${token}`,
  (token: string) => `/profile/settings/confirm-email?x=1&token=${token}&y=2`,
  (token: string) => `/account/notification-preferences/${token}`,
  (token: string) => `/account/privacy/${token}`,
])('the token of %s moves into a cookie', async addressOf => {
  const token = randomToken()
  const visitor = shop.visitor()
  const { status, headers, location } = await open(visitor, addressOf(token))
  expect(status).toBe(302)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  const name = /link-[0-9a-f]{16}/.exec(location)?.[0] ?? ''
  expect(location).toBe(addressOf(name))
  expect(headers.get('set-cookie')).toMatch(new RegExp(`^${name}=${token}; .*HttpOnly`))
  expect((await open(visitor, location)).status).toBe(200)
})

test('other URLs are unchanged', async () => {
  const board = `/board/tide/1?key=${randomToken()}`
  for (const address of [
    '/login',
    `/verify/${randomToken()}`,
    '/reset-password/short',
    `/clips?q=${randomToken()}`,
    board,
  ])
    expect((await open(shop.visitor(), address)).status).toBe(200)
})

test('the cookie name works repeatedly, but only in the browser that opened the link', async () => {
  const { user_id } = await seedMember(shop)
  const visitor = shop.visitor()
  const { location } = await open(visitor, await createPreferencesUrl(shop.deps, user_id))
  const params = { token: location.split('/').at(-1) ?? '' }
  for (const _ of [1, 2])
    expect((await visitor.call(getNotificationsByLink, { params })).data.email_preferences).toEqual(expect.any(Array))
  await visitor.call(saveNotificationsByLink, { params, body: { email_preferences: [] } })
  await expect(shop.visitor().call(getNotificationsByLink, { params })).rejects.toMatchObject({ status: 404 })
  await expect(visitor.call(getPasswordReset, { params })).rejects.toMatchObject({ status: 404 })
})
