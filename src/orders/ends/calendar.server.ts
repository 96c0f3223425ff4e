/** Somebody's calendar of the license ends of one workspace, behind a secret link that rests as a hash. */
import ical from 'ical-generator'

import { workspaceRoles } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'
import { platformRoles } from '#workspaces/policy.ts'

import { canSeeOrders } from '../policy.ts'
import { calendarPath, type CalendarLink } from './contract.ts'
import { endingLicenses, inShort } from './ending.server.ts'

type Whose = { workspace_id: number; user_id: number }

const linkOf = (db: Db, { workspace_id, user_id }: Whose) =>
  db
    .selectFrom('license_calendars')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .select('made_at')
    .executeTakeFirst()

export const calendarLink = async (db: Db, whose: Whose): Promise<CalendarLink> => {
  const link = await linkOf(db, whose)
  const ends = await endingLicenses(db).where('l.workspace_id', '=', whose.workspace_id).limit(1).executeTakeFirst()
  return { has_ends: ends !== undefined, made_at: link?.made_at.toISOString() ?? null }
}

/** Of two at once the later one's link works. The address is told this once. */
export const newCalendarLink = async ({ db, clock, config }: Deps, whose: Whose) => {
  const token = randomToken()
  const made_at = clock.now()
  const fresh = { token_hash: hashToken(token), made_at }
  await db
    .insertInto('license_calendars')
    .values({ ...whose, ...fresh })
    .onConflict(conflict => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(fresh))
    .execute()
  return { url: new URL(calendarPath(token), config.public_url).href, made_at: made_at.toISOString() }
}

export const dropCalendarLink = async (db: Db, { workspace_id, user_id }: Whose): Promise<void> => {
  await db
    .deleteFrom('license_calendars')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Throws 404 unless the link's maker is still in the workspace, in a role that sees licenses, and not suspended. */
const opened = async (db: Db, token: string) => {
  const row = await db
    .selectFrom('license_calendars as c')
    .innerJoin('workspace_members as m', join =>
      join.onRef('m.workspace_id', '=', 'c.workspace_id').onRef('m.user_id', '=', 'c.user_id'),
    )
    .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .where('c.token_hash', '=', hashToken(token))
    .select(['c.workspace_id', 'm.role', 'w.name', 'u.platform_roles'])
    .executeTakeFirst()
  const role = workspaceRoles.find(known => known === row?.role) ?? null
  if (!row || !canSeeOrders(role) || row.platform_roles.includes(platformRoles.suspended))
    throw refuse.missing('calendar')
  return row
}

/** iCalendar text: an all-day event for each license's end, on its day in UTC, as everywhere in the shop. */
export const calendarOf = async ({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<string> => {
  const { workspace_id, name } = await opened(db, token)
  const { host } = new URL(config.public_url)
  const calendar = ical({
    name: `Licenses that end: ${name}`,
    prodId: { company: brand.name, product: 'Licenses', language: 'EN' },
    ttl: 43_200,
  })
  for (const license of await endingLicenses(db).where('l.workspace_id', '=', workspace_id).execute()) {
    const { clip, use } = inShort(license)
    calendar.createEvent({
      id: `license-${license.id}@${host}`,
      // What says when a program last learned of it; always the same, so that nothing looks changed.
      stamp: license.granted_at,
      start: license.ends_at,
      allDay: true,
      summary: `License ends: ${clip}`,
      description: use,
      url: `${config.public_url}/account/licenses?${new URLSearchParams({ 'search[query]': String(license.clip_id) })}`,
    })
  }
  return calendar.toString()
}
