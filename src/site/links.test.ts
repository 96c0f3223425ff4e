/** Every address of header, menus, footer and articles has its page. */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'

import { accountPlaces } from '#accounts/account-places.ts'
import { factsOf, type BrowserFlag } from '#platform/flags.ts'
import { contactTopicNames } from '#tickets/topics.ts'
import { workspacePlaces } from '#workspaces/places.ts'
import { abilitiesOf } from '#workspaces/policy.ts'

import routes from '../routes.ts'
import { articles } from './articles/all.server.ts'
import { articlePath, linksIn } from './articles/article.ts'
import { articleCategoryLinks } from './articles/categories.ts'
import * as links from './links.ts'

const objectOf = ({ path, index, children, file }: RouteConfigEntry): RouteObject =>
  index
    ? { index: true, id: file }
    : { id: file, ...(path !== undefined && { path }), ...(children && { children: children.map(objectOf) }) }
const pages = routes.map(objectOf)

const all = [...Object.values(links).flat(), ...accountPlaces, ...workspacePlaces('owner', abilitiesOf('owner', []))]
/** Behind a flag that waits: nobody sees the entry before its page is built. */
const isWaiting = (link: object) => 'flag' in link && factsOf(link.flag as BrowserFlag).waits === true

const addresses = [
  ...all.filter(link => !isWaiting(link)),
  ...articleCategoryLinks,
  ...articles.map(article => ({ to: articlePath(article) })),
  ...articles.flatMap(linksIn),
]
  .flatMap(({ to }) => to ?? [])
  .filter(to => to.startsWith('/'))

test.each([...new Set(addresses)])('%s is a page', to => {
  const [pathname = to] = to.split(/[?#]/)
  expect(matchRoutes(pages, pathname)?.at(-1)?.route.path ?? '/').not.toBe('*')
})

test.each(all.filter(isWaiting))(
  '$to waits for its page: whoever builds it takes `waits` from the flag',
  ({ to = '' }) => {
    expect(matchRoutes(pages, to)?.at(-1)?.route.path).toBe('*')
  },
)

test.each(addresses.filter(to => to.startsWith('/contact?')))('%s chooses a topic that there is', to => {
  expect(contactTopicNames).toContain(new URLSearchParams(to.split('?')[1]).get('topic'))
})

test('an address without a page would be found', () => {
  expect(matchRoutes(pages, '/nowhere')?.at(-1)?.route.path).toBe('*')
})
