/** Checks that every link of the header, menus, footer and articles has a page. */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'

import { accountLinks } from '#accounts/account-links.ts'
import { getFlagDefinition, type BrowserFlag } from '#platform/flags/flags.ts'
import { contactTopicNames } from '#tickets/topics.ts'
import { abilitiesOf } from '#workspaces/policy.ts'
import { listWorkspaceLinks } from '#workspaces/workspace-links.ts'

import routes from '../routes.ts'
import { articles } from './articles/all.server.ts'
import { articlePath, listArticleLinks } from './articles/article.ts'
import { articleCategoryLinks } from './articles/categories.ts'
import * as links from './links.ts'

const toRouteObject = ({ path, index, children, file }: RouteConfigEntry): RouteObject =>
  index
    ? { index: true, id: file }
    : { id: file, ...(path !== undefined && { path }), ...(children && { children: children.map(toRouteObject) }) }
const pages = routes.map(toRouteObject)

const allLinks = [
  ...Object.values(links).flat(),
  ...accountLinks,
  ...listWorkspaceLinks('owner', abilitiesOf('owner', [])),
]
/** True for a link behind a flag whose page is not built yet. */
const isPending = (link: object) => 'flag' in link && getFlagDefinition(link.flag as BrowserFlag).planned === true

const addresses = [
  ...allLinks.filter(link => !isPending(link)),
  ...articleCategoryLinks,
  ...articles.map(article => ({ to: articlePath(article) })),
  ...articles.flatMap(listArticleLinks),
]
  .flatMap(({ to }) => to ?? [])
  .filter(to => to.startsWith('/'))

test.each([...new Set(addresses)])('%s is a page', to => {
  const [pathname = to] = to.split(/[?#]/)
  expect(matchRoutes(pages, pathname)?.at(-1)?.route.path ?? '/').not.toBe('*')
})

test.each(allLinks.filter(isPending))(
  '$to has no page yet; once it has one, remove `waits` from its flag',
  ({ to = '' }) => {
    expect(matchRoutes(pages, to)?.at(-1)?.route.path).toBe('*')
  },
)

test.each(addresses.filter(to => to.startsWith('/contact?')))('%s chooses an existing topic', to => {
  expect(contactTopicNames).toContain(new URLSearchParams(to.split('?')[1]).get('topic'))
})

test('an address without a page fails the check', () => {
  expect(matchRoutes(pages, '/nowhere')?.at(-1)?.route.path).toBe('*')
})
