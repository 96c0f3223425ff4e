/** The personal data in earnings: filmmaker links, invites and payout settings. The ledger refers to filmmakers, not people, and is kept. */
import { getEmailHint } from '#accounts/own/preferences.server.ts'
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const earningsPart: PrivacyPart = {
  name: 'earnings',
  collect: async (db, user_id) => {
    const looks_after = await db
      .selectFrom('filmmaker_members as p')
      .innerJoin('filmmakers as f', 'f.id', 'p.filmmaker_id')
      .where('p.user_id', '=', user_id)
      .leftJoin('payout_settings as s', 's.filmmaker_id', 'f.id')
      .select(['f.name as filmmaker', 'p.linked_at', 's.payee_name', 's.paypal_email'])
      .execute()
    const payout_changes = await db
      .selectFrom('payout_changes')
      .where('changed_by', '=', user_id)
      .orderBy('id')
      .select(['old_email', 'new_email', 'changed_at'])
      .execute()
    const payouts_sent = await db
      .selectFrom('payout_destinations as d')
      .innerJoin('payouts_sent as p', 'p.statement_id', 'd.statement_id')
      .where('d.set_by', '=', user_id)
      .orderBy('d.statement_id')
      .select(['d.payee_name', 'd.paypal_email', 'p.sent_on', 'p.reference'])
      .execute()
    // Without the note, which staff wrote for themselves, and without the file, which the filmmaker sent.
    const tax_forms = await db
      .selectFrom('filmmaker_tax_forms as t')
      .innerJoin('filmmakers as f', 'f.id', 't.filmmaker_id')
      .innerJoin('filmmaker_members as p', 'p.filmmaker_id', 'f.id')
      .where('p.user_id', '=', user_id)
      .where('t.removed_at', 'is', null)
      .orderBy('t.id')
      .select(['f.name as filmmaker', 't.kind', 't.received_on', 't.expires_on', 't.file_type', 't.added_at'])
      .execute()
    const invites = await db
      .selectFrom('filmmaker_invites as i')
      .innerJoin('filmmakers as f', 'f.id', 'i.filmmaker_id')
      .where(({ or, eb }) => or([eb('i.accepted_by', '=', user_id), eb('i.invited_by', '=', user_id)]))
      .orderBy('i.id')
      .select(['f.name as filmmaker', 'i.email', 'i.invited_by', 'i.created_at', 'i.accepted_at', 'i.revoked_at'])
      .execute()
    return {
      looks_after,
      payout_changes,
      payouts_sent,
      tax_forms,
      // The email of an invite is the data of its owner.
      invites: invites.map(({ email, invited_by, ...invite }) => ({
        ...invite,
        email: invited_by === user_id ? getEmailHint(email) : email,
      })),
    }
  },
  forget: async (trx, { user_id, email }) => {
    // Keep the address of another user of the same filmmaker.
    await trx
      .deleteFrom('payout_settings')
      .where(eb => eb.or([eb('changed_by', '=', user_id), eb('paypal_email', '=', email)]))
      .execute()
    await trx
      .deleteFrom('payout_changes')
      .where(eb => eb.or([eb('changed_by', '=', user_id), eb('old_email', '=', email), eb('new_email', '=', email)]))
      .execute()
    // PayPal can still be searched by the reference.
    await trx
      .deleteFrom('payout_destinations')
      .where(eb => eb.or([eb('set_by', '=', user_id), eb('paypal_email', '=', email)]))
      .execute()
    await trx
      .deleteFrom('filmmaker_invites')
      .where(({ or, eb }) =>
        or([eb('accepted_by', '=', user_id), eb('invited_by', '=', user_id), eb('email', '=', email)]),
      )
      .execute()
    await trx.deleteFrom('filmmaker_members').where('user_id', '=', user_id).execute()
  },
}
