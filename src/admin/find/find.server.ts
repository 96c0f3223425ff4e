/** The search across the whole admin, which uses the list of each page. */

import { listPeople } from '#accounts/admin/people.server.ts'
import { formatPersonName } from '#accounts/person-name.ts'
import { listCategoriesForStaff } from '#catalog/admin/categories/queries.server.ts'
import { listClipsForStaff } from '#catalog/admin/clips.server.ts'
import { listCollectionsForStaff } from '#catalog/admin/collections/queries.server.ts'
import { listCouponsForStaff } from '#coupons/admin/queries.server.ts'
import { listBanners } from '#notifications/admin/queries.server.ts'
import { listStaffOrders } from '#orders/admin/list.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { listStaffOffers } from '#quotes/staff.server.ts'
import { listStaffRates } from '#rates/staff.server.ts'
import { listInbox } from '#tickets/admin/queries.server.ts'
import { listWorkspaces } from '#workspaces/admin/list.server.ts'

import type { FindResultGroup } from './contract.ts'
import { findKindNames, findKinds, type FindKind } from './find-kinds.ts'

/** The number of results per kind. The admin page has the others. */
const MAX_RESULTS = 5

type FindHit = { key: number | string; title: string; detail: string }
type FindPage<T> = { data: readonly T[]; meta: { pagination: { total: number } } }
type FindSearch = (db: Db, search: string, now: Date) => Promise<{ total: number; hits: FindHit[] }>

const toFirstHits = <T>({ data, meta }: FindPage<T>, toHit: (row: T) => FindHit) => ({
  total: meta.pagination.total,
  hits: data.slice(0, MAX_RESULTS).map(toHit),
})

const searches: Readonly<Record<FindKind, FindSearch>> = {
  person: async (db, search) =>
    toFirstHits(await listPeople(db, { search }), person => ({
      key: person.id,
      title: formatPersonName(person),
      detail: person.email,
    })),
  workspace: async (db, search) =>
    toFirstHits(await listWorkspaces(db, { search }), ({ id, name, owner_email }) => ({
      key: id,
      title: name,
      detail: owner_email ?? '',
    })),
  order: async (db, search, now) =>
    toFirstHits(await listStaffOrders(db, { search }, now), ({ id, universal_invoice_number, workspace, total }) => ({
      key: id,
      title: universal_invoice_number ?? `Order ${id}`,
      detail: `${workspace.name}, ${total.formatted}`,
    })),
  offer: async (db, search, now) =>
    toFirstHits(await listStaffOffers(db, { search }, now), ({ number, workspace, total }) => ({
      key: number,
      title: number,
      detail: `${workspace?.name ?? 'By link'}, ${total.formatted}`,
    })),
  rate: async (db, search, now) =>
    toFirstHits(await listStaffRates(db, { search }, now), ({ id, name, workspace }) => ({
      key: id,
      title: name,
      detail: workspace.name,
    })),
  coupon: async (db, search, now) =>
    toFirstHits(await listCouponsForStaff(db, { search }, now), ({ id, code, state }) => ({
      key: id,
      title: code,
      detail: state,
    })),
  clip: async (db, search) =>
    toFirstHits(await listClipsForStaff(db, { search }), ({ id, name, filmmaker }) => ({
      key: id,
      title: name,
      detail: `#${id}, ${filmmaker}`,
    })),
  collection: async (db, search) =>
    toFirstHits(await listCollectionsForStaff(db, { search }), ({ id, name, kind }) => ({
      key: id,
      title: name,
      detail: kind,
    })),
  category: async (db, search) =>
    toFirstHits(await listCategoriesForStaff(db, { search }), ({ id, name, parent }) => ({
      key: id,
      title: name,
      detail: parent ? `In ${parent}` : 'Category',
    })),
  filmmaker: async (db, search) => {
    const matches = db.selectFrom('filmmakers').where('name', 'ilike', toLikePattern(search) ?? '')
    const { total } = await matches.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await matches.orderBy('name').orderBy('id').limit(MAX_RESULTS).select(['id', 'name', 'slug']).execute()
    return { total, hits: rows.map(({ id, name, slug }) => ({ key: id, title: name, detail: slug })) }
  },
  ticket: async (db, search, now) =>
    toFirstHits(await listInbox(db, { search, state: 'all' }, now), ({ id, reference, name, email }) => ({
      key: id,
      title: reference,
      detail: `${name}, ${email}`,
    })),
  banner: async (db, search, now) =>
    toFirstHits(await listBanners(db, { search }, now), ({ id, title, state }) => ({ key: id, title, detail: state })),
}

/** Searches the kinds that these roles may see. Kinds without results are left out. */
export const findAcrossAdmin = async (
  db: Db,
  { words, roles }: { words: string; roles: readonly number[] },
  now: Date,
): Promise<FindResultGroup[]> => {
  if (toLikePattern(words) === undefined) return []
  const visibleKinds = findKindNames.filter(kind => hasStaffAccess(findKinds[kind].who, roles))
  const groups = await Promise.all(
    visibleKinds.map(async kind => {
      const { total, hits } = await searches[kind](db, words.replaceAll('\0', ' ').trim(), now)
      return { kind, total, results: hits.map(hit => ({ ...hit, key: String(hit.key) })) }
    }),
  )
  return groups.filter(({ total }) => total > 0)
}
