/** One workspace: who is in it, how it is billed, what it owes, and on which terms it buys. */
import { ArrowLeft } from 'lucide-react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { stateLabels } from '#orders/states.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { rateStateLabel } from '#rates/standing.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { roleLabels } from '#workspaces/roles.ts'

import { listStaffLog } from '../../log/contract.ts'
import { LogList } from '../../parts/log-list.tsx'
import { dayOf, momentOf } from '../../parts/moment.ts'
import { getStaffWorkspace, type WorkspaceFacts } from '../contract.ts'
import { TermsForm } from '../parts/terms-form.tsx'
import type { Route } from './+types/workspace'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.workspace.name : 'Workspace', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: workspace }, { data: log }] = await Promise.all([
    pageCall(args, getStaffWorkspace, { params: { id: args.params.id } }),
    pageCall(args, listStaffLog, { query: { about: 'workspace', key: args.params.id } }),
  ])
  return { workspace, log }
}

export default function WorkspacePage({ loaderData: { workspace, log } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { revalidate } = useRevalidator()
  const { id, name, members } = workspace
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/workspaces', search: asked.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Workspaces
      </Link>
      <header className={page.head}>
        <h1>{name}</h1>
        <p className="mono">#{id}</p>
        <p className={desk.ways}>
          <ButtonLink to={`/admin/quotes/new?workspace=${id}`}>New quote</ButtonLink>
          <ButtonLink to={`/admin/rates/new?workspace=${id}`}>New rate</ButtonLink>
        </p>
      </header>
      <Facts workspace={workspace} />
      <section aria-labelledby="terms">
        <h2 id="terms">Terms</h2>
        {workspace.is_mine ? (
          <p className={page.out}>
            You are a member of this workspace. Somebody of us who is not has to change its terms.
          </p>
        ) : (
          <TermsForm key={`${id} ${log.length}`} workspace={workspace} onSaved={revalidate} />
        )}
      </section>
      <Orders workspace={workspace} />
      <section aria-labelledby="rates">
        <h2 id="rates">Preferred rates</h2>
        {workspace.rates.length === 0 ? (
          <p className={page.none}>None.</p>
        ) : (
          <table className={desk.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">State</th>
                <th scope="col" data-number>
                  A clip
                </th>
              </tr>
            </thead>
            <tbody>
              {workspace.rates.map(rate => (
                <tr key={rate.id}>
                  <td>
                    <Link to={`/admin/rates/${rate.id}`}>{rate.name}</Link>
                  </td>
                  <td>{rateStateLabel(rate)}</td>
                  <td data-number>{rate.price.formatted}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section aria-labelledby="members">
        <h2 id="members">Members</h2>
        <table className={desk.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Email</th>
              <th scope="col">Role</th>
            </tr>
          </thead>
          <tbody>
            {members.map(member => (
              <tr key={member.id}>
                <td>
                  <Link to={`/admin/people/${member.id}`}>{member.name || member.email}</Link>
                </td>
                <td>{member.email}</td>
                <td>{roleLabels[member.role]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <LogList rows={log} />
    </article>
  )
}

const Facts = ({ workspace }: { workspace: WorkspaceFacts }) => {
  const { billing, owed, credit_limit, has_self_invoicing, oldest_due_at, orders_count, created_at } = workspace
  return (
    <dl className={page.facts}>
      <div>
        <dt>Owed on account</dt>
        <dd>
          {owed.formatted}
          {has_self_invoicing && ` of ${credit_limit.formatted}`}
        </dd>
      </div>
      <div>
        <dt>Oldest invoice due</dt>
        <dd className={oldest_due_at ? 'mono' : undefined}>{oldest_due_at ? dayOf(oldest_due_at) : 'None is open'}</dd>
      </div>
      <div>
        <dt>Orders</dt>
        <dd>{orders_count}</dd>
      </div>
      <div>
        <dt>Since</dt>
        <dd className="mono">{dayOf(created_at)}</dd>
      </div>
      <div>
        <dt>Billed to</dt>
        <dd>
          {billing
            ? [
                billing.company_name,
                billing.address,
                billing.address_2,
                [billing.city, billing.country_region?.code ?? billing.region, billing.postal_code]
                  .filter(Boolean)
                  .join(' '),
                billing.country.name,
              ]
                .filter(Boolean)
                .join(', ')
            : 'Nothing given yet'}
        </dd>
      </div>
      <div>
        <dt>Invoices go to</dt>
        <dd>{billing?.billing_contact?.email ?? 'Nobody named'}</dd>
      </div>
    </dl>
  )
}

const Orders = ({ workspace: { open_orders } }: { workspace: WorkspaceFacts }) => (
  <section aria-labelledby="open">
    <h2 id="open">Open orders and invoices</h2>
    {open_orders.length === 0 ? (
      <p className={page.none}>None.</p>
    ) : (
      <div className={desk.scroll}>
        <table className={desk.table}>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">State</th>
              <th scope="col">Placed</th>
              <th scope="col">Due</th>
              <th scope="col" data-number>
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {open_orders.map(({ id, number, state, placed_at, due_at, total }) => (
              <tr key={id}>
                <td className="mono">
                  <Link to={`/admin/orders/${id}`}>{number ?? `#${id}`}</Link>
                </td>
                <td
                  className={cx(desk.state)}
                  data-tone={state === 'overdue' || state === 'disputed' ? 'bad' : undefined}
                >
                  {stateLabels[state]}
                </td>
                <td className="mono">{placed_at ? momentOf(placed_at) : ''}</td>
                <td className="mono">{due_at ? dayOf(due_at) : ''}</td>
                <td data-number>{total.formatted}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
