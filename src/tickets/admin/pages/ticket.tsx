/** The page of one ticket: its message, mails, reply form and history. */
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'

import { listBoards } from '#boards/contract.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { cx } from '#ui/cx.ts'

import { ticketKinds } from '../../kinds.ts'
import { getTicket, type TicketDetails, type TicketMail } from '../contract.ts'
import { ReplyForm } from '../parts/reply-form.tsx'
import { TicketActions } from '../parts/ticket-actions.tsx'
import type { Route } from './+types/ticket'

import page from '#ui/admin/detail-page.module.css'
import css from './ticket.module.css'

/** A mail of a ticket: collapsed when it was automatic, expanded when a staff member wrote it. */
const kindLabels = { staff: 'To us', receipt: 'Receipt', reply: 'Reply' } as const

const MailView = ({ mail }: { mail: TicketMail }) => {
  const { kind, to, subject, text, by, board, sent_at } = mail
  return (
    <details className={css.mail} open={kind === 'reply'}>
      <summary>
        <ChevronRight aria-hidden />
        <span className={css.kind}>{kindLabels[kind]}</span>
        <span className={css.subject}>{subject}</span>
        <span className="mono">{sent_at ? formatDateTime(sent_at) : 'queued'}</span>
      </summary>
      <p className={css.to}>
        To {to}
        {kind === 'reply' && `, by ${by ?? 'a former colleague'}`}
      </p>
      <p className={css.text}>{text}</p>
      {board && (
        <p className={css.to}>
          With the board {board.name}, {board.is_delivered ? 'copied to the sender’s boards' : 'shared by link'}
        </p>
      )}
    </details>
  )
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: loaderData ? `${loaderData.ticket.reference}, ${loaderData.ticket.name}` : 'Ticket',
    noindex: true,
  })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: ticket }, { data: boards }] = await Promise.all([
    callForPage(args, getTicket, { params: { id: args.params.id } }),
    callForPage(args, listBoards, { query: { limit: '200' } }),
  ])
  return {
    ticket,
    boards: boards.map(({ id, name, clip_count }) => ({ id, name, clip_count })),
  }
}

const actionLabels = {
  assigned: 'Assigned to',
  unassigned: 'Unassigned',
  replied: 'Replied',
  closed: 'Closed',
  reopened: 'Reopened',
} as const

export default function TicketPage({ loaderData: { ticket, boards } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const { id, reference, kind, message, mails, history } = ticket
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/tickets', search: searchParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Tickets
      </Link>
      <header className={page.head}>
        <h1>{ticketKinds[kind]}</h1>
        <p className="mono">{reference}</p>
        <TicketActions key={id} ticket={ticket} />
      </header>
      <TicketFacts ticket={ticket} />
      <section aria-labelledby="request">
        <h2 id="request">Request</h2>
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
        <h2 id="history">History</h2>
        {history.length === 0 ? (
          <p className={page.none}>Nothing yet.</p>
        ) : (
          <ol className={page.history}>
            {history.map(({ at, staff_email, what, to }) => (
              <li key={`${at}${what}${to}`}>
                <span className="mono">{formatDateTime(at)}</span>
                <span>{actionLabels[what]}</span>
                <span className={page.who}>{staff_email ?? 'a former colleague'}</span>
                <span className={page.reason}>{what === 'assigned' && (to ?? 'a former colleague')}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </article>
  )
}

const TicketFacts = ({ ticket }: { ticket: TicketDetails }) => {
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
        <dt>Sent</dt>
        <dd className="mono">{formatDateTime(created_at)}</dd>
      </div>
      <div>
        <dt>{state === 'closed' ? 'Closed, due' : is_late ? 'Overdue since' : 'Due'}</dt>
        <dd className={cx('mono', is_late && css.late)}>{formatDateTime(due_at)}</dd>
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
