/** The form of a filmmaker's public text, links and address. It never overwrites a colleague's changes unseen. */
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import { FilmmakerBody, getStaffFilmmaker, MAX_LINKS, updateStaffFilmmaker, type StaffFilmmaker } from '../contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'

const splitLines = (text: string) => text.split('\n').filter(line => line.trim() !== '')

const FilmmakerFields = z.extend(FilmmakerBody, {
  /** One a line. */
  links: z.string().check(({ value, issues }) => {
    const [issue] = FilmmakerBody.shape.links.safeParse(splitLines(value)).error?.issues ?? []
    if (issue) issues.push({ code: 'custom', input: value, message: issue.message })
  }),
})

const fieldNames = ['name', 'slug', 'location', 'bio', 'links'] as const
/** The version is the one that these values are based on. */
const toFields = ({ name, slug, location, bio, links, version }: StaffFilmmaker) => ({
  name,
  slug,
  location,
  bio,
  links: links.join('\n'),
  version,
})

export const FilmmakerForm = ({ filmmaker }: { filmmaker: StaffFilmmaker }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: schemaResolver(FilmmakerFields), defaultValues: toFields(filmmaker) })
  const { register, reset, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const unsavedDialog = useUnsavedGuard(isDirty && !isSubmitting)
  const { id, former_slugs } = filmmaker

  // Follow the saved filmmaker as long as the form is unchanged.
  useEffect(() => {
    if (!isDirty) reset(toFields(filmmaker))
  }, [filmmaker, isDirty, reset])

  const save = form.handleSubmit(async fields => {
    const body = { ...fields, links: splitLines(fields.links) }
    const params = { id: String(id) }
    try {
      const { data } = await call(updateStaffFilmmaker, { params, body })
      reset(toFields(data))
      await revalidate()
      toast('Saved.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fieldNames)
      if (!(error instanceof Refusal) || error.status !== 409) return
      const { data } = await call(getStaffFilmmaker, { params })
      form.setValue('version', data.version)
      await revalidate()
    }
  })
  return (
    <form method="post" noValidate onSubmit={save} className={adminPage.form}>
      <div className={adminPage.fields}>
        <TextField dense label="Name" maxLength={80} {...register('name')} error={errors.name?.message} />
        <TextField
          dense
          label="Address"
          maxLength={80}
          spellCheck={false}
          autoCapitalize="none"
          hint="The old address redirects to the new one."
          {...register('slug')}
          error={errors.slug?.message}
        />
        <TextField
          dense
          label="Location"
          optional
          maxLength={120}
          {...register('location')}
          error={errors.location?.message}
        />
        <TextArea
          label="Biography"
          optional
          rows={3}
          maxLength={2_000}
          {...register('bio')}
          error={errors.bio?.message}
          className={adminPage.wide}
        />
        <TextArea
          label="Links"
          optional
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          hint={`Web addresses, one a line, up to ${MAX_LINKS}. They are shown on the filmmaker’s page.`}
          {...register('links')}
          error={errors.links?.message}
          className={adminPage.wide}
        />
      </div>
      {former_slugs.length > 0 && (
        <p className={adminPage.soft}>Earlier addresses that lead here: {former_slugs.join(', ')}</p>
      )}
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <p className={adminPage.end}>
        <Button type="submit" kind={isDirty ? 'primary' : 'secondary'} busy={isSubmitting && 'Saving…'}>
          Save details
        </Button>
      </p>
      {unsavedDialog}
    </form>
  )
}
