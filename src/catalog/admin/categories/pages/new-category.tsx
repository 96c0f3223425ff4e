/** The page of a new category or subcategory. */
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { NewRecordPage } from '#ui/admin/new-record-page.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

import { CreateCategoryBody, createStaffCategory, listStaffCategories } from '../contract.ts'
import { ParentField, parentIdOf } from '../parts/category-fields.tsx'
import type { Route } from './+types/new-category'

import adminPage from '#ui/admin/admin-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New category', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await callForPage(args, listStaffCategories, { query: {} })).data

export default function NewCategoryPage({ loaderData: categories }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const parent_id = categories.find(({ id }) => String(id) === searchParams.get('parent'))?.id ?? null
  const form = useForm({
    resolver: schemaResolver(CreateCategoryBody),
    defaultValues: { name: '', description: '', parent_id },
  })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async body => {
    try {
      const { data } = await call(createStaffCategory, { body })
      await navigate(`/admin/categories/${data.id}`)
    } catch (error) {
      showRefusal(error, form, ['name', 'description', 'parent_id'])
    }
  })
  return (
    <NewRecordPage
      list={{ path: '/admin/categories', label: 'Categories' }}
      title="New category"
      submitLabel="Create category"
      isSubmitting={isSubmitting}
      problem={errors.root?.message}
      onSubmit={save}
    >
      <TextField
        dense
        label="Name"
        maxLength={80}
        hint="The address is derived from the name and can be changed."
        {...form.register('name')}
        error={errors.name?.message}
      />
      <ParentField
        categories={categories}
        {...form.register('parent_id', { setValueAs: parentIdOf })}
        error={errors.parent_id?.message}
      />
      <TextArea
        label="Description"
        optional
        rows={3}
        maxLength={1_000}
        {...form.register('description')}
        error={errors.description?.message}
        className={adminPage.wide}
      />
    </NewRecordPage>
  )
}
