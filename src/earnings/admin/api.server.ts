import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { StaffAction } from '#platform/audit/staff-actions.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'

import { linkFilmmaker, unlinkFilmmaker } from '../people.server.ts'
import * as contract from './contract.ts'

export const adminFilmmakersApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.listFilmmakerBalances, async () => ({ data: await listFilmmakers(db) }))

  serve(app, contract.linkPerson, async ({ actor, params: { id: filmmaker_id }, body: { email } }) => {
    const person = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
    if (!person) throw refuse.fields({ email: ['There is no account with this email.'] })
    await changePeople(actor.user_id, filmmaker_id, 'member_linked', [null, person.id], trx =>
      linkFilmmaker(trx, { user_id: person.id, filmmaker_id, linked_by: actor.user_id, now: clock.now() }),
    )
    return { data: await listFilmmakers(db) }
  })

  serve(app, contract.unlinkPerson, async ({ actor, params: { id: filmmaker_id, user_id } }) => {
    await changePeople(actor.user_id, filmmaker_id, 'member_unlinked', [user_id, null], trx =>
      unlinkFilmmaker(trx, { user_id, filmmaker_id }),
    )
    return { data: await listFilmmakers(db) }
  })

  /** Runs a change of a filmmaker's people and logs it. Staff cannot change their own links. */
  const changePeople = async (
    staff_user_id: number,
    filmmaker_id: number,
    action: StaffAction,
    user_id: [number | null, number | null],
    apply: (trx: Parameters<typeof linkFilmmaker>[0]) => Promise<void>,
  ) => {
    if (user_id.includes(staff_user_id)) throw refuse(403, 'This is your own account. Please ask a colleague.')
    await db.transaction().execute(async trx => {
      await apply(trx)
      const entry = { about: 'filmmaker', about_key: filmmaker_id } as const
      await writeAuditEntry(trx, { ...entry, staff_user_id, action, changes: { user_id }, now: clock.now() })
    })
  }
}

type FilmmakerBalanceRow = {
  id: number
  slug: string
  name: string
  clips: number
  earned: number
  balance: number
  has_payee: boolean
  people: { id: number; email: string }[]
}

/** Returns every filmmaker, the highest balance first. */
const listFilmmakers = async (db: Db): Promise<contract.FilmmakerSummary[]> => {
  const { rows } = await sql<FilmmakerBalanceRow>`
    select f.id, f.slug, f.name, f.clip_count as clips,
      coalesce(l.earned, 0)::float8 as earned, coalesce(l.balance, 0)::float8 as balance,
      exists (select from payout_settings s where s.filmmaker_id = f.id) as has_payee,
      coalesce((select json_agg(json_build_object('id', u.id, 'email', u.email) order by u.id)
        from filmmaker_members p join users u on u.id = p.user_id where p.filmmaker_id = f.id), '[]') as people
    from filmmakers f
    left join (select e.filmmaker_id, sum(-e.cents) as balance, sum(-e.cents) filter (where p.kind = 'order') as earned
      from ledger_entries e join ledger_postings p on p.id = e.posting_id
      where e.filmmaker_id is not null group by 1) l on l.filmmaker_id = f.id
    order by coalesce(l.balance, 0) desc, f.name`.execute(db)
  return rows.map(row => ({ ...row, earned: toMoney(row.earned), balance: toMoney(row.balance) }))
}
