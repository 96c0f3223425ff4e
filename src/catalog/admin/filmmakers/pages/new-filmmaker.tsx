/** The page of a new filmmaker, whose footage can be uploaded at once. */
import { ArrowLeft } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { CreateFilmmakerBody, createStaffFilmmaker } from '../contract.ts'
import type { Route } from './+types/new-filmmaker'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

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
    <article className={page.person}>
      <Link to="/admin/filmmakers" className={page.back}>
        <ArrowLeft aria-hidden />
        Filmmakers
      </Link>
      <header className={page.head}>
        <h1>New filmmaker</h1>
      </header>
      <form className={adminPage.form} method="post" noValidate onSubmit={save}>
        <div className={adminPage.fields}>
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
        </div>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={adminPage.end}>
          <Button type="submit" kind="primary" busy={isSubmitting && 'Creating…'}>
            Create filmmaker
          </Button>
        </p>
      </form>
    </article>
  )
}
