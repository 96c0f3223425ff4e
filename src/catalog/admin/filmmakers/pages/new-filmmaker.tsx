/** The page of a new filmmaker, whose footage can be uploaded at once. */
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { NewRecordPage } from '#ui/admin/new-record-page.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { CreateFilmmakerBody, createStaffFilmmaker } from '../contract.ts'
import type { Route } from './+types/new-filmmaker'

import adminPage from '#ui/admin/admin-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New filmmaker', noindex: true })

export default function NewFilmmakerPage() {
  const navigate = useNavigate()
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(CreateFilmmakerBody),
    defaultValues: { name: '', location: '', bio: '' },
  })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async body => {
    try {
      const { data } = await call(createStaffFilmmaker, { body })
      await navigate(`/admin/filmmakers/${data.id}`)
      toast(`You can upload footage of “${data.name}” now.`, { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, ['name', 'location', 'bio'])
    }
  })
  return (
    <NewRecordPage
      list={{ path: '/admin/filmmakers', label: 'Filmmakers' }}
      title="New filmmaker"
      submitLabel="Create filmmaker"
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
      <TextField
        dense
        label="Location"
        optional
        maxLength={120}
        {...form.register('location')}
        error={errors.location?.message}
      />
      <TextArea
        label="Biography"
        optional
        rows={4}
        maxLength={2_000}
        {...form.register('bio')}
        error={errors.bio?.message}
        className={adminPage.wide}
      />
    </NewRecordPage>
  )
}
