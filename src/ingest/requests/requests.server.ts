/** Requests to filmmakers for footage that buyers look for. */
import { sql } from 'kysely'

import { queueDigestItems } from '#notifications/digest/queue-items.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { MAX_REQUESTS_PER_WEEK, type FootageRequest, type StaffFootageRequest } from './contract.ts'

const WEEK_MS = 7 * DAY_MS
/** More requests than staff keep open. */
const MAX_LISTED = 100

type Actor = { staff_user_id: number; now: Date }
type FootageRequestInput = { subject: string; note: string; filmmaker_ids?: readonly number[] | undefined }

type RequestRow = { id: number; subject: string; note: string; requested_at: Date }
const toRequest = ({ id, subject, note, requested_at }: RequestRow): FootageRequest => ({
  id,
  subject,
  note,
  requested_at: requested_at.toISOString(),
})

/** Lists the open requests, newest first. */
export const listOpenRequests = async (db: Db): Promise<StaffFootageRequest[]> => {
  const { rows } = await sql<RequestRow & { requested_by: string | null; filmmakers: string[] }>`
    select r.id, r.subject, r.note, r.requested_at, nullif(trim(u.first_name || ' ' || u.last_name), '') as requested_by,
           array(select f.name from footage_request_recipients t join filmmakers f on f.id = t.filmmaker_id
                 where t.request_id = r.id order by f.name) as filmmakers
    from footage_requests r left join users u on u.id = r.requested_by
    where r.closed_at is null order by r.requested_at desc, r.id desc limit ${MAX_LISTED}`.execute(db)
  return rows.map(({ requested_by, filmmakers, ...row }) => ({ ...toRequest(row), requested_by, filmmakers }))
}

/** Lists the open requests that a filmmaker got, newest first. */
export const listRequestsOf = async (db: Db, filmmaker_id: number): Promise<FootageRequest[]> => {
  const rows = await db
    .selectFrom('footage_requests as r')
    .innerJoin('footage_request_recipients as t', 't.request_id', 'r.id')
    .where('t.filmmaker_id', '=', filmmaker_id)
    .where('r.closed_at', 'is', null)
    .orderBy('r.requested_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(MAX_LISTED)
    .select(['r.id', 'r.subject', 'r.note', 'r.requested_at'])
    .execute()
  return rows.map(toRequest)
}

/** Lists the filmmakers with an account, and how many requests each got in the last seven days. */
export const listRecipients = async (db: Db, now: Date): Promise<{ id: number; name: string; recent: number }[]> => {
  const { rows } = await sql<{ id: number; name: string; recent: number }>`
    select f.id, f.name, count(r.id)::int as recent
    from filmmakers f
    left join footage_request_recipients t on t.filmmaker_id = f.id
    left join footage_requests r on r.id = t.request_id and r.requested_at > ${new Date(now.getTime() - WEEK_MS)}
    where exists (select from filmmaker_members m where m.filmmaker_id = f.id)
    group by f.id order by f.name, f.id`.execute(db)
  return rows
}

/**
 * Saves a request and notifies the filmmakers' accounts: the chosen ones, or all who got few enough. Returns its id. Throws 409 when there is an open one for the same
 * subject or a filmmaker already got enough, 422 for filmmakers without an account.
 */
export const requestFootage = async (
  trx: Trx,
  { subject, note, filmmaker_ids }: FootageRequestInput,
  { staff_user_id, now }: Actor,
): Promise<number> => {
  // One request at a time, so that the limit holds.
  await sql`select pg_advisory_xact_lock(90, 0)`.execute(trx)
  const allRecipients = await listRecipients(trx, now)
  const recipients = allRecipients.filter(({ id, recent }) =>
    filmmaker_ids ? filmmaker_ids.includes(id) : recent < MAX_REQUESTS_PER_WEEK,
  )
  if (recipients.length === 0 || (filmmaker_ids && recipients.length < new Set(filmmaker_ids).size))
    throw refuse.fields({
      filmmaker_ids: [
        filmmaker_ids
          ? 'Choose filmmakers with an account.'
          : allRecipients.length === 0
            ? 'No filmmaker has an account yet.'
            : `Every filmmaker already got ${MAX_REQUESTS_PER_WEEK} requests in the last 7 days.`,
      ],
    })
  const full = recipients.filter(({ recent }) => recent >= MAX_REQUESTS_PER_WEEK)
  if (full.length > 0)
    throw refuse(
      409,
      `${full
        .slice(0, 3)
        .map(({ name }) => name)
        .join(
          ', ',
        )}${full.length > 3 ? ` and ${full.length - 3} more` : ''} already got ${MAX_REQUESTS_PER_WEEK} requests in the last 7 days. Leave them out, or wait.`,
    )
  const request = await trx
    .insertInto('footage_requests')
    .values({ subject, note, requested_by: staff_user_id, requested_at: now })
    .onConflict(conflict =>
      conflict
        .expression(sql`lower(subject)`)
        .where('closed_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!request) throw refuse(409, `Filmmakers have already been asked for “${subject}”. Close that request first.`)
  const { id } = request
  const ids = recipients.map(recipient => recipient.id)
  await trx
    .insertInto('footage_request_recipients')
    .values(ids.map(filmmaker_id => ({ request_id: id, filmmaker_id })))
    .execute()
  await writeAuditEntry(trx, {
    staff_user_id,
    about: 'footage_request',
    about_key: id,
    action: 'sent',
    changes: {
      subject: [null, subject],
      ...(note !== '' && { note: [null, note] as const }),
      filmmakers: [null, recipients.map(({ name }) => name).join(', ')],
    },
    now,
  })
  const members = await trx
    .selectFrom('filmmaker_members')
    .where('filmmaker_id', 'in', ids)
    .orderBy('user_id')
    .select('user_id')
    .execute()
  const to = members.map(({ user_id }) => user_id)
  for (const user_id of await queueDigestItems(trx, 'footage.requested', { request_id: id }, { to, now }))
    await recordEvent(trx, 'footage.requested', { user_id, request_id: id })
  return id
}

/** Throws 404, 409 when it is closed. */
export const closeRequest = async (trx: Trx, id: number, { staff_user_id, now }: Actor): Promise<void> => {
  const closed = await trx
    .updateTable('footage_requests')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('subject')
    .executeTakeFirst()
  if (closed) {
    const changes = { state: ['open', 'closed'] as const }
    await writeAuditEntry(trx, {
      staff_user_id,
      about: 'footage_request',
      about_key: id,
      action: 'closed',
      changes,
      now,
    })
    return
  }
  const existing = await trx.selectFrom('footage_requests').where('id', '=', id).select('id').executeTakeFirst()
  throw existing ? refuse(409, 'This request is closed already.') : refuse.missing('request')
}

/** Lists the given requests that are open and that a filmmaker of the user got. */
export const listRequestsForUser = (db: Db, user_id: number, ids: readonly number[]) =>
  db
    .selectFrom('footage_requests as r')
    .innerJoin('footage_request_recipients as t', 't.request_id', 'r.id')
    .innerJoin('filmmaker_members as m', 'm.filmmaker_id', 't.filmmaker_id')
    .where('m.user_id', '=', user_id)
    .where('r.id', 'in', [...ids])
    .where('r.closed_at', 'is', null)
    .orderBy('r.id')
    .select(['r.id', 'r.subject', 'r.note'])
    .execute()
