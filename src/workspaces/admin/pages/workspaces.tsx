/** The list of workspaces, and the selected workspace. */
import { Building2 } from 'lucide-react'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { AdminFilter } from '#ui/admin/admin-search-field.tsx'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'

import { listStaffWorkspaces, type StaffWorkspaceRow } from '../contract.ts'
import type { Route } from './+types/workspaces'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Workspaces', noindex: true })

const readQuery = (params: URLSearchParams) => ({
  ...listQuery(params),
  account: oneOf(['on_account', 'owing', 'trusted'], params.get('account')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = readQuery(args.url.searchParams)
  return { ...(await callForPage(args, listStaffWorkspaces, { query })), query }
}

export default function Workspaces({ loaderData: { data: workspaces, meta, query } }: Route.ComponentProps) {
  return (
    <AdminListPage
      path="/admin/workspaces"
      icon={Building2}
      singular="workspace"
      plural="workspaces"
      searchLabel="Workspace, member or email"
      search={query.search}
      pagination={meta.pagination}
      emptyTitle="There are no workspaces yet."
      filters={
        <AdminFilter
          label="Account"
          name="account"
          value={query.account}
          anyLabel="All workspaces"
          options={[
            ['on_account', 'Buying on account'],
            ['owing', 'With unpaid invoices'],
            ['trusted', 'Trusted for bank debits'],
          ]}
        />
      }
      rows={workspaces.map(workspace => (
        <WorkspaceListRow key={workspace.id} workspace={workspace} />
      ))}
    />
  )
}

const WorkspaceListRow = ({ workspace }: { workspace: StaffWorkspaceRow }) => {
  const { id, name, is_personal, owner_email, members_count, has_self_invoicing, is_trusted, owed } = workspace
  const badges = [is_personal && 'Personal', is_trusted && 'Trusted', has_self_invoicing && 'On account']
  return (
    <AdminRow
      to={`/admin/workspaces/${id}`}
      title={name}
      state={badges.filter(Boolean).join(', ')}
      under={owner_email}
      end={
        <span className="mono">
          {owed.unformatted > 0
            ? `owes ${owed.formatted}`
            : members_count === 1
              ? '1 person'
              : `${members_count} people`}
        </span>
      }
    />
  )
}
