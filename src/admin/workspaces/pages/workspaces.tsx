/** Workspaces: search on the left, one of them on the right. */
import { NavLink, Outlet, useParams, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'

import { chooseFilter, RoomList } from '../../parts/room-list.tsx'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { listStaffWorkspaces, type WorkspaceRow } from '../contract.ts'
import type { Route } from './+types/workspaces'

import room from '../../pages/people.module.css'
import desk from '../../parts/desk.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Workspaces', noindex: true })

const queryOf = (asked: URLSearchParams) => ({
  ...roomQuery(asked),
  account: oneOf(['on_account', 'owing', 'trusted'], asked.get('account')),
})

export const loader = (args: Route.LoaderArgs) =>
  pageCall(args, listStaffWorkspaces, { query: queryOf(args.url.searchParams) })

export default function Workspaces({ loaderData: { data: workspaces, meta } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { id } = useParams()
  const query = queryOf(asked)
  return (
    <div className={cx(room.people, desk.room)} data-chosen={id !== undefined || undefined}>
      <RoomList
        path="/admin/workspaces"
        one="workspace"
        many="workspaces"
        looks="Workspace, member or email"
        search={query.search}
        pagination={meta.pagination}
        none="There are no workspaces yet."
        filters={
          <SelectField
            dense
            label="Account"
            labelHidden
            name="account"
            defaultValue={query.account ?? ''}
            onChange={chooseFilter}
          >
            <option value="">Every workspace</option>
            <option value="on_account">Buying on account</option>
            <option value="owing">Owing us</option>
            <option value="trusted">Trusted for bank debits</option>
          </SelectField>
        }
      >
        {workspaces.map(workspace => (
          <Row key={workspace.id} workspace={workspace} query={asked.toString()} />
        ))}
      </RoomList>
      <section className={room.main} aria-label="Workspace">
        {id === undefined && <p className={room.hint}>Choose a workspace.</p>}
        <Outlet />
      </section>
    </div>
  )
}

const Row = ({ workspace, query }: { workspace: WorkspaceRow; query: string }) => {
  const { id, name, is_personal, owner_email, members_count, has_self_invoicing, is_trusted, owed } = workspace
  return (
    <li>
      <NavLink to={{ pathname: `/admin/workspaces/${id}`, search: query }} className={room.row} preventScrollReset>
        <span className={room.name}>{name}</span>
        <span className={room.marks}>
          {is_personal && <span className={room.mark}>Personal</span>}
          {is_trusted && <span className={room.mark}>Trusted</span>}
          {has_self_invoicing && <span className={room.mark}>On account</span>}
        </span>
        <span className={room.email}>{owner_email}</span>
        <span className={cx('mono', room.seen)}>
          {owed.unformatted > 0
            ? `owes ${owed.formatted}`
            : members_count === 1
              ? '1 person'
              : `${members_count} people`}
        </span>
      </NavLink>
    </li>
  )
}
