/** The register's rows: one for each license, with its current state. */

import { sql, type SqlBool } from 'kysely'

import { formatPersonName } from '#accounts/person-name.ts'
import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { loadClipsForSale } from '#catalog/clips.server.ts'
import { clientLabel } from '#licensing/choice.ts'
import { isEditorialOnly } from '#licensing/closed-uses.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import { formatDistributions } from '#licensing/rate.ts'
import { describeLicense, describeMixedTerms } from '#orders/license-sentence.ts'
import { stateLabels, type OrderState } from '#orders/states.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import { sqlList } from '#platform/db/prepared-statements.server.ts'
import { capitalize } from '#platform/text.ts'

import { licenseStateSql } from '../in-force.server.ts'
import { isInForce, type LicenseState } from '../in-force.ts'
import { licenseView } from '../license-view.server.ts'
import { upgradeColumns } from '../superseded.server.ts'
import { toSellableClip, getUpgradeOffer } from '../upgrade-offer.ts'
import type { RegisteredLicense, RegisterSort } from './contract.ts'

export type RegisterQuery = {
  search?: string | undefined
  use?: number | undefined
  state?: LicenseState | undefined
  project?: string | undefined
  ends_from?: string | undefined
  ends_to?: string | undefined
  sort?: RegisterSort | undefined
}

const selectLicenses = (db: Db, workspace_id: number, now: Date, query: RegisterQuery) => {
  const term = query.search?.trim() ?? ''
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  const toDate = (text: string | undefined, offset_ms = 0) => new Date(Date.parse(text ?? '') + offset_ms)
  return db
    .selectFrom(licenseView)
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .where('l.workspace_id', '=', workspace_id)
    .$if(term !== '', licenses =>
      licenses.where(eb =>
        eb.or([
          sql<SqlBool>`l.clip_snapshot->>'name' ilike ${pattern}`,
          sql<SqlBool>`l.clip_snapshot->>'filmmaker' ilike ${pattern}`,
          sql<SqlBool>`l.clip_id::text = ${term}`,
          eb('l.order', 'ilike', pattern),
          eb('l.project_name', 'ilike', pattern),
          eb('l.client_name', 'ilike', pattern),
          sql<SqlBool>`l.rate->>'end_client_name' ilike ${pattern}`,
          sql<SqlBool>`(u.first_name || ' ' || u.last_name) ilike ${pattern}`,
        ]),
      ),
    )
    .$if(query.use !== undefined, licenses => licenses.where(sql<SqlBool>`${query.use ?? 0} = any(l.distribution_ids)`))
    .$if(query.state !== undefined, licenses => licenses.where(licenseStateSql(now), '=', query.state ?? 'in_force'))
    .$if(query.project === 'none', licenses => licenses.where('l.project_name', 'is', null))
    .$if(query.project !== undefined && query.project !== 'none', licenses =>
      licenses.where(
        sql<SqlBool>`(l.client_name, l.project_name) = (
          select q.client_name, q.project_name from project_details q join orders r on r.id = q.order_id
          where q.id = ${Number(query.project)} and r.workspace_id = ${workspace_id})`,
      ),
    )
    .$if(query.ends_from !== undefined, licenses => licenses.where('l.ends_at', '>=', toDate(query.ends_from)))
    .$if(query.ends_to !== undefined, licenses => licenses.where('l.ends_at', '<', toDate(query.ends_to, DAY_MS)))
}

