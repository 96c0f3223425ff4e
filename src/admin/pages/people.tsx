/** People: search on the left, one of them on the right. */
import { UserRound } from 'lucide-react'

import { personName } from '#accounts/person-name.ts'
import { pageCall, pageMeta } from '#platform/page.ts'

import { listPeople, type Person } from '../contract.ts'
import { momentOf } from '../parts/moment.ts'
import { roleMarks } from '../parts/role-marks.ts'
import { roomQuery } from '../parts/room-query.ts'
import { RoomRow } from '../parts/room-row.tsx'
import { Room } from '../parts/room.tsx'
import type { Route } from './+types/people'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'People', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const query = roomQuery(args.url.searchParams)
  return { ...(await pageCall(args, listPeople, { query })), query }
}

export default function People({ loaderData: { data: people, meta, query } }: Route.ComponentProps) {
  return (
    <Room
      path="/admin/people"
      icon={UserRound}
      one="person"
      many="people"
      looks="Name, email or workspace"
      search={query.search}
      pagination={meta.pagination}
      none="Nobody has an account yet."
      rows={people.map(person => (
        <Row key={person.id} person={person} />
      ))}
    />
  )
}

const Row = ({ person }: { person: Person }) => {
  const name = personName(person)
  const marks = roleMarks(person.roles)
  return (
    <RoomRow
      to={`/admin/people/${person.id}`}
      title={name}
      state={marks.map(({ label }) => label).join(', ')}
      tone={marks.some(({ isBad }) => isBad) ? 'bad' : undefined}
      under={name === person.email ? person.username : person.email}
      end={<span className="mono">{person.last_seen_at ? momentOf(person.last_seen_at) : 'signed out'}</span>}
    />
  )
}
