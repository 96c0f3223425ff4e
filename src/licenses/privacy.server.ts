/** The personal data in licenses. The licenses themselves are kept, because they prove rights that others rely on. */
import { sql } from 'kysely'

import type { PrivacyPart } from '#accounts/privacy/part.ts'
import { removeDocuments, removeReplacedDocuments } from '#orders/documents/stored.server.ts'
import type { Trx } from '#platform/db/database.server.ts'

import { parsePayload, toCanonicalJson } from './certificates/certificate.ts'
import { licenseView } from './license-view.server.ts'

/** Covers the certificates of the user's orders, and of the workspaces that close with the account. Their links stay valid. */
const anonymizeLicensees = async (
  trx: Trx,
  user_id: number,
  closed_workspace_ids: readonly number[],
  now: Date,
): Promise<void> => {
  const rows = await trx
    .selectFrom('certificates as c')
    .innerJoin(licenseView, 'l.id', 'c.license_id')
    .where(eb =>
      eb.or([
        eb('l.user_id', '=', user_id),
        ...(closed_workspace_ids.length > 0 ? [eb('l.workspace_id', 'in', closed_workspace_ids)] : []),
      ]),
    )
    .select(['c.license_id', 'c.payload', 'l.licensee'])
    .execute()
  // A certificate that was issued before its licensee was corrected to a company still names the person.
  const isPersonal = (payload: string, { company }: { company: string }) =>
    !company || parsePayload(payload).licensee !== company
  const personal = rows.filter(({ payload, licensee }) => isPersonal(payload, licensee))
  await removeDocuments(
    trx,
    'certificate',
    personal.map(({ license_id }) => String(license_id)),
    now,
  )
  for (const { license_id, licensee } of rows) {
    const replaced = await trx
      .selectFrom('replaced_certificates')
      .where('license_id', '=', license_id)
      .select(['id', 'payload'])
      .execute()
    const ids = replaced.filter(({ payload }) => isPersonal(payload, licensee)).map(({ id }) => id)
    if (ids.length === 0) continue
    await trx.deleteFrom('replaced_certificates').where('id', 'in', ids).execute()
    await removeReplacedDocuments(trx, 'certificate', String(license_id), now)
  }
  for (const { license_id, payload } of personal) {
    const anonymized = { ...parsePayload(payload), licensee: '', licensee_address: '' }
    await trx
      .updateTable('certificates')
      .set({ payload: toCanonicalJson(anonymized) })
      .where('license_id', '=', license_id)
      .execute()
  }
}

export const licensesPart: PrivacyPart = {
  name: 'licenses',
  collect: async (db, user_id) => {
    const licenses = await db
      .selectFrom(licenseView)
      .where('l.user_id', '=', user_id)
      .orderBy('l.id')
      .select(['l.id', 'l.order_item_id', 'l.territory', 'l.term', 'l.granted_at', 'l.ends_at', 'l.revoked_at'])
      .select(['l.superseded_by', 'l.reference', 'l.clip_id', 'l.client_name', 'l.project_name'])
      .execute()
    const calendars = await db
      .selectFrom('license_calendars')
      .where('user_id', '=', user_id)
      .orderBy('workspace_id')
      .select(['workspace_id', 'created_at'])
      .execute()
    const reminders = await db
      .selectFrom('license_reminders')
      .where('user_id', '=', user_id)
      .orderBy('license_id')
      .select(['license_id', 'kind', 'sent_at'])
      .execute()
    return { licenses, license_calendars: calendars, license_reminders: reminders }
  },
  forget: async (trx, { user_id, closed_workspace_ids, now }) => {
    await anonymizeLicensees(trx, user_id, closed_workspace_ids, now)
    await trx
      .updateTable('imported_licenses')
      .set({ licensee: sql`licensee || '{"contact": ""}'` })
      .where('user_id', '=', user_id)
      .execute()
    await trx.deleteFrom('license_calendars').where('user_id', '=', user_id).execute()
    await trx.deleteFrom('license_reminders').where('user_id', '=', user_id).execute()
  },
}
