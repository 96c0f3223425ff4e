/** Every few minutes: for whom is it eight o'clock, and does anything wait for them? */
import { sql } from 'kysely'

import type { DigestPace } from '#accounts/digest-pace.ts'
import { insideTransaction, type Db, type Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { DigestParts } from './part.ts'
import { isDue, itemsTurn, weekTurn, type Reader } from './turns.ts'

export const send_job = 'notifications.send-digest'

type Person = Reader & { user_id: number }

/** Makes the digests that are due, and for each a job that sends it. May run late, twice, or at once with itself. */
export const lookForDigests = async ({ db, jobs, clock }: Deps, { week }: DigestParts): Promise<void> => {
  const now = clock.now()
  const looked_after = new Map((await week.readers(db)).map(({ user_id, since }) => [user_id, since]))
  for (const { last_week, first_at, ...person } of await peopleOf(db, [...looked_after.keys()])) {
    const turn = weekTurn(person, now)
    const since = looked_after.get(person.user_id)
    const wants_week = since !== undefined && weekTurn(person, since) < turn && (last_week ?? '') < turn
    if (!wants_week && !(first_at && isDue(person, first_at, now))) continue
    await db.transaction().execute(async trx => {
      const digest_id = await makeDigest(trx, person, { week: wants_week ? turn : null, now })
      if (digest_id !== undefined) await jobs.send(send_job, { digest_id }, { db: insideTransaction(trx) })
    })
  }
}

/** For whom something waits, or a week is to be told: nobody whose email may be a stranger's, and nobody who wants no news. */
const peopleOf = (db: Db, looked_after: readonly number[]) =>
  db
    .selectFrom('users as u')
    .where('u.digest_pace', '<>', 'never')
    .where('u.email_verified_at', 'is not', null)
    .where(eb =>
      eb.or([
        eb.exists(
          eb.selectFrom('digest_items as i').whereRef('i.user_id', '=', 'u.id').where('i.digest_id', 'is', null),
        ),
        sql<boolean>`u.id = any(${looked_after}::int[])`,
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
        .select(({ fn }) => fn.min('i.at').as('at'))
        .as('first_at'),
      eb
        .selectFrom('digests as d')
        .whereRef('d.user_id', '=', 'u.id')
        .select(({ fn }) => fn.max('d.week').as('week'))
        .as('last_week'),
    ])
    .execute()

/** With everything that is due; answers its id, and undefined when somebody else was first. */
const makeDigest = async (
  trx: Trx,
  person: Person,
  { week, now }: { week: string | null; now: Date },
): Promise<number | undefined> => {
  const { user_id } = person
  const waiting = await trx
    .selectFrom('digest_items')
    .where('user_id', '=', user_id)
    .where('digest_id', 'is', null)
    .orderBy('id')
    .select(['id', 'at'])
    .execute()
  const due = waiting.filter(({ at }) => isDue(person, at, now)).map(({ id }) => id)
  const turn = due.length > 0 ? (itemsTurn(person, now) ?? `item ${due.at(-1)}`) : week
  if (turn === null) return undefined
  const made = await trx
    .insertInto('digests')
    .values({ user_id, turn, week, made_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made && due.length > 0)
    await trx
      .updateTable('digest_items')
      .set({ digest_id: made.id })
      .where('id', 'in', due)
      .where('digest_id', 'is', null)
      .execute()
  return made?.id
}

const kept_ms = 60 * 86_400_000

/** What was told long ago, and what nobody was told of. */
export const forgetDigests = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    const before = new Date(now.getTime() - kept_ms)
    // Items first: those of a digest that goes would wait again.
    await trx.deleteFrom('digest_items').where('at', '<', before).execute()
    await trx.deleteFrom('digests').where('made_at', '<', before).execute()
    const want_none = trx.selectFrom('users').where('digest_pace', '=', 'never').select('id')
    await trx.deleteFrom('digest_items').where('digest_id', 'is', null).where('user_id', 'in', want_none).execute()
  })
