/** The page with all filmmakers, each with frames of their footage. */
import { callForPage, pageMeta } from '#platform/http/page.ts'

import { listFilmmakers } from '../collections-contract.ts'
import { formatCount } from '../counts.ts'
import { NoFootage } from '../no-footage.tsx'
import { requireExistingPage, readPageParam } from '../page-urls.ts'
import { Pager } from '../pager.tsx'
import { RosterEntry } from '../parts/roster-entry.tsx'
import { toSharedImage } from '../structured-data.ts'
import type { Route } from './+types/filmmakers'

import section from '../section.module.css'

const FILMMAKERS_PER_PAGE = 24

export const loader = async (args: Route.LoaderArgs) => {
  const { data, meta } = await callForPage(args, listFilmmakers, {
    query: { page: String(readPageParam(args.url)), per_page: String(FILMMAKERS_PER_PAGE) },
  })
  requireExistingPage(meta.pagination, args.url)
  return { filmmakers: data, pagination: meta.pagination }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Our filmmakers',
    description: 'The people behind the footage, and everything they have shot.',
    image: toSharedImage(loaderData?.filmmakers[0]?.cover),
    params: ['page'],
    breadcrumbs: [{ name: 'Our filmmakers', path: '/filmmakers' }],
  })

export default function Filmmakers({ loaderData }: Route.ComponentProps) {
  const { filmmakers, pagination } = loaderData
  return (
    <div className={section.page}>
      <header className={section.intro}>
        <h1>Our filmmakers</h1>
        {pagination.total > 0 && (
          <p>{formatCount(pagination.total, 'crew')} whose footage you can license here, A to Z.</p>
        )}
      </header>
      {filmmakers.length === 0 && (
        <NoFootage title="No filmmakers yet" add={{ to: '/admin/ingest', label: 'Add footage' }}>
          Filmmakers appear here as soon as their first clips are published.
        </NoFootage>
      )}
      <ul className={section.bleed} aria-label="Filmmakers">
        {filmmakers.map((filmmaker, i) => (
          <RosterEntry key={filmmaker.id} filmmaker={filmmaker} eager={i < 3} />
        ))}
      </ul>
      <Pager
        page={pagination.page}
        last_page={pagination.total_pages}
        to={page => (page === 1 ? '/filmmakers' : `/filmmakers?page=${page}`)}
      />
    </div>
  )
}
