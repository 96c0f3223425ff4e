import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { moveInviteToCookie } from './invite-cookie.server.ts'
import { inviteLink, extractInviteToken } from './invite-link.ts'

test.each([
  ['/clips?q=sea&invite_token=abc&page=2', 'abc', '/clips?q=sea&page=2'],
  ['/?invite_token=abc', 'abc', '/'],
  ['/pricing?invite_token=', '', '/pricing'],
])('the token is removed from %s', (url, token, cleanUrl) => {
  expect(extractInviteToken(url)).toEqual({ token, cleanUrl })
})

test('a URL without a token is left alone', () => {
  for (const url of ['/', '/clips?q=invite_token', '/clips?q=sea']) expect(extractInviteToken(url)).toBeUndefined()
})

test('an invite link contains its token', () => {
  const { pathname, search } = new URL(inviteLink('https://shop.example', 'a-_9'))
  expect(extractInviteToken(pathname + search)?.token).toBe('a-_9')
})

const open = async (url: string) => {
  const app = Fastify()
  await app.register(cookie)
  app.get('/*', (request, reply) => (moveInviteToCookie(request, reply, 'https://shop.example') ? reply : 'page'))
  return app.inject({ url })
}

test('the token moves from the URL into a cookie that the page can read for ten minutes', async () => {
  const response = await open('/clips?q=sea&invite_token=abc_-9')
  expect(response.statusCode).toBe(302)
  expect(response.headers).toMatchObject({
    location: '/clips?q=sea',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(response.cookies).toMatchObject([{ name: 'invite_token', value: 'abc_-9', maxAge: 600, secure: true }])
  expect((await open('/clips?q=sea')).payload).toBe('page')
})

test('an invalid token is dropped', async () => {
  const response = await open('/?invite_token=a%0d%0ab%3B')
  expect([response.statusCode, response.headers.location, response.cookies]).toEqual([302, '/', []])
})

test.each(['//evil.example/?invite_token=a', '/%5cevil.example/?invite_token=a', '/\\evil.example?invite_token=a'])(
  '%s does not redirect to another origin',
  async url => {
    const { location } = (await open(url)).headers
    expect(new URL(location ?? '', 'https://shop.example').origin).toBe('https://shop.example')
  },
)
