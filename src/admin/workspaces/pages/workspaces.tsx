/** Workspaces: search on the left, one of them on the right. */
import { Building2 } from 'lucide-react'

import { pageCall, pageMeta } from '#platform/page.ts'

import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { RoomRow } from '../../parts/room-row.tsx'
import { RoomFilter } from '../../parts/room-search.tsx'
import { Room } from '../../parts/room.tsx'
import { listStaffWorkspaces, type WorkspaceRow } from '../contract.ts'
import type { Route } from './+types/workspaces'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Workspaces', noindex: true })

const queryOf = (asked: URLSearchParams) => ({
  ...roomQuery(asked),
  account: oneOf(['on_account', 'owing', 'trusted'], asked.get('account')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = queryOf(args.url.searchParams)
  return { ...(await pageCall(args, listStaffWorkspaces, { query })), query }
}

export default function Workspaces({ loaderData: { data: workspaces, meta, query } }: Route.ComponentProps) {
  return (
    <Room
      path="/admin/workspaces"
      icon={Building2}
      one="workspace"
      many="workspaces"
      looks="Workspace, member or email"
      search={query.search}
      pagination={meta.pagination}
      none="There are no workspaces yet."
      filters={
        <RoomFilter
          label="Account"
          name="account"
          value={query.account}
          any="Every workspace"
          options={[
            ['on_account', 'Buying on account'],
            ['owing', 'Owing us'],
            ['trusted', 'Trusted for bank debits'],
          ]}
        />
      }
      rows={workspaces.map(workspace => (
        <Row key={workspace.id} workspace={workspace} />
      ))}
    />
  )
}

const Row = ({ workspace }: { workspace: WorkspaceRow }) => {
  const { id, name, is_personal, owner_email, members_count, has_self_invoicing, is_trusted, owed } = workspace
  const marks = [is_personal && 'Personal', is_trusted && 'Trusted', has_self_invoicing && 'On account']
  return (
    <RoomRow
      to={`/admin/workspaces/${id}`}
      title={name}
      state={marks.filter(Boolean).join(', ')}
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
