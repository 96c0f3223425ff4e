/** Creates a quote or a custom cart. `?workspace=` preselects the workspace. */

import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

import { getLicenseSchema } from '#licensing/contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { getStaffWorkspace } from '#workspaces/admin/contract.ts'

import { OfferBuilder } from '../parts/offer-builder.tsx'
import type { Route } from './+types/new-quote'

import page from '#ui/admin/detail-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New quote', noindex: true })

const DEFAULT_VALID_DAYS = 14

export const loader = async (args: Route.LoaderArgs) => {
  const id = args.url.searchParams.get('workspace') ?? ''
  const [{ data: schema }, workspace] = await Promise.all([
    callForPage(args, getLicenseSchema, {}),
    /^\d{1,9}$/.test(id) ? callForPage(args, getStaffWorkspace, { params: { id } }) : null,
  ])
  return {
    schema,
    workspace: workspace && { id: workspace.data.id, name: workspace.data.name },
    last_day: toDay(Date.now() + DEFAULT_VALID_DAYS * DAY_MS),
  }
}

export default function NewQuote({ loaderData: { schema, workspace, last_day } }: Route.ComponentProps) {
  return (
    <article className={page.person}>
      <Link to="/admin/quotes" className={page.back}>
        <ArrowLeft aria-hidden />
        Quotes
      </Link>
      <header className={page.head}>
        <h1>New offer</h1>
      </header>
      <OfferBuilder
        schema={schema}
        initial={{ kind: 'quote', workspace, groups: [], last_day, note: '', ein: '', po_number: '' }}
      />
    </article>
  )
}
