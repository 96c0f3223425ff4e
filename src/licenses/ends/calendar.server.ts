/** A user's calendar of one workspace's license ends, behind a secret link whose token is stored as a hash. */
import ical from 'ical-generator'

import { canSeeOrders } from '#orders/policy.ts'
import { workspaceRoles } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { calendarPath, type CalendarLink } from './contract.ts'
import { selectEndingLicenses, summarizeLicense } from './ending-licenses.server.ts'

type CalendarOwner = { workspace_id: number; user_id: number }

const findLink = (db: Db, { workspace_id, user_id }: CalendarOwner) =>
  db
    .selectFrom('license_calendars')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .select('created_at')
    .executeTakeFirst()

export const loadCalendarLink = async (db: Db, owner: CalendarOwner): Promise<CalendarLink> => {
  const link = await findLink(db, owner)
  const ends = await selectEndingLicenses(db)
    .where('l.workspace_id', '=', owner.workspace_id)
    .limit(1)
    .executeTakeFirst()
  return { has_ends: ends !== undefined, created_at: link?.created_at.toISOString() ?? null }
}

/** Replaces an earlier link; of two concurrent calls, the later one's link works. Returns the URL, which is not stored. */
export const createCalendarLink = async ({ db, clock, config }: Deps, owner: CalendarOwner) => {
  const token = randomToken()
  const created_at = clock.now()
  const newLink = { token_hash: hashToken(token), created_at }
  await db
    .insertInto('license_calendars')
    .values({ ...owner, ...newLink })
    .onConflict(conflict => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(newLink))
    .execute()
  return { url: new URL(calendarPath(token), config.public_url).href, created_at: created_at.toISOString() }
}

export const deleteCalendarLink = async (db: Db, { workspace_id, user_id }: CalendarOwner): Promise<void> => {
  await db
    .deleteFrom('license_calendars')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Throws 404 unless the link's owner is still in the workspace, with a role that can see licenses, and not suspended. */
const loadCalendarWorkspace = async (db: Db, token: string) => {
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
  const role = workspaceRoles.find(candidate => candidate === row?.role) ?? null
  if (!row || !canSeeOrders(role) || row.platform_roles.includes(platformRoles.suspended))
    throw refuse.missing('calendar')
  return row
}

/** Returns iCalendar text: an all-day event for each license's end, on its UTC day. */
export const renderCalendar = async (
  { db, config, settings }: Pick<Deps, 'db' | 'config' | 'settings'>,
  token: string,
): Promise<string> => {
  const { workspace_id, name } = await loadCalendarWorkspace(db, token)
  const { host } = new URL(config.public_url)
  const calendar = ical({
    name: `Licenses that end: ${name}`,
    prodId: { company: settings.company().name, product: 'Licenses', language: 'EN' },
    ttl: 43_200,
  })
  for (const license of await selectEndingLicenses(db).where('l.workspace_id', '=', workspace_id).execute()) {
    const { clip, use } = summarizeLicense(license)
    calendar.createEvent({
      id: `license-${license.id}@${host}`,
      // A constant timestamp, so that calendar programs see no changes.
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
