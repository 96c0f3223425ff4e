/** The register's rows: one for each license, with the state that it has now. */
import { sql, type SqlBool } from 'kysely'

import { personName } from '#accounts/person-name.ts'
import { isStandIn } from '#accounts/stand-in.ts'
import { clipsForSale } from '#catalog/clips.server.ts'
import { clientLabel } from '#licensing/choice.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import type { Db } from '#platform/database.server.ts'
import { oneOf } from '#platform/prepared.server.ts'
import { distributionNames } from '#rates/rate.ts'

import { licenseSentence, type LicenseColumns } from '../license-sentence.ts'
import type { SoldAs } from '../sold.ts'
import { stateLabels, type OrderState } from '../states.ts'
import { upgradeOfLicense } from '../superseded.server.ts'
import { soldClip, upgradeOffer } from '../upgrades.ts'
import type { LicenseRow, RegisterSort } from './contract.ts'
import { isInForce, soon_days, type LicenseState } from './states.ts'

export type RegisterQuery = {
  search?: string | undefined
  use?: number | undefined
  state?: LicenseState | undefined
  project?: string | undefined
  ends_from?: string | undefined
  ends_to?: string | undefined
  sort?: RegisterSort | undefined
}

const day_ms = 86_400_000

/** The one place that says how a license stands, for rows and filters alike; as `certificates` has it, told finer. */
const stateAt = (now: Date) => sql<LicenseState>`case
  when l.revoked_at is not null or o.state in ('pending', 'failed', 'cancelled', 'refunded') then 'revoked'
  when l.superseded_by is not null then 'superseded'
  when o.state in ('processing', 'disputed') then 'on_hold'
  when l.ends_at <= ${now} then 'ended'
  when l.ends_at <= ${new Date(now.getTime() + soon_days * day_ms)} then 'ends_soon'
  else 'in_force' end`

const licensesOf = (db: Db, workspace_id: number, now: Date, query: RegisterQuery) => {
  const said = query.search?.trim() ?? ''
  const like = `%${said.replace(/[\\%_]/g, '\\$&')}%`
  const day = (text: string | undefined, later_ms = 0) => new Date(Date.parse(text ?? '') + later_ms)
  return db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .leftJoin('project_details as p', 'p.id', 'i.project_id')
    .where('l.workspace_id', '=', workspace_id)
    .$if(said !== '', licenses =>
      licenses.where(eb =>
        eb.or([
          sql<SqlBool>`i.sold_as->>'name' ilike ${like}`,
          sql<SqlBool>`i.sold_as->>'filmmaker' ilike ${like}`,
          sql<SqlBool>`l.clip_id::text = ${said}`,
          eb('o.universal_invoice_number', 'ilike', like),
          eb('p.project_name', 'ilike', like),
          eb('p.client_name', 'ilike', like),
          sql<SqlBool>`i.rate->>'end_client_name' ilike ${like}`,
          sql<SqlBool>`(u.first_name || ' ' || u.last_name) ilike ${like}`,
        ]),
      ),
    )
    .$if(query.use !== undefined, licenses => licenses.where(sql<SqlBool>`${query.use ?? 0} = any(l.distribution_ids)`))
    .$if(query.state !== undefined, licenses => licenses.where(stateAt(now), '=', query.state ?? 'in_force'))
    .$if(query.project === 'none', licenses => licenses.where('i.project_id', 'is', null))
    .$if(query.project !== undefined && query.project !== 'none', licenses =>
      licenses.where(
        sql<SqlBool>`(p.client_name, p.project_name) = (
          select q.client_name, q.project_name from project_details q join orders r on r.id = q.order_id
          where q.id = ${Number(query.project)} and r.workspace_id = ${workspace_id})`,
      ),
    )
    .$if(query.ends_from !== undefined, licenses => licenses.where('l.ends_at', '>=', day(query.ends_from)))
    .$if(query.ends_to !== undefined, licenses => licenses.where('l.ends_at', '<', day(query.ends_to, day_ms)))
}

