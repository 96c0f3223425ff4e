/** The form of a collection's public text. It never overwrites a colleague's changes unseen. */
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import { updateStaffCollection, getStaffCollection, CollectionTextBody, type StaffCollection } from '../contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'

const fieldNames = ['name', 'slug', 'description', 'featured'] as const
/** The version is the one that these values are based on. */
const toFields = ({ name, slug, description, featured, version }: StaffCollection) => ({
  name,
  slug,
  description,
  featured,
  version,
})

export const CollectionTextForm = ({ collection }: { collection: StaffCollection }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: schemaResolver(CollectionTextBody), defaultValues: toFields(collection) })
  const { register, reset, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const unsavedDialog = useUnsavedGuard(isDirty && !isSubmitting)

  // Follow the saved collection as long as the form is unchanged.
  useEffect(() => {
    if (!isDirty) reset(toFields(collection))
  }, [collection, isDirty, reset])

  const save = form.handleSubmit(async body => {
    try {
      const { data } = await call(updateStaffCollection, {
        params: { id: String(collection.id) },
        body,
      })
      reset(toFields(data))
      await revalidate()
      toast('Saved.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fieldNames)
      if (!(error instanceof Refusal) || error.status !== 409) return
      const { data } = await call(getStaffCollection, { params: { id: String(collection.id) } })
      form.setValue('version', data.version)
      await revalidate()
    }
  })
  const field = (name: (typeof fieldNames)[number]) => ({ ...register(name), error: errors[name]?.message })
  const isShoot = collection.kind === 'shoot'
  return (
    <form method="post" noValidate onSubmit={save} className={adminPage.form}>
      <div className={adminPage.fields}>
        <TextField dense label="Name" maxLength={80} {...field('name')} />
        <TextField
          dense
          label="Address"
          maxLength={80}
          readOnly={isShoot}
          spellCheck={false}
          autoCapitalize="none"
          hint={
            isShoot
              ? 'A shoot keeps its address, since later footage is matched by it.'
              : 'The old address redirects to the new one.'
          }
          {...field('slug')}
        />
        <TextArea label="Description" rows={2} maxLength={1_000} {...field('description')} className={adminPage.wide} />
      </div>
      <Checkbox {...register('featured')} hint="Shown large on the collections page and in the menu.">
        Featured
      </Checkbox>
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
