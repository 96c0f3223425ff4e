/** Every few minutes: finds the users whose digest is due and creates it. */

import { sql } from 'kysely'

import type { DigestPace } from '#accounts/digest-pace.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toPgBossDb, type Db, type Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { DigestParts } from './part.ts'
import { isDue, getItemsPeriod, getWeekPeriod, type DigestSchedule } from './periods.ts'

export const SEND_DIGEST_JOB = 'notifications.send-digest'

type DigestCandidate = DigestSchedule & { user_id: number }

/** Creates the digests that are due, and a job for each that sends it. Safe to run late, repeatedly or concurrently. */
export const createDueDigests = async ({ db, jobs, clock }: Deps, { week }: DigestParts): Promise<void> => {
  const now = clock.now()
  const weeklyReaders = new Map((await week.readers(db)).map(({ user_id, since }) => [user_id, since]))
  for (const { last_week, first_at, ...candidate } of await listCandidates(db, [...weeklyReaders.keys()])) {
    const period = getWeekPeriod(candidate, now)
    const since = weeklyReaders.get(candidate.user_id)
    const isWeekDue = since !== undefined && getWeekPeriod(candidate, since) < period && (last_week ?? '') < period
    if (!isWeekDue && !(first_at && isDue(candidate, first_at, now))) continue
    await db.transaction().execute(async trx => {
      const digest_id = await createDigest(trx, candidate, { week: isWeekDue ? period : null, now })
      if (digest_id !== undefined) await jobs.send(SEND_DIGEST_JOB, { digest_id }, { db: toPgBossDb(trx) })
    })
  }
}

/** Users with pending items or a weekly summary, except those who opted out or have not verified their email. */
const listCandidates = (db: Db, weekly_reader_ids: readonly number[]) =>
  db
    .selectFrom('users as u')
    .where('u.digest_pace', '<>', 'never')
    .where('u.email_verified_at', 'is not', null)
    .where(eb =>
      eb.or([
        eb.exists(
          eb.selectFrom('digest_items as i').whereRef('i.user_id', '=', 'u.id').where('i.digest_id', 'is', null),
        ),
        sql<boolean>`u.id = any(${weekly_reader_ids}::int[])`,
      ]),
    )
    .orderBy('u.id')
    .select(['u.id as user_id', 'u.digest_pace', 'u.time_zone'])
    .$narrowType<{ digest_pace: DigestPace }>()
    .select(eb => [
      eb
        .selectFrom('digest_items as i')
        .whereRef('i.user_id', '=', 'u.id')
        .where('i.digest_id', 'is', null)
        .select(({ fn }) => fn.min('i.created_at').as('at'))
        .as('first_at'),
      eb
        .selectFrom('digests as d')
        .whereRef('d.user_id', '=', 'u.id')
        .select(({ fn }) => fn.max('d.week').as('week'))
        .as('last_week'),
    ])
    .execute()

/** Creates a digest with every item that is due. Returns its id; undefined if another worker was first. */
const createDigest = async (
  trx: Trx,
  candidate: DigestCandidate,
  { week, now }: { week: string | null; now: Date },
): Promise<number | undefined> => {
  const { user_id } = candidate
  const pending = await trx
    .selectFrom('digest_items')
    .where('user_id', '=', user_id)
    .where('digest_id', 'is', null)
    .orderBy('id')
    .select(['id', 'created_at'])
    .execute()
  const due = pending.filter(({ created_at }) => isDue(candidate, created_at, now)).map(({ id }) => id)
  const period = due.length > 0 ? (getItemsPeriod(candidate, now) ?? `item ${due.at(-1)}`) : week
  if (period === null) return undefined
  const digest = await trx
    .insertInto('digests')
    .values({ user_id, period, week, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (digest && due.length > 0)
    await trx
      .updateTable('digest_items')
      .set({ digest_id: digest.id })
      .where('id', 'in', due)
      .where('digest_id', 'is', null)
      .execute()
  return digest?.id
}

const RETENTION_MS = 60 * DAY_MS

/** Deletes old items and digests, and pending items of users who opted out. */
export const purgeDigests = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    const before = new Date(now.getTime() - RETENTION_MS)
    // Items first: without their digest they would be pending again.
    await trx.deleteFrom('digest_items').where('created_at', '<', before).execute()
    await trx.deleteFrom('digests').where('created_at', '<', before).execute()
    const optedOut = trx.selectFrom('users').where('digest_pace', '=', 'never').select('id')
    await trx.deleteFrom('digest_items').where('digest_id', 'is', null).where('user_id', 'in', optedOut).execute()
  })
