/** Tickets: what is asked on the left, one of them on the right. */
import { Inbox as InboxIcon } from 'lucide-react'

import { pageCall, pageMeta } from '#platform/page.ts'
import { ticketKindNames, ticketKinds } from '#tickets/kinds.ts'

import { momentOf } from '../../parts/moment.ts'
import { RoomRow } from '../../parts/room-row.tsx'
import { RoomFilter } from '../../parts/room-search.tsx'
import { Room } from '../../parts/room.tsx'
import { listInbox, type TicketRow } from '../contract.ts'
import { inboxQuery } from '../parts/inbox-query.ts'
import type { Route } from './+types/inbox'

import room from '../../parts/room.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Tickets', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const query = inboxQuery(args.url.searchParams)
  return { ...(await pageCall(args, listInbox, { query })), query }
}

export default function Inbox({ loaderData: { data: tickets, meta, query } }: Route.ComponentProps) {
  return (
    <Room
      path="/admin/tickets"
      icon={InboxIcon}
      one="ticket"
      many="tickets"
      looks="Reference, name, email or words"
      search={query.search}
      pagination={meta.pagination}
      none="Nothing is left to answer."
      all="/admin/tickets?state=all"
      keys={
        <>
          , <kbd>R</kbd> answers
        </>
      }
      filters={
        <>
          <RoomFilter
            label="State"
            name="state"
            value={query.state}
            options={[
              ['open', 'Open'],
              ['closed', 'Closed'],
              ['all', 'Open and closed'],
            ]}
          />
          <RoomFilter
            label="Kind"
            name="kind"
            value={query.kind}
            any="Every kind"
            options={ticketKindNames.map(kind => [kind, ticketKinds[kind]])}
          />
          <RoomFilter
            label="Whose"
            name="assigned"
            value={query.assigned}
            any="Anyone’s"
            options={[
              ['me', 'Mine'],
              ['nobody', 'Nobody’s'],
            ]}
          />
        </>
      }
      rows={tickets.map(ticket => (
        <Row key={ticket.id} ticket={ticket} />
      ))}
    />
  )
}

const Row = ({ ticket }: { ticket: TicketRow }) => {
  const { id, kind, state, name, beginning, due_at, is_late, assignee } = ticket
  return (
    <RoomRow
      to={`/admin/tickets/${id}`}
      title={name}
      state={assignee ? `${ticketKinds[kind]}, ${assignee.name}` : ticketKinds[kind]}
      under={beginning}
      end={
        state === 'closed' ? (
          'closed'
        ) : (
          <span className={is_late ? room.bad : undefined}>
            {is_late ? 'late since' : 'by'} <span className="mono">{momentOf(due_at)}</span>
          </span>
        )
      }
    />
  )
}
