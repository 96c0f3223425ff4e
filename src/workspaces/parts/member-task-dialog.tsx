/** The dialog of a task on the team page. */
import type { WorkspaceRole } from '#platform/actor.ts'

import { CopyLinkDialog } from './copy-link-dialog.tsx'
import type { MemberTask } from './member-tasks.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ResendDialog, RoleDialog } from './role-dialog.tsx'

export type MemberTaskProps = { member: MemberTask['member']; onClose: () => void; onChanged: () => Promise<void> }

type MemberTaskDialogProps = Omit<MemberTaskProps, 'member'> & { task: MemberTask; viewerRole: WorkspaceRole }

export const MemberTaskDialog = ({ task: { kind, member }, viewerRole, ...props }: MemberTaskDialogProps) => {
  if (kind === 'role') return <RoleDialog member={member} viewerRole={viewerRole} {...props} />
  if (kind === 'owner') return <OwnerDialog member={member} {...props} />
  if (kind === 'resend') return <ResendDialog member={member} {...props} />
  if (kind === 'copy') return <CopyLinkDialog member={member} {...props} />
  return <RemoveDialog member={member} {...props} />
}
