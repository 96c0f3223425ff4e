/** The list of offer drafts. */
import { ArrowLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'

import { listOfferDrafts } from '../drafts-contract.ts'
import { kindLabels } from '../parts/offer-labels.ts'
import type { Route } from './+types/drafts'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Drafts of offers', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, listOfferDrafts, {})).data

export default function Drafts({ loaderData: drafts }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/quotes', search: params.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Quotes
      </Link>
      <header className={page.head}>
        <h1>Drafts</h1>
      </header>
      <p className={adminPage.soft}>Not sent yet. Buyers cannot see drafts, and drafts reserve no prices.</p>
      {drafts.length === 0 ? (
        <p className={page.none}>No drafts.</p>
      ) : (
        <div className={adminPage.scroll}>
          <table className={adminPage.table}>
            <thead>
              <tr>
                <th scope="col">For</th>
                <th scope="col">What</th>
                <th scope="col" data-number>
                  Clips
                </th>
                <th scope="col">Saved</th>
                <th scope="col">By</th>
              </tr>
            </thead>
            <tbody>
              {drafts.map(({ id, kind, workspace, clips_count, saved_at, saved_by, note }) => (
                <tr key={id}>
                  <td>
                    <Link to={{ pathname: `/admin/quotes/drafts/${id}`, search: params.toString() }}>
                      {kind === 'custom' ? 'Anyone with the link' : (workspace?.name ?? 'No workspace yet')}
                    </Link>
                    {note && (
                      <span className={adminPage.under}>{note.length > 60 ? `${note.slice(0, 60)}…` : note}</span>
                    )}
                  </td>
                  <td data-label="What">{kindLabels[kind]}</td>
                  <td data-label="Clips" data-number>
                    {clips_count}
                  </td>
                  <td data-label="Saved" className="mono">
                    {formatDateTime(saved_at)}
                  </td>
                  <td data-label="By">{saved_by ?? 'somebody who has left'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </article>
  )
}
