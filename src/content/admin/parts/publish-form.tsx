/** When the draft takes effect and what changed, before it is published. */
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { requiredText } from '#platform/text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { publishContent } from '../contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './content-editor.module.css'

const PublishFields = z.object({
  note: requiredText('What changed', 500, 'What changed is too long.'),
  /** UTC, such as "2026-03-31T00:00"; '' for now. */
  effective_from: z.string(),
})

type PublishFormProps = { slug: string; edit: number; is_built_in: boolean; onClose: () => void }

export const PublishForm = ({ slug, edit, is_built_in, onClose }: PublishFormProps) => {
  const form = useForm({ resolver: schemaResolver(PublishFields), defaultValues: { note: '', effective_from: '' } })
  const { errors, isSubmitting } = form.formState
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const publish = form.handleSubmit(async ({ note, effective_from: from }) => {
    const effective_from = from === '' ? null : `${from}:00.000Z`
    try {
      await call(publishContent, { params: { slug }, body: { edit, note, effective_from } })
      onClose()
      await revalidate()
      toast(effective_from ? 'The version takes effect at its time.' : 'The version is published.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, ['note', 'effective_from'])
    }
  })
  return (
    <form method="post" noValidate onSubmit={publish} className={css.publish} aria-label="Publish">
      <p>
        {is_built_in
          ? 'By publishing it you confirm that you have read the text. Everybody can still read the earlier versions.'
          : 'Earlier versions stay readable.'}
      </p>
      <TextField
        dense
        type="datetime-local"
        label="Takes effect, in UTC"
        optional
        hint="At once when it is empty."
        {...form.register('effective_from')}
        error={errors.effective_from?.message}
      />
      <TextField
        dense
        label="What changed"
        maxLength={500}
        hint="Saved with the version and in the audit log."
        {...form.register('note')}
        error={errors.note?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <p className={adminPage.end}>
        <Button type="submit" kind="primary" busy={isSubmitting && 'Publishing…'}>
          Publish
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </form>
  )
}
