/** What platform administrators see of a filmmaker besides the catalog: people, money and tax forms. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { toMoney } from '#platform/money.ts'

import { loadFilmmakerPeople } from '../invites.server.ts'
import { loadFilmmakerShares } from '../shares.server.ts'
import { listTaxForms, loadTaxFormStates } from '../tax-forms.server.ts'
import type { FilmmakerAccount } from './contract.ts'

export const loadFilmmakerAccount = async (db: Db, id: number, now: Date): Promise<FilmmakerAccount> => {
  const [people, shares, tax_forms, stateOf, { rows }] = await Promise.all([
    loadFilmmakerPeople(db, id, now),
    loadFilmmakerShares(db, id, now),
    listTaxForms(db, id),
    loadTaxFormStates(db, [id], now),
    sql<{ earned: number; balance: number; has_payee: boolean }>`
      select coalesce(sum(-e.cents) filter (where p.kind = 'order'), 0)::float8 as earned,
             coalesce(sum(-e.cents), 0)::float8 as balance,
             exists (select from payout_settings where filmmaker_id = ${id}) as has_payee
      from ledger_entries e join ledger_postings p on p.id = e.posting_id where e.filmmaker_id = ${id}`.execute(db),
  ])
  const { earned = 0, balance = 0, has_payee = false } = rows[0] ?? {}
  return {
    ...people,
    shares,
    tax_forms,
    tax_form: stateOf(id),
    earned: toMoney(earned),
    balance: toMoney(balance),
    has_payee,
  }
}
