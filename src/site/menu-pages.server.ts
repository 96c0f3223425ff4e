/** The pages that a menu can link to: what the form suggests, and the check that a link leads somewhere. */
import { categoryPath, collectionPath, searchTermPath } from '#catalog/paths.ts'
import { isPublicPage } from '#catalog/public-pages.server.ts'
import { listOwnPagePaths } from '#content/texts.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import type { SettingsOf } from '#platform/settings/groups.ts'

import * as links from './links.ts'
import { staticPaths } from './sitemap.server.ts'

const MAX_SUGGESTIONS = 500

/** Pages of the shop that no search engine lists. */
const unlistedPaths = [
  '/cart',
  '/login',
  '/register',
  '/projects',
  '/boards',
  '/workspace/overview',
  '/workspace/orders',
]

/** Labels of pages, by path. The first one counts. */
const builtInPages = new Map(
  [
    ...links.headerLinks,
    ...links.browseLinks,
    ...links.productLinks,
    ...links.helpLinks,
    ...links.legalLinks,
    ...links.brandLinks,
  ]
    .toReversed()
    .flatMap(({ to, label }) => (to === undefined ? [] : [[to, label] as const])),
)

export type MenuPage = { label: string; to: string }

/** Lists the pages that the form suggests: built-in pages, own pages, categories and curated collections. */
export const listMenuPages = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<MenuPage[]> => {
  const categories = await db
    .selectFrom('categories')
    .select(['name', 'slug'])
    .orderBy('name')
    .limit(MAX_SUGGESTIONS)
    .execute()
  const collections = await db
    .selectFrom('collections')
    .where('kind', '=', 'curated')
    .where('clip_count', '>', 0)
    .select(['id', 'name', 'slug'])
    .orderBy('name')
    .limit(MAX_SUGGESTIONS)
    .execute()
  return [
    ...[...builtInPages].toReversed().map(([to, label]) => ({ label, to })),
    ...(await listOwnPagePaths(db, clock.now())).map(to => ({ label: 'Page', to })),
    ...categories.map(category => ({ label: category.name, to: categoryPath(category) })),
    ...collections.map(collection => ({ label: collection.name, to: collectionPath(collection) })),
  ]
}

/** Every term has a page; its links spell the term as `searchTermPath` does. */
const isSearchTermPage = (path: string) => {
  const [, slug] = /^\/stock-footage\/([a-z0-9-]+)$/.exec(path) ?? []
  return slug !== undefined && searchTermPath(slug) === path
}

const isPage = async (db: Db, path: string, ownPaths: readonly string[]) =>
  staticPaths.includes(path) ||
  unlistedPaths.includes(path) ||
  ownPaths.includes(path) ||
  isSearchTermPage(path) ||
  (await isPublicPage(db, path))

/** Throws 422 beside each link to a page of the shop that doesn't exist. Other sites aren't asked. */
export const requireMenuPages = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { header }: Pick<SettingsOf<'menus'>, 'header'>,
): Promise<void> => {
  const ownPaths = await listOwnPagePaths(db, clock.now())
  const errors: Record<string, string[]> = {}
  for (const [index, { to }] of header.entries()) {
    const [path = ''] = to.split(/[?#]/)
    if (path.startsWith('/') && !(await isPage(db, path, ownPaths)))
      errors[`header.${index}.to`] = [`The shop has no public page at ${path}. Please check the address.`]
  }
  if (Object.keys(errors).length > 0) throw refuse.fields(errors)
}
