/** The dialog of a task on the team page. */
import type { WorkspaceRole } from '#platform/actor.ts'
import { call } from '#platform/http/call.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

import { removeMember, revokeInvite } from '../team-contract.ts'
import { CopyLinkDialog } from './copy-link-dialog.tsx'
import { type MemberTask, type MemberTaskProps, nameOf } from './member-tasks.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { ResendDialog, RoleDialog } from './role-dialog.tsx'
import { useMemberTask } from './use-member-task.ts'

/** Removes a member from the team, or revokes an invite. */
const RemoveDialog = ({ member, ...callbacks }: MemberTaskProps) => {
  const { isBusy, run } = useMemberTask(callbacks)
  const { kind, id, email } = member
  const remove = () =>
    kind === 'invite' ? call(revokeInvite, { body: { email } }) : call(removeMember, { params: { id: String(id) } })
  return (
    <ConfirmDialog
      open
      title={kind === 'invite' ? `Revoke the invitation of ${email}?` : `Remove ${nameOf(member)}?`}
      confirm="Remove from team"
      danger
      busy={isBusy && 'Removing…'}
      onConfirm={() => void run(remove, `${nameOf(member)} was removed from the team.`)}
      onCancel={callbacks.onClose}
    >
      {kind === 'invite'
        ? 'All of its links stop working at once.'
        : 'They lose access to the orders and downloads of this workspace at once. What was licensed stays with the workspace.'}
    </ConfirmDialog>
  )
}

type MemberTaskDialogProps = Omit<MemberTaskProps, 'member'> & { task: MemberTask; viewerRole: WorkspaceRole }

export const MemberTaskDialog = ({ task: { kind, member }, viewerRole, ...props }: MemberTaskDialogProps) => {
  if (kind === 'role') return <RoleDialog member={member} viewerRole={viewerRole} {...props} />
  if (kind === 'owner') return <OwnerDialog member={member} {...props} />
  if (kind === 'resend') return <ResendDialog member={member} {...props} />
  if (kind === 'copy') return <CopyLinkDialog member={member} {...props} />
  return <RemoveDialog member={member} {...props} />
}
