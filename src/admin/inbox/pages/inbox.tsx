/** Tickets: what is asked on the left, one of them on the right. */
import { Search } from 'lucide-react'
import { useRef, type ChangeEvent } from 'react'
import { Form, Link, NavLink, Outlet, useNavigation, useParams, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { ticketKindNames, ticketKinds } from '#tickets/kinds.ts'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { momentOf } from '../../parts/moment.ts'
import { useListKeys } from '../../parts/use-list-keys.ts'
import { listInbox, type TicketRow } from '../contract.ts'
import { inboxQuery } from '../parts/inbox-query.ts'
import type { Route } from './+types/inbox'

import room from '../../pages/people.module.css'
import css from './inbox.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Tickets', noindex: true })

export const loader = (args: Route.LoaderArgs) =>
  pageCall(args, listInbox, { query: inboxQuery(args.url.searchParams) })

const choose = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => form?.requestSubmit()

export default function Inbox({ loaderData: { data: tickets, meta } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { id } = useParams()
  const { state } = useNavigation()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useListKeys({ field, list })
  const { page, total, total_pages } = meta.pagination
  const query = inboxQuery(asked)
  const to = (page: number) => {
    const search = new URLSearchParams(asked)
    search.set('page', String(page))
    return `/admin/tickets?${search}`
  }
  return (
    <div className={cx(room.people, css.inbox)} data-chosen={id !== undefined || undefined}>
      <section className={room.side} aria-label="Find tickets">
        <Form method="get" action="/admin/tickets" role="search" className={css.find} key={asked.toString()}>
          <TextField
            ref={field}
            dense
            label="Reference, name, email or words"
            labelHidden
            type="search"
            name="search"
            placeholder="Reference, name, email or words"
            defaultValue={query.search}
            autoComplete="off"
            maxLength={200}
          />
          <button type="submit" className={room.go} aria-label="Search">
            <Search aria-hidden />
          </button>
          <div className={css.narrow}>
            <SelectField dense label="State" labelHidden name="state" defaultValue={query.state} onChange={choose}>
              <option value="open">Open</option>
              <option value="closed">Closed</option>
              <option value="all">Open and closed</option>
            </SelectField>
            <SelectField dense label="Kind" labelHidden name="kind" defaultValue={query.kind} onChange={choose}>
              <option value="">Every kind</option>
              {ticketKindNames.map(kind => (
                <option key={kind} value={kind}>
                  {ticketKinds[kind]}
                </option>
              ))}
            </SelectField>
            <SelectField
              dense
              label="Whose"
              labelHidden
              name="assigned"
              defaultValue={query.assigned}
              onChange={choose}
            >
              <option value="">Anyone’s</option>
              <option value="me">Mine</option>
              <option value="nobody">Nobody’s</option>
            </SelectField>
          </div>
        </Form>
        <p className={room.count} aria-live="polite">
          {state === 'loading' ? 'Looking…' : total === 1 ? '1 ticket' : `${total.toLocaleString('en-US')} tickets`}
          <span className={room.keys}>
            <kbd>/</kbd> search <kbd>↑</kbd>
            <kbd>↓</kbd> go through <kbd>R</kbd> answer
          </span>
        </p>
        {tickets.length === 0 ? (
          <p className={room.nobody}>
            {asked.size === 0 ? 'Nothing is left to answer. ' : 'No ticket matches. '}
            <Link to="/admin/tickets?state=all">Show every ticket</Link>
          </p>
        ) : (
          <ul ref={list} className={room.list}>
            {tickets.map(ticket => (
              <Row key={ticket.id} ticket={ticket} query={asked.toString()} />
            ))}
          </ul>
        )}
        {total_pages > 1 && (
          <nav className={room.pages} aria-label="Pages of tickets">
            {page > 1 && <Link to={to(page - 1)}>Previous</Link>}
            <span className="mono">
              {page} of {total_pages}
            </span>
            {page < total_pages && <Link to={to(page + 1)}>Next</Link>}
          </nav>
        )}
      </section>
      <section className={room.main} aria-label="Ticket">
        {id === undefined && <p className={room.hint}>Choose a ticket.</p>}
        <Outlet />
      </section>
    </div>
  )
}

const Row = ({ ticket, query }: { ticket: TicketRow; query: string }) => {
  const { id, kind, state, name, beginning, due_at, is_late, assignee } = ticket
  return (
    <li>
      <NavLink to={{ pathname: `/admin/tickets/${id}`, search: query }} className={room.row} preventScrollReset>
        <span className={room.name}>{name}</span>
        <span className={room.marks}>
          <span className={room.mark}>{ticketKinds[kind]}</span>
        </span>
        <span className={room.email}>{beginning}</span>
        <span className={cx('mono', room.seen, is_late && room.bad)}>
          {state === 'closed' ? 'closed' : `${is_late ? 'late since' : 'by'} ${momentOf(due_at)}`}
        </span>
        {assignee && <span className={room.seen}>{assignee.name}</span>}
      </NavLink>
    </li>
  )
}
