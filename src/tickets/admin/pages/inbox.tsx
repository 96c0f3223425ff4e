/** The list of tickets, with one of them beside it. */
import { Inbox as InboxIcon } from 'lucide-react'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { AdminFilter } from '#ui/admin/admin-search-field.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'

import { ticketKindNames, ticketKinds } from '../../kinds.ts'
import { inboxAssignees, inboxStates, listInbox, type TicketSummary } from '../contract.ts'
import type { Route } from './+types/inbox'

import listPage from '#ui/admin/resource-list.module.css'

/** Reads the inbox's filters from the URL. Invalid values are ignored. */
const readInboxQuery = (searchParams: URLSearchParams) => {
  const page = searchParams.get('page') ?? ''
  return {
    state: inboxStates.find(kind => kind === searchParams.get('state')),
    kind: ticketKindNames.find(assignee => assignee === searchParams.get('kind')),
    assigned: inboxAssignees.find(assignee => assignee === searchParams.get('assigned')),
    search: searchParams.get('search')?.replaceAll('\0', '').slice(0, 200) || undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
  }
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Tickets', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const query = readInboxQuery(args.url.searchParams)
  return { ...(await callForPage(args, listInbox, { query })), query }
}

export default function InboxPage({ loaderData: { data: tickets, meta, query } }: Route.ComponentProps) {
  return (
    <AdminListPage
      path="/admin/tickets"
      icon={InboxIcon}
      singular="ticket"
      plural="tickets"
      searchLabel="Reference, name, email or text"
      search={query.search}
      pagination={meta.pagination}
      emptyTitle="No tickets are waiting for a reply."
      allTo="/admin/tickets?state=all"
      keys={
        <>
          , <kbd>R</kbd> to reply
        </>
      }
      filters={
        <>
          <AdminFilter
            label="State"
            name="state"
            value={query.state}
            options={[
              ['open', 'Open'],
              ['closed', 'Closed'],
              ['all', 'Open and closed'],
            ]}
          />
          <AdminFilter
            label="Kind"
            name="kind"
            value={query.kind}
            anyLabel="Every kind"
            options={ticketKindNames.map(kind => [kind, ticketKinds[kind]])}
          />
          <AdminFilter
            label="Assigned to"
            name="assigned"
            value={query.assigned}
            anyLabel="Anyone"
            options={[
              ['me', 'Me'],
              ['nobody', 'Nobody'],
            ]}
          />
        </>
      }
      rows={tickets.map(ticket => (
        <TicketRow key={ticket.id} ticket={ticket} />
      ))}
    />
  )
}

const TicketRow = ({ ticket }: { ticket: TicketSummary }) => {
  const { id, kind, state, name, beginning, due_at, is_late, assignee } = ticket
  return (
    <AdminRow
      to={`/admin/tickets/${id}`}
      title={name}
      state={assignee ? `${ticketKinds[kind]}, ${assignee.name}` : ticketKinds[kind]}
      under={beginning}
      end={
        state === 'closed' ? (
          'closed'
        ) : (
          <span className={is_late ? listPage.bad : undefined}>
            {is_late ? 'overdue since' : 'due'} <span className="mono">{formatDateTime(due_at)}</span>
          </span>
        )
      }
    />
  )
}
