/** One ticket: what was asked, what we answered, and answering it. */
import { ArrowLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'

import { listBoards } from '#boards/contract.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ticketKinds } from '#tickets/kinds.ts'
import { cx } from '#ui/cx.ts'

import { momentOf } from '../../parts/moment.ts'
import { getTicket, type TicketFacts } from '../contract.ts'
import { MailView } from '../parts/mail-view.tsx'
import { ReplyForm } from '../parts/reply-form.tsx'
import { TicketActions } from '../parts/ticket-actions.tsx'
import type { Route } from './+types/ticket'

import page from '../../pages/person.module.css'
import css from './ticket.module.css'

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: loaderData ? `${loaderData.ticket.reference}, ${loaderData.ticket.name}` : 'Ticket',
    noindex: true,
  })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: ticket }, { data: boards }] = await Promise.all([
    pageCall(args, getTicket, { params: { id: args.params.id } }),
    pageCall(args, listBoards, { query: { limit: '200' } }),
  ])
  return {
    ticket,
    boards: boards.map(({ id, name, clip_count }) => ({ id, name, clip_count })),
  }
}

const deeds = {
  assigned: 'Given to',
  unassigned: 'Given back',
  replied: 'Answered',
  closed: 'Closed',
  reopened: 'Reopened',
} as const

export default function TicketPage({ loaderData: { ticket, boards } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { id, reference, kind, message, mails, history } = ticket
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/tickets', search: asked.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Tickets
      </Link>
      <header className={page.head}>
        <h1>{ticketKinds[kind]}</h1>
        <p className="mono">{reference}</p>
        <TicketActions key={id} ticket={ticket} />
      </header>
      <Facts ticket={ticket} />
      <section aria-labelledby="asked">
        <h2 id="asked">What was asked</h2>
        <p className={css.message}>{message}</p>
        {kind === 'preferred_rate' && ticket.state === 'open' && (
          <p>
            <Link to={`/admin/rates/new?ticket=${id}`}>Answer with a rate</Link>
          </p>
        )}
      </section>
      <section aria-labelledby="mails">
        <h2 id="mails">Mails</h2>
        <ol className={css.mails}>
          {mails.map(mail => (
            <li key={`${mail.kind}${mail.id}`}>
              <MailView mail={mail} />
            </li>
          ))}
        </ol>
      </section>
      <ReplyForm key={id} ticket={ticket} boards={boards} />
      <section aria-labelledby="history">
        <h2 id="history">What we did</h2>
        {history.length === 0 ? (
          <p className={page.none}>Nothing yet.</p>
        ) : (
          <ol className={page.history}>
            {history.map(({ at, staff_email, what, to }) => (
              <li key={`${at}${what}${to}`}>
                <span className="mono">{momentOf(at)}</span>
                <span>{deeds[what]}</span>
                <span className={page.who}>{staff_email ?? 'somebody who has left'}</span>
                <span className={page.reason}>{what === 'assigned' && (to ?? 'somebody who has left')}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </article>
  )
}

const Facts = ({ ticket }: { ticket: TicketFacts }) => {
  const { name, email, user_id, workspace, state, created_at, due_at, is_late, details } = ticket
  return (
    <dl className={page.facts}>
      <div>
        <dt>From</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
      <div>
        <dt>Account</dt>
        <dd>
          {user_id === null ? 'Not signed in' : <Link to={`/admin/people/${user_id}`}>Person {user_id}</Link>}
          {workspace && `, ${workspace.name}`}
        </dd>
      </div>
      <div>
        <dt>Asked</dt>
        <dd className="mono">{momentOf(created_at)}</dd>
      </div>
      <div>
        <dt>{state === 'closed' ? 'Closed, was due' : is_late ? 'Late, was due' : 'Due'}</dt>
        <dd className={cx('mono', is_late && css.late)}>{momentOf(due_at)}</dd>
      </div>
      {details.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
