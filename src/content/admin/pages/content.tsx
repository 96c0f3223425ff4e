/** The list of content pages and legal texts, with one of them or a new one beside it. */
import { FileText } from 'lucide-react'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { formatDay } from '#ui/admin/format-date.ts'
import { listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'

import { listStaffContent, type PageSummary } from '../contract.ts'
import { pageStateLabels } from '../parts/content-labels.ts'
import type { Route } from './+types/content'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Content', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { search } = listQuery(args.url.searchParams)
  const { data } = await callForPage(args, listStaffContent, { query: { search } })
  return { pages: data, search }
}

export default function ContentPages({ loaderData: { pages, search } }: Route.ComponentProps) {
  return (
    <AdminListPage
      path="/admin/content"
      icon={FileText}
      singular="page"
      plural="pages"
      searchLabel="Name or address"
      search={search}
      pagination={{ page: 1, total: pages.length, total_pages: 1 }}
      emptyTitle="There is no page yet."
      newTo="/admin/content/new"
      hint="Visitors see a page’s published version, or the text that comes with the shop. A draft is seen by staff alone."
      rows={pages.map(page => (
        <PageRow key={page.slug} page={page} />
      ))}
    />
  )
}

const PageRow = ({ page }: { page: PageSummary }) => {
  const { slug, path, name, state, has_draft, scheduled_for, is_confirmed, effective_from } = page
  const { label, tone } = pageStateLabels[state]
  const facts = [
    is_confirmed === false && 'not confirmed',
    has_draft && state !== 'unpublished' && 'draft',
    scheduled_for && `next from ${formatDay(scheduled_for)}`,
  ].filter(Boolean)
  return (
    <AdminRow
      to={`/admin/content/${slug}`}
      title={name}
      state={label}
      tone={tone}
      under={path}
      end={facts.length > 0 ? facts.join(', ') : effective_from && `from ${formatDay(effective_from)}`}
    />
  )
}
