import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { Member } from '#platform/actor.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'

import {
  createFilmmakerInvite,
  loadFilmmakerPeople,
  resendFilmmakerInvite,
  revokeFilmmakerInvite,
} from '../invites.server.ts'
import { unlinkFilmmaker } from '../people.server.ts'
import { loadFilmmakerShares, planShare, withdrawShare } from '../shares.server.ts'
import * as contract from './contract.ts'

export const adminFilmmakersApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const editorOf = ({ user_id: staff_user_id }: Member) => ({ staff_user_id, now: clock.now() })
  const respondWithPeople = async (id: number) => ({ data: await loadFilmmakerPeople(db, id, clock.now()) })

  serve(app, contract.listFilmmakerBalances, async () => ({ data: await listFilmmakers(db) }))

  serve(app, contract.inviteToFilmmaker, async ({ actor, params: { id: filmmaker_id }, body: { email } }) => {
    await db.transaction().execute(trx => createFilmmakerInvite(trx, { filmmaker_id, email }, editorOf(actor)))
    return respondWithPeople(filmmaker_id)
  })

  serve(app, contract.resendFilmmakerInvite, async ({ actor, params: { id: filmmaker_id, invite_id: id } }) => {
    await db.transaction().execute(trx => resendFilmmakerInvite(trx, { filmmaker_id, id }, editorOf(actor)))
    return respondWithPeople(filmmaker_id)
  })

  serve(app, contract.revokeFilmmakerInvite, async ({ actor, params: { id: filmmaker_id, invite_id: id } }) => {
    await db.transaction().execute(trx => revokeFilmmakerInvite(trx, { filmmaker_id, id }, editorOf(actor)))
    return respondWithPeople(filmmaker_id)
  })

  serve(app, contract.removePerson, async ({ actor, params: { id: filmmaker_id, user_id }, body: { reason } }) => {
    const { staff_user_id, now } = editorOf(actor)
    if (user_id === staff_user_id) throw refuse(403, 'This is your own account. Please ask a colleague.')
    await db.transaction().execute(async trx => {
      await unlinkFilmmaker(trx, { user_id, filmmaker_id })
      const entry = { about: 'filmmaker', about_key: filmmaker_id, action: 'member_unlinked' } as const
      await writeAuditEntry(trx, { ...entry, staff_user_id, reason, changes: { user_id: [user_id, null] }, now })
    })
    return respondWithPeople(filmmaker_id)
  })

  const respondWithShares = async (id: number) => ({ data: await loadFilmmakerShares(db, id, clock.now()) })

  serve(app, contract.planShare, async ({ actor, params: { id: filmmaker_id }, body: { reason, ...share } }) => {
    const editor = { ...editorOf(actor), reason }
    await db.transaction().execute(trx => planShare(trx, { filmmaker_id, ...share }, editor))
    return respondWithShares(filmmaker_id)
  })

  serve(app, contract.withdrawShare, async ({ actor, params: { id: filmmaker_id, starts_on }, body }) => {
    const editor = { ...editorOf(actor), reason: body.reason }
    await db
      .transaction()
      .execute(trx => withdrawShare(trx, { filmmaker_id, starts_on, last_id: body.last_id }, editor))
    return respondWithShares(filmmaker_id)
  })
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
