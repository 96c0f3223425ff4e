/** The staff: who belongs to it, with which roles, and who is invited. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'

import { changeRoles, leaveStaff } from '#accounts/admin/contract.ts'
import { getSession } from '#accounts/contract.ts'
import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { platformRoles } from '#platform/platform-roles.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import { useToast } from '#ui/toast.tsx'
import { pickAssignableRoles, roleLabelsOf } from '#workspaces/assignable-roles.ts'

import {
  listStaff,
  resendStaffInvite,
  revokeStaffInvite,
  type StaffInvite,
  type StaffMember,
} from '../../staff/contract.ts'
import type { Route } from './+types/staff'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './staff.module.css'

const InviteDialog = lazy(() => import('../parts/invite-dialog.tsx').then(part => ({ default: part.InviteDialog })))
const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Staff', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, listStaff, {})).data

const rolesText = (roles: readonly number[]) => roleLabelsOf(roles).join(', ')

/** The shop always keeps a platform admin, and a suspended account keeps its roles until it's reinstated. */
const administers = ({ roles, is_suspended }: StaffMember) =>
  !is_suspended && roles.includes(platformRoles.platform_admin)

export default function StaffPage({ loaderData: { members, invites } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [isInviting, setInviting] = useState(false)
  const [revoked, setRevoked] = useState<StaffMember>()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <div className={css.staff}>
      <div className={page.person}>
        <header className={page.head}>
          <h1>Staff</h1>
          <p className={adminPage.ways}>
            <Button kind="primary" onClick={() => setInviting(true)}>
              Invite
            </Button>
          </p>
        </header>
        <MemberTable members={members} onRevoke={setRevoked} onLeave={() => setLeaving(true)} />
        {invites.length > 0 && <InviteTable invites={invites} />}
      </div>
      <Suspense>
        {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={revalidate} />}
        {revoked && <RevokeDialog member={revoked} onClose={() => setRevoked(undefined)} />}
        {isLeaving && <LeaveDialog onClose={() => setLeaving(false)} />}
      </Suspense>
    </div>
  )
}

type MemberTableProps = {
  members: readonly StaffMember[]
  onRevoke: (member: StaffMember) => void
  onLeave: () => void
}

const MemberTable = ({ members, onRevoke, onLeave }: MemberTableProps) => {
  const self = useSession()?.id
  const isOnlyAdmin = members.filter(administers).length < 2
  return (
    <div className={adminPage.scroll}>
      <table className={adminPage.table}>
        <caption className="visually-hidden">Staff</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Roles</th>
            <th scope="col">Second step</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map(member => (
            <tr key={member.id}>
              <td>
                <Link to={`/admin/people/${member.id}`}>{member.name}</Link>
                {member.name !== member.email && <span className={adminPage.under}>{member.email}</span>}
              </td>
              <td data-label="Roles">
                {rolesText(member.roles)}
                {member.is_suspended && <span className={adminPage.gone}> (suspended)</span>}
              </td>
              <td data-label="Second step">
                <StatusLabel tone={member.has_two_step ? 'good' : 'bad'}>
                  {member.has_two_step ? 'On' : 'Off'}
                </StatusLabel>
              </td>
              <td data-label="Last seen" className="mono">
                {member.last_seen_at ? formatDateTime(member.last_seen_at) : 'signed out'}
              </td>
              <td className={css.actions}>
                {member.id === self && !(isOnlyAdmin && administers(member)) && (
                  <Button kind="quiet" onClick={onLeave}>
                    Leave
                  </Button>
                )}
                {member.id !== self && !member.is_suspended && (
                  <Button kind="quiet" onClick={() => onRevoke(member)} aria-label={`Revoke access of ${member.name}`}>
                    Revoke access
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const InviteTable = ({ invites }: { invites: readonly StaffInvite[] }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const run = async (action: () => Promise<unknown>, done: string) => {
    try {
      await action()
      toast(done, { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong. Nothing was changed.'), { kind: 'danger' })
    }
    await revalidate()
  }
  return (
    <section aria-labelledby="invites">
      <h2 id="invites">Pending invites</h2>
      <div className={adminPage.scroll}>
        <table className={adminPage.table}>
          <thead>
            <tr>
              <th scope="col">Email</th>
              <th scope="col">Roles</th>
              <th scope="col">Invited by</th>
              <th scope="col">Link works until</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invites.map(({ id, email, roles, invited_by, expires_at, is_expired }) => (
              <tr key={id}>
                <td>{email}</td>
                <td data-label="Roles">{rolesText(roles)}</td>
                <td data-label="Invited by">{invited_by}</td>
                <td data-label="Link works until" className="mono">
                  {is_expired ? <span className={adminPage.gone}>expired</span> : formatDateTime(expires_at)}
                </td>
                <td className={css.actions}>
                  <Button
                    kind="quiet"
                    aria-label={`Send again: the invite of ${email}`}
                    onClick={() =>
                      void run(
                        () => call(resendStaffInvite, { params: { id: String(id) } }),
                        `A new link is on its way to ${email}.`,
                      )
                    }
                  >
                    Send again
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={`Revoke the invite of ${email}`}
                    onClick={() =>
                      void run(
                        () => call(revokeStaffInvite, { params: { id: String(id) } }),
                        'The invite no longer works.',
                      )
                    }
                  >
                    Revoke
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const RevokeDialog = ({ member, onClose }: { member: StaffMember; onClose: () => void }) => {
  const { revalidate } = useRevalidator()
  return (
    <ReasonDialog
      title={`Revoke access of ${member.name}`}
      what={`${member.name} loses all staff roles at once and becomes a customer. We email them about it.`}
      confirm="Revoke access"
      busy="Revoking…"
      danger
      onClose={onClose}
      onConfirm={async reason => {
        const params = { id: String(member.id) }
        await call(changeRoles, { params, body: { roles: [], seen: pickAssignableRoles(member.roles), reason } })
        await revalidate()
      }}
    />
  )
}

const LeaveDialog = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <ReasonDialog
      title="Leave the staff"
      what="You lose all staff roles at once and become a customer. Only another platform admin can take you back."
      confirm="Leave the staff"
      busy="Leaving…"
      danger
      onClose={onClose}
      onConfirm={async reason => {
        await call(leaveStaff, { body: { reason } })
        await client.invalidateQueries({ queryKey: [getSession.path] })
        await navigate('/')
      }}
    />
  )
}
