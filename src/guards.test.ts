import type { RouteConfigEntry } from '@react-router/dev/routes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { safeNext } from './accounts/next.ts'
import { wayInstead, type Visitor } from './guards.ts'
import routes from './routes.ts'

const patternsOf = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, index, children }) => {
    const here = path ? `${above}/${path}` : above
    return [...(path || index ? [here || '/'] : []), ...patternsOf(children ?? [], here)]
  })

const patterns = patternsOf(routes)

const person = (roles: number[], verticals: string[] = [], username = 'mara'): Visitor => ({
  username,
  roles,
  verticals,
})
const customer = person([1])
const wayTo = (visitor: Visitor, pattern: string, path = pattern) => wayInstead(visitor, { pattern, path })

/** Every page that guests are led away from; a new page of one's own belongs here. */
const forSignedIn = patterns.filter(pattern => wayTo(null, pattern)?.startsWith('/login'))

test('guests log in first wherever something is somebody’s own, and come back to the same address', () => {
  for (const pattern of [
    '/boards',
    '/projects',
    '/checkout',
    '/workspace/team',
    '/account/details',
    '/profile/settings',
  ])
    expect(forSignedIn).toContain(pattern)
  expect(wayTo(null, '/workspace/orders', '/workspace/orders?page=2')).toBe(
    '/login?next=%2Fworkspace%2Forders%3Fpage%3D2',
  )
  for (const pattern of forSignedIn) expect(wayTo(customer, pattern), pattern).toBe(null)
})

test('links of mails, and everything that is for everybody, open without a login', () => {
  const open = patterns.filter(pattern => !forSignedIn.includes(pattern))
  expect(open).toEqual(
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
  expect(open.filter(pattern => /^\/(workspace|boards|projects|checkout)/.test(pattern))).toEqual([])
})

test('whoever has no username goes to the login, as a guest does', () => {
  for (const pattern of forSignedIn) expect(wayTo(person([1], [], ''), pattern)).toMatch(/^\/login\?next=/)
  expect(wayTo(person([1], [], ''), '/clips')).toBe(null)
})

test('the suspended are led to what they are told, from everywhere but where they reach us', () => {
  const open = patterns.filter(pattern => wayTo(person([1, 7]), pattern) === null)
  expect(open.toSorted()).toEqual([
    '/contact',
    '/license-terms',
    '/maintenance',
    '/privacy-policy',
    '/privacy-policy/ccpa',
    '/suspended',
    '/terms-and-conditions',
  ])
  for (const pattern of patterns.filter(pattern => !open.includes(pattern)))
    expect(wayTo(person([1, 2, 7], ['advertising']), pattern)).toBe('/suspended')
  expect(wayTo(customer, '/suspended')).toBe('/')
  expect(wayTo(null, '/suspended')).toBe('/')
})

describe('pages for some', () => {
  test.each([1, 4, 5])('/restricted leads role %i to the front page', role =>
    expect(wayTo(person([role]), '/restricted')).toBe('/'),
  )
  test.each([2, 3, 6])('/restricted lets role %i in', role =>
    expect(wayTo(person([1, role]), '/restricted')).toBe(null),
  )
  test('/restricted leads guests to the front page', () => expect(wayTo(null, '/restricted')).toBe('/'))

  test('/conditional asks for the verticals first', () => {
    expect(wayTo(null, '/conditional')).toBe('/conditional-redirect')
    expect(wayTo(customer, '/conditional')).toBe('/conditional-redirect')
    expect(wayTo(person([1], ['advertising']), '/conditional')).toBe(null)
    expect(wayTo(customer, '/conditional-redirect')).toBe(null)
  })
})

test('no guard leads to a page that a guard leads away from again, and every way back stays with us', () => {
  const visitor = fc.oneof(
    fc.constant(null),
    fc.record({
      username: fc.constantFrom('', 'mara'),
      roles: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
      verticals: fc.constantFrom<string[]>([], ['advertising']),
    }),
  )
  fc.assert(
    fc.property(visitor, fc.constantFrom(...patterns), fc.webPath(), (who, pattern, path) => {
      const way = wayTo(who, pattern, `/${path}`)
      if (way === null) return
      const { pathname, searchParams } = new URL(way, 'https://here.invalid')
      expect(wayTo(who, pathname)).toBe(null)
      const next = searchParams.get('next')
      if (next !== null) expect(new URL(safeNext(next), 'https://here.invalid').origin).toBe('https://here.invalid')
    }),
  )
})
