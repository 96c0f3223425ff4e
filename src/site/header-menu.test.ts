import fc from 'fast-check'
import { expect, test } from 'vitest'

import { getHeaderMenu, isCurrentLink } from './header-menu.ts'
import { headerLinks } from './links.ts'

const ownLinks = fc.uniqueArray(
  fc.record({
    label: fc.string({ minLength: 1, maxLength: 24 }),
    to: fc.constantFrom('/clips', '/collections', '/projects', '/pages/a', 'https://example.com/'),
  }),
  { minLength: 1, maxLength: 8, selector: ({ label }) => label },
)

test('without links of its own the header has the built-in menu', () => {
  expect(getHeaderMenu([], true)).toEqual({ links: headerLinks, rest: [] })
  expect(getHeaderMenu([], false).links.map(({ label }) => label)).not.toContain('Boards')
})

test('every link is shown once, in order, and never more than the header has room for', () => {
  fc.assert(
    fc.property(ownLinks, fc.boolean(), (own, isSignedIn) => {
      const { links, rest } = getHeaderMenu(own, isSignedIn)
      const visible = own.filter(({ to }) => isSignedIn || to !== '/projects')
      expect([...links, ...rest].map(({ label }) => label)).toEqual(visible.map(({ label }) => label))
      const letters = links.reduce((sum, { label }) => sum + label.length + 3, 0)
      expect(letters + (rest.length > 0 ? 7 : 0)).toBeLessThanOrEqual(64)
    }),
  )
})

test('a link to the collections keeps their panel', () => {
  const [link] = getHeaderMenu([{ label: 'Reels', to: '/collections' }], false).links
  expect(link).toEqual({ label: 'Reels', to: '/collections', panel: 'collections' })
})

test.each([
  ['/clips', '/clips', '', true],
  ['/clips', '/clips/a/1', '', true],
  ['/clips', '/clipset', '', false],
  ['/clips?sort=newest', '/clips', '?sort=newest', true],
  ['/clips?sort=newest', '/clips', '', false],
  ['/', '/clips', '', false],
  ['/', '/', '', true],
])('%s at %s%s: current %o', (to, pathname, search, expected) => {
  expect(isCurrentLink(to, { pathname, search })).toBe(expected)
})
