/** A workspace with its members, billing, open orders and terms. */
import { ArrowLeft } from 'lucide-react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { listImportedLicenses } from '#licenses/admin/contract.ts'
import { ImportedLicenses, IMPORTED_LICENSES_PARAM } from '#licenses/admin/imported-licenses.tsx'
import { stateLabels } from '#orders/states.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { getRateStateLabel } from '#rates/rate-labels.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { formatDay, formatDateTime } from '#ui/admin/format-date.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

import { roleLabels } from '../../roles.ts'
import { getStaffWorkspace, type StaffWorkspaceDetail } from '../contract.ts'
import { TermsForm } from '../parts/terms-form.tsx'
import type { Route } from './+types/workspace'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.workspace.name : 'Workspace', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { id } = args.params
  const page = args.url.searchParams.get(IMPORTED_LICENSES_PARAM) ?? '1'
  const [{ data: workspace }, { data: log }, imported] = await Promise.all([
    callForPage(args, getStaffWorkspace, { params: { id } }),
    callForPage(args, listStaffAuditLog, { query: { about: 'workspace', key: id } }),
    callForPage(args, listImportedLicenses, { params: { id }, query: { page } }),
  ])
  return { workspace, log, imported }
}

export default function WorkspacePage({ loaderData: { workspace, log, imported } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const { id, name, members } = workspace
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/workspaces', search: params.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Workspaces
      </Link>
      <header className={page.head}>
        <h1>{name}</h1>
        <p className="mono">#{id}</p>
        <p className={adminPage.ways}>
          <ButtonLink to={`/admin/quotes/new?workspace=${id}`}>New quote</ButtonLink>
          <ButtonLink to={`/admin/rates/new?workspace=${id}`}>New rate</ButtonLink>
        </p>
      </header>
      <WorkspaceDetails workspace={workspace} />
      <section aria-labelledby="terms">
        <h2 id="terms">Terms</h2>
        {workspace.is_member ? (
          <p className={page.out}>You are a member of this workspace, so a colleague has to change its terms.</p>
        ) : (
          <TermsForm key={`${id} ${log.length}`} workspace={workspace} onSaved={revalidate} />
        )}
      </section>
      <OpenOrders workspace={workspace} />
      <section aria-labelledby="rates">
        <h2 id="rates">Preferred rates</h2>
        {workspace.rates.length === 0 ? (
          <p className={page.none}>None.</p>
        ) : (
          <table className={adminPage.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">State</th>
                <th scope="col" data-number>
                  Price per clip
                </th>
              </tr>
            </thead>
            <tbody>
              {workspace.rates.map(rate => (
                <tr key={rate.id}>
                  <td>
                    <Link to={`/admin/rates/${rate.id}`}>{rate.name}</Link>
                  </td>
                  <td data-label="State">{getRateStateLabel(rate)}</td>
                  <td data-label="Price per clip" data-number>
                    {rate.price.formatted}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <ImportedLicenses licenses={imported.data} pagination={imported.meta.pagination} isMember={workspace.is_member} />
      <section aria-labelledby="members">
        <h2 id="members">Members</h2>
        <table className={adminPage.table}>
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
                <td data-label="Email">{member.email}</td>
                <td data-label="Role">{roleLabels[member.role]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <LogList rows={log} />
    </article>
  )
}

const WorkspaceDetails = ({ workspace }: { workspace: StaffWorkspaceDetail }) => {
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
        <dd className={oldest_due_at ? 'mono' : undefined}>{oldest_due_at ? formatDay(oldest_due_at) : 'None'}</dd>
      </div>
      <div>
        <dt>Orders</dt>
        <dd>{orders_count}</dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd className="mono">{formatDay(created_at)}</dd>
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
            : 'None yet'}
        </dd>
      </div>
      <div>
        <dt>Invoices go to</dt>
        <dd>{billing?.billing_contact?.email ?? 'None yet'}</dd>
      </div>
    </dl>
  )
}

const OpenOrders = ({ workspace: { open_orders } }: { workspace: StaffWorkspaceDetail }) => (
  <section aria-labelledby="open">
    <h2 id="open">Open orders and invoices</h2>
    {open_orders.length === 0 ? (
      <p className={page.none}>None.</p>
    ) : (
      <div className={adminPage.scroll}>
        <table className={adminPage.table}>
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
                  data-label="State"
                  className={cx(adminPage.state)}
                  data-tone={state === 'overdue' || state === 'disputed' ? 'bad' : undefined}
                >
                  {stateLabels[state]}
                </td>
                <td data-label="Placed" className="mono">
                  {placed_at ? formatDateTime(placed_at) : ''}
                </td>
                <td data-label="Due" className="mono">
                  {due_at ? formatDay(due_at) : ''}
                </td>
                <td data-label="Total" data-number>
                  {total.formatted}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
