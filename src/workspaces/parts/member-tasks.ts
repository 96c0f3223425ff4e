/** What can be done about somebody on the team page. */
import type { WorkspaceRole } from '#platform/actor.ts'

import { canChangeMember, canChangeOwner } from '../policy.ts'
import type { TeamMember } from '../team-contract.ts'

export type TaskKind = 'role' | 'owner' | 'remove' | 'resend' | 'copy' | 'revoke'
export type Task = { kind: TaskKind; member: TeamMember }

export const taskLabels: Record<TaskKind, string> = {
  owner: 'Make owner',
  role: 'Edit role',
  resend: 'Resend invite',
  copy: 'Copy link',
  revoke: 'Remove from team',
  remove: 'Remove from team',
}

/** In the order of the menu; nobody does anything about themselves or those above them. */
export const tasksFor = (mine: WorkspaceRole, { kind, role, is_you, is_expired }: TeamMember): TaskKind[] => {
  if (is_you || !canChangeMember(mine, role)) return []
  if (kind === 'invite') return ['role', 'resend', ...(is_expired ? [] : (['copy'] as const)), 'revoke']
  return [...(canChangeOwner(mine) && role !== 'owner' ? (['owner'] as const) : []), 'role', 'remove']
}

/** How somebody is called in a sentence. */
export const nameOf = ({ first_name, last_name, email }: TeamMember): string =>
  `${first_name} ${last_name}`.trim() || email