/** The numbers of those that match, in the order asked for: all, or a page of them. */
export const registerIds = async (
  db: Db,
  workspace_id: number,
  now: Date,
  query: RegisterQuery,
  page?: { limit: number; offset: number },
): Promise<number[]> => {
  const { sort = 'newest' } = query
  const rows = await licensesOf(db, workspace_id, now, query)
    .select('l.id')
    .$if(sort === 'clip', licenses => licenses.orderBy(sql`lower(i.sold_as->>'name')`))
    .$if(sort === 'project', licenses =>
      licenses
        .orderBy(sql`lower(p.client_name)`, order => order.asc().nullsLast())
        .orderBy(sql`lower(p.project_name)`, order => order.asc().nullsLast()),
    )
    .$if(sort === 'ends', licenses => licenses.orderBy('l.ends_at', order => order.asc().nullsLast()))
    .orderBy('l.id', sort === 'oldest' ? 'asc' : 'desc')
    .$if(page !== undefined, licenses => licenses.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()
  return rows.map(({ id }) => id)
}

/** The licenses of these numbers, in their order. `pictures`: for a page; a spreadsheet has none. */
export const registerRows = async (
  db: Db,
  workspace_id: number,
  now: Date,
  ids: readonly number[],
  { pictures }: { pictures: boolean },
): Promise<LicenseRow[]> => {
  if (ids.length === 0) return []
  const place = new Map(ids.map((id, at) => [id, at]))
  const found = await licensesOf(db, workspace_id, now, {})
    .where(sql<SqlBool>`l.id in ${oneOf(ids)}`)
    .select(['l.id', 'l.clip_id', 'l.territory', 'l.term', 'l.granted_at', 'l.ends_at', 'l.revoked_at'])
    .select([
      'i.sold_as',
      'i.refunded',
      'i.org_type',
      'i.end_client_size',
      'i.distribution_ids',
      'i.rate',
      'i.format_id',
    ])
    .select(['i.price_cents', 'i.discount_cents', 'i.upgrade_credit_cents', 'i.taken_cents'])
    .select(['o.state as order_state', 'o.universal_invoice_number', 'p.client_name', 'p.project_name'])
    .select(['u.email', 'u.first_name', 'u.last_name'])
    .select(upgradeOfLicense)
    .select(stateAt(now).as('state'))
    .$narrowType<LicenseColumns>()
    .execute()
  const rows = found.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  const clips = await clipsForSale(db, pictures ? [...new Set(rows.map(row => row.clip_id))] : [])
  const { prices } = await currentPrices(db, now)
  return rows.map((row): LicenseRow => {
    const { name, slug, filmmaker, format } = row.sold_as as SoldAs
    const clip = clips.get(row.clip_id)
    return {
      id: row.id,
      state: row.state,
      why: whyNot(row),
      clip: {
        id: row.clip_id,
        slug,
        name,
        filmmaker,
        format,
        is_published: clip?.status === 'published',
        thumbs: clip?.thumbs ?? [],
      },
      use: distributionNames(row.distribution_ids),
      client: [row.rate?.end_client_name, clientLabel(row)].filter(Boolean).join(', '),
      sentence: licenseSentence(row),
      rate: row.rate?.name ?? null,
      project:
        row.project_name === null || row.client_name === null
          ? null
          : { client_name: row.client_name, project_name: row.project_name },
      territory: inTitle(row.territory),
      term: inTitle(row.term),
      from: row.granted_at.toISOString(),
      until: row.ends_at?.toISOString() ?? null,
      order: row.universal_invoice_number ?? '',
      bought_by: isStandIn(row.email) ? 'Somebody who has left' : personName(row),
      newer: row.newer,
      ...upgradeOffer({ ...row, state: row.order_state }, { clip: soldClip(clip), prices, now }),
      has_certificate: isInForce(row.state) || row.state === 'ended',
    }
  })
}

/** "worldwide" → "Worldwide": what holds for good and everywhere is written small in the table. */
const inTitle = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const whyNot = ({ state, refunded, order_state }: { state: LicenseState; refunded: boolean; order_state: string }) =>
  state === 'on_hold'
    ? stateLabels[order_state as OrderState]
    : state === 'revoked'
      ? refunded
        ? 'Refunded'
        : stateLabels[order_state as OrderState]
      : ''

export const countRegister = async (db: Db, workspace_id: number, now: Date, query: RegisterQuery) => {
  const { total } = await licensesOf(db, workspace_id, now, query)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** A list to choose from; whose is longer finds the others by searching. */
const most_projects = 300

/** Each client's project once, however many orders were for it, when there is a license of it. */
export const projectsOf = (db: Db, workspace_id: number) =>
  db
    .selectFrom('project_details as p')
    .innerJoin('order_items as i', 'i.project_id', 'p.id')
    .innerJoin('licenses as l', 'l.order_item_id', 'i.id')
    .where('l.workspace_id', '=', workspace_id)
    .groupBy(['p.client_name', 'p.project_name'])
    .select(['p.client_name', 'p.project_name'])
    .select(eb => eb.fn.max('p.id').as('id'))
    .orderBy('id', 'desc')
    .limit(most_projects)
    .execute()
