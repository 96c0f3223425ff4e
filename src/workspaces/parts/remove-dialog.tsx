import { call } from '#platform/call.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

import { removeMember, revokeInvite } from '../team-contract.ts'
import { nameOf } from './member-tasks.ts'
import type { TaskProps } from './task-dialog.tsx'
import { useTask } from './use-task.ts'

/** Takes somebody out of the team, or an invite back. */
export const RemoveDialog = ({ member, ...after }: TaskProps) => {
  const { isBusy, run } = useTask(after)
  const { kind, id, email } = member
  const remove = () =>
    kind === 'invite' ? call(revokeInvite, { body: { email } }) : call(removeMember, { params: { id: String(id) } })
  return (
    <ConfirmDialog
      open
      title={kind === 'invite' ? `Take back the invitation of ${email}?` : `Remove ${nameOf(member)}?`}
      confirm="Remove from team"
      danger
      busy={isBusy && 'Removing…'}
      onConfirm={() => void run(remove, `${nameOf(member)} was removed from the team.`)}
      onCancel={after.onClose}
    >
      {kind === 'invite'
        ? 'Every link to it stops working at once.'
        : 'They lose access to the orders and downloads of this workspace at once. What was licensed stays with the workspace.'}
    </ConfirmDialog>
  )
}
