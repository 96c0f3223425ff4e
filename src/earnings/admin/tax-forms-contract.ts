/** Endpoints for filmmakers' tax forms. */
import * as z from 'zod/mini'

import { Day } from '#platform/day.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, numberParam } from '#platform/http/lists.ts'
import { optionalText, ReasonBody } from '#platform/text.ts'

import { taxFormFileTypes, taxFormKinds } from '../tax-form.ts'

const FormParams = z.object({ id: numberParam(), form_id: numberParam() })

export const TaxForm = z.object({
  id: z.int(),
  kind: z.enum(taxFormKinds),
  received_on: z.string(),
  /** The last day; null: it doesn’t expire. */
  expires_on: z.nullable(z.string()),
  note: z.string(),
  /** The type of its file; null without one. */
  file_type: z.nullable(z.enum(['pdf', 'jpg', 'png'])),
  added_by: z.string(),
})
export type TaxForm = z.infer<typeof TaxForm>

export const TaxFormBody = z.object({
  kind: z.enum(taxFormKinds, 'Choose the form.'),
  received_on: Day,
  expires_on: z.nullable(Day),
  note: optionalText('Note', 500),
})

export const addTaxForm = endpoint('POST', '/admin/filmmakers/:id/tax-forms', {
  summary: 'Add a tax form that a filmmaker sent; returns its id, for the file',
  who: 'platform_admins',
  params: IdParam,
  body: TaxFormBody,
  reply: z.object({ id: z.int() }),
  refusals: [409],
})

export const removeTaxForm = endpoint('POST', '/admin/filmmakers/:id/tax-forms/:form_id/remove', {
  summary: 'Remove a tax form that was added by mistake, and its file, with a reason',
  who: 'platform_admins',
  params: FormParams,
  body: ReasonBody,
  reply: z.object({ removed: z.int() }),
})

export const uploadTaxFormFile = endpoint('PUT', '/admin/filmmakers/:id/tax-forms/:form_id/file', {
  summary: 'Upload the file of a tax form: a PDF, JPEG or PNG of up to 10 MB. It replaces the one before',
  who: 'platform_admins',
  per_minute: 30,
  params: FormParams,
  binary_body: Object.values(taxFormFileTypes),
  // Files are not stored with an Idempotency-Key, and the same file gives the same form.
  idempotency_key: 'ignored',
  refusals: [413, 415, 422],
  reply: z.object({ id: z.int() }),
})

export const taxFormFilePath = (id: number | ':id', form_id: number | ':form_id'): string =>
  `/api/admin/filmmakers/${id}/tax-forms/${form_id}/file`
