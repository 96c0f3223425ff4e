/** People: a searchable list and the selected person. */
import { UserRound } from 'lucide-react'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'

import { formatPersonName } from '../../person-name.ts'
import { listPeople, type PersonSummary } from '../contract.ts'
import { getRoleBadges } from '../parts/role-badges.ts'
import type { Route } from './+types/people'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'People', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const query = listQuery(args.url.searchParams)
  return { ...(await callForPage(args, listPeople, { query })), query }
}

export default function People({ loaderData: { data: people, meta, query } }: Route.ComponentProps) {
  return (
    <AdminListPage
      path="/admin/people"
      icon={UserRound}
      singular="person"
      plural="people"
      searchLabel="Name, email or workspace"
      search={query.search}
      pagination={meta.pagination}
      emptyTitle="No accounts yet."
      rows={people.map(person => (
        <PersonListRow key={person.id} person={person} />
      ))}
    />
  )
}

const PersonListRow = ({ person }: { person: PersonSummary }) => {
  const name = formatPersonName(person)
  const badges = getRoleBadges(person.roles)
  return (
    <AdminRow
      to={`/admin/people/${person.id}`}
      title={name}
      state={badges.map(({ label }) => label).join(', ')}
      tone={badges.some(({ isBad }) => isBad) ? 'bad' : undefined}
      under={name === person.email ? person.username : person.email}
      end={<span className="mono">{person.last_seen_at ? formatDateTime(person.last_seen_at) : 'signed out'}</span>}
    />
  )
}