/** Returns the ids of matching licenses, sorted: all of them, or a page. */
export const listRegisterIds = async (
  db: Db,
  workspace_id: number,
  now: Date,
  query: RegisterQuery,
  page?: { limit: number; offset: number },
): Promise<number[]> => {
  const { sort = 'newest' } = query
  const rows = await selectLicenses(db, workspace_id, now, query)
    .select('l.id')
    .$if(sort === 'clip', licenses => licenses.orderBy(sql`lower(l.clip_snapshot->>'name')`))
    .$if(sort === 'project', licenses =>
      licenses
        .orderBy(sql`lower(l.client_name)`, order => order.asc().nullsLast())
        .orderBy(sql`lower(l.project_name)`, order => order.asc().nullsLast()),
    )
    .$if(sort === 'ends', licenses => licenses.orderBy('l.ends_at', order => order.asc().nullsLast()))
    .orderBy('l.id', sort === 'oldest' ? 'asc' : 'desc')
    .$if(page !== undefined, licenses => licenses.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()
  return rows.map(({ id }) => id)
}

/** Loads the rows of these licenses, in the order of `ids`. `pictures` adds pictures, which only the page needs. */
export const loadRegisterRows = async (
  db: Db,
  workspace_id: number,
  now: Date,
  ids: readonly number[],
  { pictures }: { pictures: boolean },
): Promise<RegisteredLicense[]> => {
  if (ids.length === 0) return []
  const positions = new Map(ids.map((id, index) => [id, index]))
  const unsorted = await selectLicenses(db, workspace_id, now, {})
    .where(sql<SqlBool>`l.id in ${sqlList(ids)}`)
    .select(['l.id', 'l.clip_id', 'l.territory', 'l.term', 'l.granted_at', 'l.ends_at', 'l.revoked_at'])
    .select([
      'l.clip_snapshot',
      'l.refunded',
      'l.org_type',
      'l.end_client_size',
      'l.distribution_ids',
      'l.rate',
      'l.format_id',
      'l.is_imported',
    ])
    .select(['l.price_cents', 'l.discount_cents', 'l.upgrade_credit_cents', 'l.withdrawn_cents'])
    .select(['l.order_state', 'l.order', 'l.client_name', 'l.project_name'])
    .select(['u.email', 'u.first_name', 'u.last_name'])
    .select(upgradeColumns)
    .select(licenseStateSql(now).as('state'))
    .execute()
  const rows = unsorted.toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0))
  const clips = await loadClipsForSale(db, pictures ? [...new Set(rows.map(row => row.clip_id))] : [])
  const { prices } = await getCurrentPrices(db, now)
  return rows.map((row): RegisteredLicense => {
    const { name, slug, filmmaker, format, releases } = row.clip_snapshot
    const clip = clips.get(row.clip_id)
    return {
      id: row.id,
      state: row.state,
      why: getStateReason(row),
      clip: {
        id: row.clip_id,
        slug,
        name,
        filmmaker,
        format,
        is_editorial: isEditorialOnly(releases),
        is_published: clip?.status === 'published',
        thumbs: clip?.thumbs ?? [],
      },
      use: formatDistributions(row.distribution_ids),
      client: [row.rate?.end_client_name, clientLabel(row)].filter(Boolean).join(', '),
      sentence: describeLicense(row),
      rate: row.rate?.name ?? null,
      project:
        row.project_name === null || row.client_name === null
          ? null
          : { client_name: row.client_name, project_name: row.project_name },
      territory: capitalize(row.territory),
      term: (row.rate && describeMixedTerms(row.rate, row.granted_at)) ?? capitalize(row.term),
      from: row.granted_at.toISOString(),
      until: row.ends_at?.toISOString() ?? null,
      order: row.order,
      is_imported: row.is_imported,
      buyer_name: isPlaceholderEmail(row.email) ? 'A deleted user' : formatPersonName(row),
      newer: row.newer,
      ...getUpgradeOffer({ ...row, state: row.order_state }, { clip: toSellableClip(clip), prices, now }),
      has_certificate: isInForce(row.state) || row.state === 'ended',
    }
  })
}

const getStateReason = ({
  state,
  refunded,
  order_state,
}: {
  state: LicenseState
  refunded: boolean
  order_state: string
}) =>
  state === 'on_hold'
    ? stateLabels[order_state as OrderState]
    : state === 'revoked'
      ? refunded
        ? 'Refunded'
        : stateLabels[order_state as OrderState]
      : ''

export const countRegisterLicenses = async (db: Db, workspace_id: number, now: Date, query: RegisterQuery) => {
  const { total } = await selectLicenses(db, workspace_id, now, query)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The limit of the project filter's options. Longer lists are searched by text. */
const MAX_PROJECT_OPTIONS = 300

/** Lists each project of the workspace's licenses once, even if several orders are for it. */
export const listRegisterProjects = (db: Db, workspace_id: number) =>
  db
    .selectFrom('project_details as p')
    .innerJoin('order_items as i', 'i.project_id', 'p.id')
    .innerJoin('licenses as l', 'l.order_item_id', 'i.id')
    .where('l.workspace_id', '=', workspace_id)
    .groupBy(['p.client_name', 'p.project_name'])
    .select(['p.client_name', 'p.project_name'])
    .select(eb => eb.fn.max('p.id').as('id'))
    .orderBy('id', 'desc')
    .limit(MAX_PROJECT_OPTIONS)
    .execute()
