/** Carries out what was chosen about somebody: asks first where that is needed. */
import type { WorkspaceRole } from '#platform/actor.ts'

import { CopyLink } from './copy-link.tsx'
import type { Task } from './member-tasks.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ResendDialog, RoleDialog } from './role-dialog.tsx'

export type TaskProps = { member: Task['member']; onClose: () => void; onChanged: () => Promise<void> }

type TaskDialogProps = Omit<TaskProps, 'member'> & { task: Task; mine: WorkspaceRole }

export const TaskDialog = ({ task: { kind, member }, mine, ...props }: TaskDialogProps) => {
  if (kind === 'role') return <RoleDialog member={member} mine={mine} {...props} />
  if (kind === 'owner') return <OwnerDialog member={member} {...props} />
  if (kind === 'resend') return <ResendDialog member={member} {...props} />
  if (kind === 'copy') return <CopyLink member={member} {...props} />
  return <RemoveDialog member={member} {...props} />
}
