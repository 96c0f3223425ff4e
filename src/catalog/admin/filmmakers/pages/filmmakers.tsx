/** The list of filmmakers by name. */
import { Film } from 'lucide-react'

import { taxFormStateLabels } from '#earnings/tax-form.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'
import { Avatar } from '#ui/avatar.tsx'

import { formatClipCounts } from '../../collections/parts/collection-labels.ts'
import { listStaffFilmmakers, type StaffFilmmakerSummary } from '../contract.ts'
import type { Route } from './+types/filmmakers'

import adminPage from '#ui/admin/admin-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Filmmakers', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const query = listQuery(args.url.searchParams)
  return { ...(await callForPage(args, listStaffFilmmakers, { query })), search: query.search }
}

export default function FilmmakersPage({ loaderData: { data: filmmakers, meta, search } }: Route.ComponentProps) {
  return (
    <AdminListPage
      path="/admin/filmmakers"
      icon={Film}
      singular="filmmaker"
      plural="filmmakers"
      searchLabel="Name, location, address or number"
      search={search}
      pagination={meta.pagination}
      emptyTitle="There is no filmmaker yet."
      newTo="/admin/filmmakers/new"
      hint="A filmmaker is the person or company that made a clip and earns from it."
      rows={filmmakers.map(filmmaker => (
        <FilmmakerRow key={filmmaker.id} filmmaker={filmmaker} />
      ))}
    />
  )
}

const FilmmakerRow = ({ filmmaker }: { filmmaker: StaffFilmmakerSummary }) => (
  <AdminRow
    to={`/admin/filmmakers/${filmmaker.id}`}
    avatar={<Avatar name={filmmaker.name} url={filmmaker.avatar_url} kind="person" />}
    title={filmmaker.name}
    state={filmmaker.location}
    under={formatClipCounts(filmmaker)}
    end={
      filmmaker.tax_form !== null &&
      filmmaker.tax_form !== 'on_file' && (
        <span className={filmmaker.tax_form === 'expiring' ? undefined : adminPage.gone}>
          {taxFormStateLabels[filmmaker.tax_form]}
        </span>
      )
    }
  />
)
