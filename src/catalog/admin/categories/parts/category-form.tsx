/** The form of a category's public text, address and parent. It never overwrites a colleague's changes unseen. */
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import {
  CategoryBody,
  getStaffCategory,
  updateStaffCategory,
  type StaffCategory,
  type StaffCategorySummary,
} from '../contract.ts'
import { ParentField, parentIdOf } from './category-fields.tsx'

import adminPage from '#ui/admin/admin-page.module.css'

const fieldNames = ['name', 'slug', 'description', 'parent_id'] as const
/** The version is the one that these values are based on. */
const toFields = ({ name, slug, description, parent_id, version }: StaffCategory) => ({
  name,
  slug,
  description,
  parent_id,
  version,
})

type CategoryFormProps = { category: StaffCategory; categories: readonly StaffCategorySummary[] }

export const CategoryForm = ({ category, categories }: CategoryFormProps) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: schemaResolver(CategoryBody), defaultValues: toFields(category) })
  const { register, reset, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const unsavedDialog = useUnsavedGuard(isDirty && !isSubmitting)
  const { id, is_unsorted, former_slugs, subcategories } = category

  // Follow the saved category as long as the form is unchanged.
  useEffect(() => {
    if (!isDirty) reset(toFields(category))
  }, [category, isDirty, reset])

  const save = form.handleSubmit(async body => {
    const params = { id: String(id) }
    try {
      const { data } = await call(updateStaffCategory, { params, body })
      reset(toFields(data))
      await revalidate()
      toast('Saved.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fieldNames)
      if (!(error instanceof Refusal) || error.status !== 409) return
      const { data } = await call(getStaffCategory, { params })
      form.setValue('version', data.version)
      await revalidate()
    }
  })
  const errorOf = (name: (typeof fieldNames)[number]) => ({ error: errors[name]?.message })
  return (
    <form method="post" noValidate onSubmit={save} className={adminPage.form}>
      <div className={adminPage.fields}>
        <TextField dense label="Name" maxLength={80} {...register('name')} {...errorOf('name')} />
        <TextField
          dense
          label="Address"
          maxLength={80}
          readOnly={is_unsorted}
          spellCheck={false}
          autoCapitalize="none"
          hint={
            is_unsorted
              ? 'New footage without a category goes here, so it keeps its address.'
              : 'The old address redirects to the new one.'
          }
          {...register('slug')}
          {...errorOf('slug')}
        />
        {!is_unsorted && subcategories === 0 && (
          <ParentField
            categories={categories}
            exclude={id}
            {...register('parent_id', { setValueAs: parentIdOf })}
            {...errorOf('parent_id')}
          />
        )}
        <TextArea
          label="Description"
          rows={2}
          maxLength={1_000}
          {...register('description')}
          {...errorOf('description')}
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
