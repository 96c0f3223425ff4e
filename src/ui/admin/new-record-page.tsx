/** A page with the form of a new record, such as a category, and a link back to the list. */
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'

import adminPage from './admin-page.module.css'
import page from './detail-page.module.css'

type NewRecordPageProps = {
  /** The list: its path and its name. */
  list: { path: string; label: string }
  title: string
  submitLabel: string
  isSubmitting: boolean
  /** The error of the whole form. */
  problem: string | undefined
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** The fields. */
  children: ReactNode
}

export const NewRecordPage = ({ list, title, submitLabel, isSubmitting, problem, ...props }: NewRecordPageProps) => (
  <article className={page.person}>
    <Link to={list.path} className={page.back}>
      <ArrowLeft aria-hidden />
      {list.label}
    </Link>
    <header className={page.head}>
      <h1>{title}</h1>
    </header>
    <form className={adminPage.form} method="post" noValidate onSubmit={props.onSubmit}>
      <div className={adminPage.fields}>{props.children}</div>
      {problem !== undefined && <Banner kind="danger">{problem}</Banner>}
      <p className={adminPage.end}>
        <Button type="submit" kind="primary" busy={isSubmitting && 'Creating…'}>
          {submitLabel}
        </Button>
      </p>
    </form>
  </article>
)
