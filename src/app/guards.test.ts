import type { RouteConfigEntry } from '@react-router/dev/routes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { safeNext } from '#accounts/next.ts'
import routes from '#routes.ts'

import { redirectFor, type PageVisitor } from './guards.ts'

const patternsOf = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, index, children }) => {
    const here = path ? `${above}/${path}` : above
    return [...(path || index ? [here || '/'] : []), ...patternsOf(children ?? [], here)]
  })

const patterns = patternsOf(routes)

const visitorWith = (roles: number[], verticals: string[] = [], username = 'mara'): PageVisitor => ({
  username,
  roles,
  verticals,
})
const customer = visitorWith([1])
const redirectOf = (visitor: PageVisitor, pattern: string, path = pattern) =>
  redirectFor(visitor, { pattern, path, is_open: true })

/** All pages that redirect guests to the login. */
const memberPages = patterns.filter(pattern => redirectOf(null, pattern)?.startsWith('/login'))

test('guests log in before personal pages and return to the same URL', () => {
  for (const pattern of [
    '/boards',
    '/projects',
    '/checkout',
    '/workspace/team',
    '/account/details',
    '/profile/settings',
  ])
    expect(memberPages).toContain(pattern)
  expect(redirectOf(null, '/workspace/orders', '/workspace/orders?page=2')).toBe(
    '/login?next=%2Fworkspace%2Forders%3Fpage%3D2',
  )
  for (const pattern of memberPages) expect(redirectOf(customer, pattern), pattern).toBe(null)
})

test('links in mails and public pages open without a login', () => {
  const openPages = patterns.filter(pattern => !memberPages.includes(pattern))
  expect(openPages).toEqual(
    expect.arrayContaining([
      '/',
      '/clips',
      '/cart',
      '/login',
      '/board/:slug/:id',
      '/account/details/:slug',
      '/account/privacy/:hash',
      '/*',
    ]),
  )
  expect(openPages.filter(pattern => /^\/(workspace|boards|projects|checkout)/.test(pattern))).toEqual([])
})

test('users without a username go to the login like guests', () => {
  for (const pattern of memberPages) expect(redirectOf(visitorWith([1], [], ''), pattern)).toMatch(/^\/login\?next=/)
  expect(redirectOf(visitorWith([1], [], ''), '/clips')).toBe(null)
})

test('suspended users are redirected to the notice from everywhere except the pages to contact us', () => {
  const openPages = patterns.filter(pattern => redirectOf(visitorWith([1, 7]), pattern) === null)
  expect(openPages.toSorted()).toEqual([
    '/contact',
    '/imprint',
    '/license-terms',
    '/maintenance',
    '/privacy-policy',
    '/privacy-policy/ccpa',
    '/refund-policy',
    '/suspended',
    '/terms-and-conditions',
    '/withdrawal',
  ])
  for (const pattern of patterns.filter(pattern => !openPages.includes(pattern)))
    expect(redirectOf(visitorWith([1, 2, 7], ['advertising']), pattern)).toBe('/suspended')
  expect(redirectOf(customer, '/suspended')).toBe('/')
  expect(redirectOf(null, '/suspended')).toBe('/')
})

describe('restricted pages', () => {
  test.each([1, 4, 5])('/restricted redirects role %i to the front page', role =>
    expect(redirectOf(visitorWith([role]), '/restricted')).toBe('/'),
  )
  test.each([2, 3, 6])('/restricted admits role %i', role =>
    expect(redirectOf(visitorWith([1, role]), '/restricted')).toBe(null),
  )
  test('/restricted redirects guests to the front page', () => expect(redirectOf(null, '/restricted')).toBe('/'))

  test('/conditional first asks for the verticals', () => {
    expect(redirectOf(null, '/conditional')).toBe('/conditional-redirect')
    expect(redirectOf(customer, '/conditional')).toBe('/conditional-redirect')
    expect(redirectOf(visitorWith([1], ['advertising']), '/conditional')).toBe(null)
    expect(redirectOf(customer, '/conditional-redirect')).toBe(null)
  })
})

test('no guard redirects to a page that redirects again, and every return URL stays on this site', () => {
  const visitor = fc.oneof(
    fc.constant(null),
    fc.record({
      username: fc.constantFrom('', 'mara'),
      roles: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
      verticals: fc.constantFrom<string[]>([], ['advertising']),
    }),
  )
  fc.assert(
    fc.property(visitor, fc.constantFrom(...patterns), fc.webPath(), (visitor, pattern, path) => {
      const target = redirectOf(visitor, pattern, `/${path}`)
      if (target === null) return
      const { pathname, searchParams } = new URL(target, 'https://here.invalid')
      expect(redirectOf(visitor, pathname)).toBe(null)
      const next = searchParams.get('next')
      if (next !== null) expect(new URL(safeNext(next), 'https://here.invalid').origin).toBe('https://here.invalid')
    }),
  )
})
