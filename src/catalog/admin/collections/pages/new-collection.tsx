/** The page of a new curated collection, which begins as a draft. */
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { NewRecordPage } from '#ui/admin/new-record-page.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

import { CreateCollectionBody, createStaffCollection } from '../contract.ts'
import type { Route } from './+types/new-collection'

import adminPage from '#ui/admin/admin-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New collection', noindex: true })

export default function NewCollectionPage() {
  const navigate = useNavigate()
  const form = useForm({ resolver: schemaResolver(CreateCollectionBody), defaultValues: { name: '', description: '' } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async body => {
    try {
      const { data } = await call(createStaffCollection, { body })
      await navigate(`/admin/collections/${data.id}`)
    } catch (error) {
      showRefusal(error, form, ['name', 'description'])
    }
  })
  return (
    <NewRecordPage
      list={{ path: '/admin/collections', label: 'Collections' }}
      title="New collection"
      submitLabel="Create draft"
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
