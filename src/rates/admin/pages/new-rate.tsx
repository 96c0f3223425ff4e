/** Creates a preferred rate. `?workspace=` preselects the workspace, `?ticket=` the ticket that requested the rate. */
import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate } from 'react-router'

import { toDay } from '#platform/day.ts'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { getTicket, replyToTicket } from '#tickets/admin/contract.ts'
import { useToast } from '#ui/toast.tsx'
import { getStaffWorkspace } from '#workspaces/admin/contract.ts'

import { createStaffRate } from '../../staff-contract.ts'
import { createRateDraft } from '../draft.ts'
import { RateForm } from '../parts/rate-form.tsx'
import type { Route } from './+types/new-rate'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New preferred rate', noindex: true })

const readId = (params: URLSearchParams, name: string) => /^\d{1,9}$/.exec(params.get(name) ?? '')?.[0]

export const loader = async (args: Route.LoaderArgs) => {
  const params = args.url.searchParams
  const ticket_id = readId(params, 'ticket')
  const ticket = ticket_id ? (await callForPage(args, getTicket, { params: { id: ticket_id } })).data : null
  const id = readId(params, 'workspace') ?? ticket?.workspace?.id
  const workspace = id ? (await callForPage(args, getStaffWorkspace, { params: { id: String(id) } })).data : null
  return {
    ticket: ticket && {
      id: ticket.id,
      name: ticket.name,
      message: ticket.message,
      details: ticket.details,
      last_reply_id: ticket.last_reply_id,
    },
    workspace: workspace && { id: workspace.id, name: workspace.name },
    today: toDay(new Date()),
  }
}

export default function NewRate({ loaderData: { ticket, workspace, today } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const endClient = ticket?.details.find(({ label }) => label === 'End client')?.value
  return (
    <article className={page.person}>
      <Link to="/admin/rates" className={page.back}>
        <ArrowLeft aria-hidden />
        Rates
      </Link>
      <header className={page.head}>
        <h1>New preferred rate</h1>
      </header>
      {ticket && (
        <section aria-labelledby="request">
          <h2 id="request">Requested by {ticket.name}</h2>
          <p className={adminPage.note}>{ticket.message}</p>
          <dl className={page.facts}>
            {ticket.details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <RateForm
        key={`${ticket?.id ?? ''} ${workspace?.id ?? ''}`}
        initial={createRateDraft(today, endClient)}
        workspace={workspace}
        {...(ticket && {
          answer: `Your preferred rate is ready. You can find it in your workspace under Preferred rates, and choose it whenever you license a clip.`,
        })}
        confirm="Create rate"
        onSave={async ({ rate, reason, workspace_id, answer }) => {
          const { data: created } = await call(createStaffRate, { body: { workspace_id, rate, reason } })
          toast(`“${created.name}” is now available to ${created.workspace.name}.`, { kind: 'success' })
          if (ticket && answer.trim() !== '')
            await call(replyToTicket, {
              params: { id: String(ticket.id) },
              body: { message: answer, last_reply_id: ticket.last_reply_id, close: true },
            }).catch((error: unknown) =>
              toast(
                `The rate was created, but the reply was not sent: ${toUserMessage(error, 'something went wrong.')}`,
                {
                  kind: 'danger',
                },
              ),
            )
          await navigate(`/admin/rates/${created.id}`)
        }}
      />
    </article>
  )
}
