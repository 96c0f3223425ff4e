import { ArrowLeft } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { createContentPage, NewPage } from '../contract.ts'
import type { Route } from './+types/new-content'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

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
    <article className={page.person}>
      <Link to="/admin/content" className={page.back}>
        <ArrowLeft aria-hidden />
        Pages
      </Link>
      <header className={page.head}>
        <h1>New page</h1>
      </header>
      <form method="post" noValidate onSubmit={create} className={adminPage.form}>
        <div className={adminPage.fields}>
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
        </div>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={adminPage.end}>
          <Button type="submit" kind="primary" busy={isSubmitting && 'Creating…'}>
            Create draft
          </Button>
        </p>
      </form>
    </article>
  )
}
