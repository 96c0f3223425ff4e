import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { takeInvite } from './invite-cookie.server.ts'
import { inviteLink, withoutInvite } from './invite-link.ts'

test.each([
  ['/clips?q=sea&invite_token=abc&page=2', 'abc', '/clips?q=sea&page=2'],
  ['/?invite_token=abc', 'abc', '/'],
  ['/pricing?invite_token=', '', '/pricing'],
])('%s gives its token away', (url, token, rest) => {
  expect(withoutInvite(url)).toEqual({ token, rest })
})

test('an address without one stays as it is', () => {
  for (const url of ['/', '/clips?q=invite_token', '/clips?q=sea']) expect(withoutInvite(url)).toBeUndefined()
})

test('a link gives its own token back', () => {
  const { pathname, search } = new URL(inviteLink('https://shop.example', 'a-_9'))
  expect(withoutInvite(pathname + search)?.token).toBe('a-_9')
})

const open = async (url: string) => {
  const app = Fastify()
  await app.register(cookie)
  app.get('/*', (request, reply) => (takeInvite(request, reply, 'https://shop.example') ? reply : 'page'))
  return app.inject({ url })
}

test('the token goes from the address into a cookie that the page can read, for minutes', async () => {
  const answer = await open('/clips?q=sea&invite_token=abc_-9')
  expect(answer.statusCode).toBe(302)
  expect(answer.headers).toMatchObject({
    location: '/clips?q=sea',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(answer.cookies).toMatchObject([{ name: 'invite_token', value: 'abc_-9', maxAge: 600, secure: true }])
  expect((await open('/clips?q=sea')).payload).toBe('page')
})

test('what cannot be a token is dropped', async () => {
  const answer = await open('/?invite_token=a%0d%0ab%3B')
  expect([answer.statusCode, answer.headers.location, answer.cookies]).toEqual([302, '/', []])
})

test.each(['//evil.example/?invite_token=a', '/%5cevil.example/?invite_token=a', '/\\evil.example?invite_token=a'])(
  '%s leads nobody away',
  async url => {
    const { location } = (await open(url)).headers
    expect(new URL(location ?? '', 'https://shop.example').origin).toBe('https://shop.example')
  },
)
