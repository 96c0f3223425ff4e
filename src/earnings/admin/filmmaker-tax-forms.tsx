/** A filmmaker's tax forms: what is on file, with its file, and what is added. */
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/file-field.tsx'
import { SelectField } from '#ui/select.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import {
  MAX_TAX_FORM_BYTES,
  taxFormFileTypes,
  taxFormKinds,
  taxFormLabels,
  taxFormStateLabels,
  type TaxFormState,
} from '../tax-form.ts'
import {
  addTaxForm,
  removeTaxForm,
  taxFormFilePath,
  TaxFormBody,
  uploadTaxFormFile,
  type TaxForm,
} from './tax-forms-contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './filmmaker-people.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

const FILE_TYPES = Object.values(taxFormFileTypes)

/** Throws the refusal. */
const sendFile = async (id: number, form_id: number, file: File): Promise<void> => {
  if (file.size > MAX_TAX_FORM_BYTES) throw new Refusal(413, 'This file is too large. The limit is 10 MB.')
  const response = await fetch(taxFormFilePath(id, form_id), {
    method: uploadTaxFormFile.method,
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file,
  })
  const reply = (await response.json().catch(() => ({}))) as { message?: string }
  if (!response.ok) throw new Refusal(response.status, reply.message ?? 'The upload failed. Try again.')
}

const stateTones = { missing: 'bad', expired: 'bad', expiring: 'waiting', on_file: 'good' } as const

type FilmmakerTaxFormsProps = { id: number; forms: readonly TaxForm[]; state: TaxFormState }

export const FilmmakerTaxForms = ({ id, forms, state }: FilmmakerTaxFormsProps) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [removed, setRemoved] = useState<TaxForm>()
  return (
    <section aria-labelledby="tax-forms" className={css.section}>
      <h2 id="tax-forms">Tax forms</h2>
      <p>
        <StatusLabel tone={stateTones[state]}>{taxFormStateLabels[state]}</StatusLabel>
      </p>
      {forms.length > 0 && (
        <div className={adminPage.scroll}>
          <table className={adminPage.table}>
            <caption className="visually-hidden">Tax forms</caption>
            <thead>
              <tr>
                <th scope="col">Form</th>
                <th scope="col">Received</th>
                <th scope="col">Valid through</th>
                <th scope="col">File</th>
                <th scope="col">Added by</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {forms.map(form => (
                <tr key={form.id}>
                  <td>
                    {taxFormLabels[form.kind]}
                    {form.note && <span className={adminPage.under}>{form.note}</span>}
                  </td>
                  <td data-label="Received" className="mono">
                    {form.received_on}
                  </td>
                  <td data-label="Valid through" className="mono">
                    {form.expires_on ?? 'no end'}
                  </td>
                  <td data-label="File">
                    {form.file_type ? (
                      <a href={taxFormFilePath(id, form.id)} download>
                        {form.file_type.toUpperCase()}
                        <span className="visually-hidden"> of the form of {form.received_on}</span>
                      </a>
                    ) : (
                      <span className={page.none}>None</span>
                    )}
                  </td>
                  <td data-label="Added by">{form.added_by}</td>
                  <td className={css.actions}>
                    <Button
                      kind="quiet"
                      aria-label={`Remove the form of ${form.received_on}`}
                      onClick={() => setRemoved(form)}
                    >
                      Remove
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <TaxFormForm id={id} />
      <Suspense>
        {removed && (
          <ReasonDialog
            title={`Remove the form of ${removed.received_on}`}
            what={`The ${taxFormLabels[removed.kind]} is no longer on file, and its file is deleted.`}
            confirm="Remove"
            busy="Removing…"
            danger
            onClose={() => setRemoved(undefined)}
            onConfirm={async reason => {
              const params = { id: String(id), form_id: String(removed.id) }
              await call(removeTaxForm, { params, body: { reason } })
              await revalidate()
              toast('The form is removed.', { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

const TaxFormFields = z.extend(TaxFormBody, {
  kind: z.enum(['', ...taxFormKinds]).check(z.refine(kind => kind !== '', 'Choose the form.')),
  received_on: z.string().check(z.minLength(1, 'Choose a day.')),
  /** Empty: it doesn’t expire. */
  expires_on: z.string(),
})
const fieldNames = ['kind', 'received_on', 'expires_on', 'note'] as const

const TaxFormForm = ({ id }: { id: number }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [file, setFile] = useState<File>()
  const form = useForm({
    resolver: schemaResolver(TaxFormFields),
    defaultValues: { kind: '' as const, received_on: '', expires_on: '', note: '' },
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const save = form.handleSubmit(async ({ kind, expires_on, ...fields }) => {
    if (kind === '') return
    const body = { ...fields, kind, expires_on: expires_on === '' ? null : expires_on }
    try {
      const { data } = await call(addTaxForm, { params: { id: String(id) }, body })
      try {
        if (file) await sendFile(id, data.id, file)
      } catch (error) {
        // Staff attached a file, so an entry without it would look complete.
        await call(removeTaxForm, {
          params: { id: String(id), form_id: String(data.id) },
          body: { reason: 'Its file could not be stored' },
        })
        throw error
      }
      toast('The form is on file.', { kind: 'success' })
      form.reset()
      setFile(undefined)
      await revalidate()
    } catch (error) {
      showRefusal(error, form, fieldNames)
    }
  })
  return (
    <form className={adminPage.form} method="post" noValidate onSubmit={save}>
      <div className={adminPage.fields}>
        <SelectField dense label="Form" {...register('kind')} error={errors.kind?.message}>
          <option value="">Choose</option>
          {taxFormKinds.map(kind => (
            <option key={kind} value={kind}>
              {taxFormLabels[kind]}
            </option>
          ))}
        </SelectField>
        <TextField
          dense
          label="Received on"
          type="date"
          {...register('received_on')}
          error={errors.received_on?.message}
        />
        <TextField
          dense
          label="Valid through"
          type="date"
          optional
          hint="A W-8BEN usually ends on the last day of the third year after it was signed."
          {...register('expires_on')}
          error={errors.expires_on?.message}
        />
        <TextField dense label="Note" optional maxLength={500} {...register('note')} error={errors.note?.message} />
        <FileField
          label="File"
          optional
          noun="file"
          hint="PDF, JPEG or PNG, up to 10 MB. Only platform administrators can open it."
          accept={FILE_TYPES.join(',')}
          chosen={file && { name: file.name, about: '' }}
          busy={isSubmitting}
          className={adminPage.wide}
          onChoose={setFile}
        />
      </div>
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <p className={adminPage.end}>
        <Button type="submit" busy={isSubmitting && 'Saving…'}>
          Add the form
        </Button>
      </p>
    </form>
  )
}
