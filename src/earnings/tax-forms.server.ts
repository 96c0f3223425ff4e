/** Filmmakers' tax forms: what is on file, with the file in private storage. */
import type { Readable } from 'node:stream'

import { sql } from 'kysely'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { addDays, toDay } from '#platform/day.ts'
import { toPgBossDb, type Db, type Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

import {
  currentTaxForm,
  taxFormFileTypes,
  taxFormState,
  type TaxFormFileType,
  type TaxFormKind,
  type TaxFormState,
} from './tax-form.ts'

/** For one filmmaker. */
const MAX_FORMS = 50

export type TaxFormFields = { kind: TaxFormKind; received_on: string; expires_on: string | null; note: string }
type FormKey = { filmmaker_id: number; id: number }
type Editor = { staff_user_id: number; now: Date }

const selectForms = (db: Db | Trx) => db.selectFrom('filmmaker_tax_forms').where('removed_at', 'is', null)

/** Lists a filmmaker's forms, the latest first. */
export const listTaxForms = async (db: Db, filmmaker_id: number) => {
  const rows = await selectForms(db)
    .innerJoin('users as u', 'u.id', 'filmmaker_tax_forms.added_by')
    .where('filmmaker_id', '=', filmmaker_id)
    .orderBy('received_on', 'desc')
    .orderBy('filmmaker_tax_forms.id', 'desc')
    .select(['filmmaker_tax_forms.id', 'kind', 'received_on', 'expires_on', 'note', 'file_type', 'u.email as added_by'])
    .execute()
  return rows.map(row => ({
    ...row,
    kind: row.kind as TaxFormKind,
    file_type: row.file_type as TaxFormFileType | null,
  }))
}

/** Returns the states of several filmmakers' forms. */
export const loadTaxFormStates = async (
  db: Db,
  filmmaker_ids: readonly number[],
  now: Date,
): Promise<(filmmaker_id: number) => TaxFormState> => {
  const rows =
    filmmaker_ids.length === 0
      ? []
      : await selectForms(db)
          .where('filmmaker_id', 'in', filmmaker_ids)
          .select(['filmmaker_id', 'kind', 'received_on', 'expires_on'])
          .$narrowType<{ kind: TaxFormKind }>()
          .execute()
  const byFilmmaker = Map.groupBy(rows, ({ filmmaker_id }) => filmmaker_id)
  return id => taxFormState(byFilmmaker.get(id) ?? [], toDay(now))
}

/** Returns what the filmmaker sees: the state, and the kind and the end of the form that counts. */
export const loadTaxFormStatus = async (db: Db, filmmaker_id: number, now: Date) => {
  const forms = await listTaxForms(db, filmmaker_id)
  const form = currentTaxForm(forms)
  return {
    state: taxFormState(forms, toDay(now)),
    kind: form?.kind ?? null,
    expires_on: form?.expires_on ?? null,
  }
}

/** Throws 404, 409 for too many forms, 422 for a day that is still to come, or an end before the form was received. */
export const addTaxForm = async (
  trx: Trx,
  filmmaker_id: number,
  fields: TaxFormFields,
  { staff_user_id, now }: Editor,
): Promise<number> => {
  const filmmaker = await trx
    .selectFrom('filmmakers')
    .where('id', '=', filmmaker_id)
    .forNoKeyUpdate()
    .select('id')
    .executeTakeFirst()
  if (!filmmaker) throw refuse.missing('filmmaker')
  // Time zones ahead of UTC have already begun tomorrow.
  if (fields.received_on > addDays(toDay(now), 1)) throw refuse.fields({ received_on: ['This day is still to come.'] })
  if (fields.expires_on !== null && fields.expires_on <= fields.received_on)
    throw refuse.fields({ expires_on: ['The form ends before it was received.'] })
  const { count } = await selectForms(trx)
    .where('filmmaker_id', '=', filmmaker_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_FORMS) throw refuse(409, `At most ${MAX_FORMS} forms can be on file. Please remove an old one.`)
  const { id } = await trx
    .insertInto('filmmaker_tax_forms')
    .values({ filmmaker_id, ...fields, added_by: staff_user_id, added_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { kind, received_on, expires_on, note } = fields
  await writeAuditEntry(trx, {
    staff_user_id,
    about: 'filmmaker',
    about_key: filmmaker_id,
    action: 'tax_form_added',
    changes: {
      tax_form: [null, kind],
      received_on: [null, received_on],
      expires_on: [null, expires_on],
      ...(note !== '' && { note: [null, note] as const }),
    },
    now,
  })
  return id
}

/** Throws 404. */
const lockForm = async (trx: Trx, { filmmaker_id, id }: FormKey) => {
  const form = await selectForms(trx)
    .where('id', '=', id)
    .where('filmmaker_id', '=', filmmaker_id)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!form) throw refuse.missing('tax form')
  return form
}

/** A job of the transaction that takes a file off the record, so that a failed removal is tried again. */
export const REMOVE_FILE_JOB = 'earnings.remove-tax-form-file'

const removeFileLater = async (trx: Trx, jobs: Jobs, file_key: string | null) => {
  if (file_key !== null) await jobs.send(REMOVE_FILE_JOB, { file_key }, { db: toPgBossDb(trx) })
}

/** Removes a form that was added by mistake, and its file. Throws 404. */
export const removeTaxForm = (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  key: FormKey,
  { staff_user_id, reason, now }: Editor & { reason: string },
): Promise<void> =>
  db.transaction().execute(async trx => {
    const { kind, received_on, expires_on, file_key } = await lockForm(trx, key)
    await trx
      .updateTable('filmmaker_tax_forms')
      .set({ removed_at: now, file_key: null, file_type: null })
      .where('id', '=', key.id)
      .execute()
    await writeAuditEntry(trx, {
      staff_user_id,
      about: 'filmmaker',
      about_key: key.filmmaker_id,
      action: 'tax_form_removed',
      reason,
      changes: { tax_form: [kind, null], received_on: [received_on, null], expires_on: [expires_on, null] },
      now,
    })
    await removeFileLater(trx, jobs, file_key)
  })

/**
 * Deletes the forms that ended some days ago: that expired, were removed, or were replaced by a newer one. The W forms
 * replace each other, and so do the VAT forms.
 */
export const purgeTaxForms = async (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  now: Date,
  retention_days: number,
): Promise<void> => {
  const cutoff = toDay(retentionCutoff(now, retention_days))
  await db.transaction().execute(async trx => {
    const { rows } = await sql<{ file_key: string | null }>`
      delete from filmmaker_tax_forms f
      where least(
        expires_on,
        to_char(removed_at at time zone 'UTC', 'YYYY-MM-DD'),
        (select min(n.received_on) from filmmaker_tax_forms n
          where n.filmmaker_id = f.filmmaker_id and n.removed_at is null and (n.kind = 'vat') = (f.kind = 'vat')
            and (n.received_on, n.id) > (f.received_on, f.id))
      ) < ${cutoff}
      returning file_key`.execute(trx)
    for (const { file_key } of rows) await removeFileLater(trx, jobs, file_key)
  })
}

const signatures: Record<TaxFormFileType, Buffer> = {
  pdf: Buffer.from('%PDF-'),
  jpg: Buffer.from('ffd8ff', 'hex'),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
}

/** Returns the type of a file by its first bytes; undefined for another one. */
const typeOf = (bytes: Buffer): TaxFormFileType | undefined =>
  (Object.keys(signatures) as TaxFormFileType[]).find(type =>
    bytes.subarray(0, signatures[type].length).equals(signatures[type]),
  )

/** Stores the file of a form, replacing the one before. Throws 404, 422 for another file than a PDF, JPEG or PNG. */
export const storeTaxFormFile = async (
  { db, storage, jobs }: Pick<Deps, 'db' | 'storage' | 'jobs'>,
  key: FormKey,
  bytes: Buffer,
  { staff_user_id, now }: Editor,
): Promise<void> => {
  const file_type = typeOf(bytes)
  if (!file_type) throw refuse(422, 'This is no PDF, JPEG or PNG. Please choose another file.')
  const file_key = `tax-forms/${key.filmmaker_id}/${hashToken(randomToken()).toString('hex')}.${file_type}`
  await storage.put(file_key, bytes)
  try {
    await db.transaction().execute(async trx => {
      const form = await lockForm(trx, key)
      await trx.updateTable('filmmaker_tax_forms').set({ file_key, file_type }).where('id', '=', key.id).execute()
      await writeAuditEntry(trx, {
        staff_user_id,
        about: 'filmmaker',
        about_key: key.filmmaker_id,
        action: 'tax_form_file_added',
        changes: { tax_form: [form.kind, form.kind], file: [form.file_type, file_type] },
        now,
      })
      await removeFileLater(trx, jobs, form.file_key)
    })
  } catch (error) {
    await storage.remove(file_key)
    throw error
  }
}

type TaxFormFile = { name: string; type: string; size_bytes: number; read: () => Readable }

/** Returns the file of a form, and writes to the log who opened it. Throws 404. */
export const openTaxFormFile = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { filmmaker_id, id }: FormKey,
  { staff_user_id, now }: Editor,
): Promise<TaxFormFile> => {
  const form = await selectForms(db)
    .innerJoin('filmmakers as f', 'f.id', 'filmmaker_tax_forms.filmmaker_id')
    .where('filmmaker_tax_forms.id', '=', id)
    .where('f.id', '=', filmmaker_id)
    .select(['kind', 'received_on', 'file_key', 'file_type', 'f.slug'])
    .executeTakeFirst()
  const file = form?.file_key ? await storage.open(form.file_key) : undefined
  const file_type = form?.file_type as TaxFormFileType | null | undefined
  if (!form || !file || !file_type) throw refuse.missing('file')
  await db.transaction().execute(trx =>
    writeAuditEntry(trx, {
      staff_user_id,
      about: 'filmmaker',
      about_key: filmmaker_id,
      action: 'tax_form_opened',
      changes: { tax_form: [form.kind, form.kind], received_on: [form.received_on, form.received_on] },
      now,
    }),
  )
  return {
    name: `${form.slug}-${form.kind}-${form.received_on}.${file_type}`,
    type: taxFormFileTypes[file_type],
    size_bytes: file.size_bytes,
    read: () => file.read(),
  }
}
