import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { NewRecordPage } from '#ui/admin/new-record-page.tsx'
import { TextField } from '#ui/text-field.tsx'

import { createContentPage, NewPage } from '../contract.ts'
import type { Route } from './+types/new-content'

import adminPage from '#ui/admin/admin-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New page', noindex: true })

export default function NewContentPage() {
  const navigate = useNavigate()
  const form = useForm({ resolver: schemaResolver(NewPage), defaultValues: { title: '', slug: '' } })
  const { errors, isSubmitting } = form.formState
  const create = form.handleSubmit(async body => {
    try {
      const { data } = await call(createContentPage, { body })
      await navigate(`/admin/content/${data.slug}`)
    } catch (error) {
      showRefusal(error, form, ['title', 'slug'])
    }
  })
  return (
    <NewRecordPage
      list={{ path: '/admin/content', label: 'Pages' }}
      title="New page"
      submitLabel="Create draft"
      isSubmitting={isSubmitting}
      problem={errors.root?.message}
      onSubmit={create}
    >
      <TextField
        dense
        label="Title"
        maxLength={120}
        className={adminPage.wide}
        {...form.register('title')}
        error={errors.title?.message}
      />
      <TextField
        dense
        label="Address"
        spellCheck={false}
        autoCapitalize="none"
        placeholder="press-kit"
        hint="The page is at /pages/ and this word. It can’t change later."
        className={adminPage.wide}
        {...form.register('slug')}
        error={errors.slug?.message}
      />
    </NewRecordPage>
  )
}
