import { Send } from 'lucide-react'
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'

import { listRequests } from '../contract.ts'
import { RequestState } from '../parts/request-state.tsx'
import type { Route } from './+types/requests'

import rows from '#ui/linked-rows.module.css'
import css from './requests.module.css'

export const handle = { footer: false }

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export const loader = async (args: Route.LoaderArgs) => {
  const page = args.url.searchParams.get('page') ?? ''
  return callForPage(args, listRequests, { query: /^[1-9]\d{0,5}$/.test(page) ? { page } : {} })
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Purchase requests', noindex: true })

export default function RequestsPage({ loaderData }: Route.ComponentProps) {
  const { data: requests, meta } = loaderData
  const { page, total_pages } = meta.pagination
  return (
    <div className={rows.page}>
      <h1>Purchase requests</h1>
      {requests.length === 0 ? (
        <EmptyState
          icon={Send}
          title="No requests yet"
          action={
            <ButtonLink to="/clips" kind="primary" size="lg">
              Browse clips
            </ButtonLink>
          }
        >
          Members who may not buy send their cart to those who may. Their requests appear here.
        </EmptyState>
      ) : (
        <ul className={rows.list}>
          {requests.map(request => (
            <li key={request.id} className={cx(rows.row, css.row)}>
              <div className={rows.what}>
                <Link to={`/workspace/purchase-requests/${request.id}`} className={rows.name}>
                  {request.clips_count === 1 ? '1 clip' : `${request.clips_count} clips`}, requested by{' '}
                  {request.is_own ? 'you' : request.requested_by.name}
                </Link>
                <span className={rows.note}>{request.note}</span>
              </div>
              <span className={rows.state}>
                <RequestState state={request.state} />
              </span>
              <time className={rows.date} dateTime={request.requested_at}>
                {dayFormat.format(new Date(request.requested_at))}
              </time>
            </li>
          ))}
        </ul>
      )}
      {total_pages > 1 && (
        <nav className={rows.pages} aria-label="Pages of requests">
          {page > 1 && <ButtonLink to={`?page=${page - 1}`}>Previous</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={`?page=${page + 1}`}>Next</ButtonLink>}
        </nav>
      )}
    </div>
  )
}
