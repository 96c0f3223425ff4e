/** The page of a new banner, which is saved as a draft. */
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

import { pageMeta } from '#platform/http/page.ts'

import { BannerForm } from '../parts/banner-form.tsx'
import type { Route } from './+types/new-banner'

import page from '#ui/admin/detail-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New banner', noindex: true })

export default function NewBannerPage() {
  return (
    <article className={page.person}>
      <Link to="/admin/banners" className={page.back}>
        <ArrowLeft aria-hidden />
        Banners
      </Link>
      <header className={page.head}>
        <h1>New banner</h1>
      </header>
      <BannerForm />
    </article>
  )
}
