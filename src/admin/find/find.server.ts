/** One search over every room, each asked as it asks itself. */
import { personName } from '#accounts/person-name.ts'
import type { Db } from '#platform/database.server.ts'
import { mayUse } from '#platform/endpoint.ts'
import { offersOf } from '#quotes/staff.server.ts'
import { staffRates } from '#rates/staff.server.ts'

import { bannersFor } from '../banners/show.server.ts'
import { clipsFor } from '../catalog/clips.server.ts'
import { collectionsFor } from '../collections/show.server.ts'
import { couponsFor } from '../coupons/show.server.ts'
import { inboxOf } from '../inbox/show.server.ts'
import { likeOf } from '../like.server.ts'
import { staffOrdersOf } from '../orders/list.server.ts'
import { peopleOf } from '../people.server.ts'
import { workspacesFor } from '../workspaces/show.server.ts'
import type { FoundGroup } from './contract.ts'
import { foundKinds, kinds, type FoundKind } from './kinds.ts'

/** As many as are told apart at a glance; the room has the rest. */
const most = 5

type Found = { key: number | string; title: string; detail: string }
type Page<T> = { data: readonly T[]; meta: { pagination: { total: number } } }
type Ask = (db: Db, search: string, now: Date) => Promise<{ total: number; found: Found[] }>

const first = <T>({ data, meta }: Page<T>, shown: (row: T) => Found) => ({
  total: meta.pagination.total,
  found: data.slice(0, most).map(shown),
})

const asks: Readonly<Record<FoundKind, Ask>> = {
  person: async (db, search) =>
    first(await peopleOf(db, { search }), person => ({
      key: person.id,
      title: personName(person),
      detail: person.email,
    })),
  workspace: async (db, search) =>
    first(await workspacesFor(db, { search }), ({ id, name, owner_email }) => ({
      key: id,
      title: name,
      detail: owner_email ?? '',
    })),
  order: async (db, search, now) =>
    first(await staffOrdersOf(db, { search }, now), ({ id, universal_invoice_number, workspace, total }) => ({
      key: id,
      title: universal_invoice_number ?? `Order ${id}`,
      detail: `${workspace.name}, ${total.formatted}`,
    })),
  offer: async (db, search, now) =>
    first(await offersOf(db, { search }, now), ({ number, workspace, total }) => ({
      key: number,
      title: number,
      detail: `${workspace?.name ?? 'By link'}, ${total.formatted}`,
    })),
  rate: async (db, search, now) =>
    first(await staffRates(db, { search }, now), ({ id, name, workspace }) => ({
      key: id,
      title: name,
      detail: workspace.name,
    })),
  coupon: async (db, search, now) =>
    first(await couponsFor(db, { search }, now), ({ id, code, state }) => ({ key: id, title: code, detail: state })),
  clip: async (db, search) =>
    first(await clipsFor(db, { search }), ({ id, name, filmmaker }) => ({
      key: id,
      title: name,
      detail: `#${id}, ${filmmaker}`,
    })),
  collection: async (db, search) =>
    first(await collectionsFor(db, { search }), ({ id, name, kind }) => ({ key: id, title: name, detail: kind })),
  filmmaker: async (db, search) => {
    const wanted = db.selectFrom('filmmakers').where('name', 'ilike', likeOf(search) ?? '')
    const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await wanted.orderBy('name').orderBy('id').limit(most).select(['id', 'name', 'slug']).execute()
    return { total, found: rows.map(({ id, name, slug }) => ({ key: id, title: name, detail: slug })) }
  },
  ticket: async (db, search, now) =>
    first(await inboxOf(db, { search, state: 'all' }, now), ({ id, reference, name, email }) => ({
      key: id,
      title: reference,
      detail: `${name}, ${email}`,
    })),
  banner: async (db, search, now) =>
    first(await bannersFor(db, { search }, now), ({ id, title, state }) => ({ key: id, title, detail: state })),
}

/** Kinds of which there is nothing are left out, and those whose room is not there for these roles. */
export const findIn = async (
  db: Db,
  { words, roles }: { words: string; roles: readonly number[] },
  now: Date,
): Promise<FoundGroup[]> => {
  if (likeOf(words) === undefined) return []
  const open = foundKinds.filter(kind => mayUse(kinds[kind].who, roles))
  const groups = await Promise.all(
    open.map(async kind => {
      const { total, found } = await asks[kind](db, words.replaceAll('\0', ' ').trim(), now)
      return { kind, total, found: found.map(one => ({ ...one, key: String(one.key) })) }
    }),
  )
  return groups.filter(({ total }) => total > 0)
}
