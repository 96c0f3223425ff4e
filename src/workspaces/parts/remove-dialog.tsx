import { call } from '#platform/http/call.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

import { removeMember, revokeInvite } from '../team-contract.ts'
import type { MemberTaskProps } from './member-task-dialog.tsx'
import { nameOf } from './member-tasks.ts'
import { useMemberTask } from './use-member-task.ts'

/** Removes a member from the team, or revokes an invite. */
export const RemoveDialog = ({ member, ...callbacks }: MemberTaskProps) => {
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
