/** Offers that were begun and not sent, by any of us. */
import { ArrowLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'

import { momentOf } from '../../parts/moment.ts'
import { listOfferDrafts } from '../drafts-contract.ts'
import { kindWords } from '../parts/offer-words.ts'
import type { Route } from './+types/drafts'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Drafts of offers', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await pageCall(args, listOfferDrafts, {})).data

export default function Drafts({ loaderData: drafts }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/quotes', search: asked.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Quotes
      </Link>
      <header className={page.head}>
        <h1>Drafts</h1>
      </header>
      <p className={desk.soft}>Begun and not sent: no buyer knows of them, and no price is held.</p>
      {drafts.length === 0 ? (
        <p className={page.none}>There is no draft.</p>
      ) : (
        <div className={desk.scroll}>
          <table className={desk.table}>
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
                    <Link to={{ pathname: `/admin/quotes/drafts/${id}`, search: asked.toString() }}>
                      {kind === 'custom' ? 'Whoever has its link' : (workspace?.name ?? 'No workspace yet')}
                    </Link>
                    {note && <span className={desk.under}>{note.length > 60 ? `${note.slice(0, 60)}…` : note}</span>}
                  </td>
                  <td>{kindWords[kind]}</td>
                  <td data-number>{clips_count}</td>
                  <td className="mono">{momentOf(saved_at)}</td>
                  <td>{saved_by ?? 'somebody who has left'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </article>
  )
}
