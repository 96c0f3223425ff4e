/** The actions on a member or an invite on the team page. */
import type { WorkspaceRole } from '#platform/actor.ts'

import { canChangeMember, canChangeOwner } from '../policy.ts'
import type { TeamMember } from '../team-contract.ts'

export type MemberTaskKind = 'role' | 'owner' | 'remove' | 'resend' | 'copy' | 'revoke'
export type MemberTask = { kind: MemberTaskKind; member: TeamMember }

export const memberTaskLabels: Record<MemberTaskKind, string> = {
  owner: 'Make owner',
  role: 'Edit role',
  resend: 'Resend invite',
  copy: 'Copy link',
  revoke: 'Remove from team',
  remove: 'Remove from team',
}

/** Lists the actions in menu order. Nobody can act on themselves or on members above them. */
export const listMemberTasks = (
  viewerRole: WorkspaceRole,
  { kind, role, is_you, is_expired }: TeamMember,
): MemberTaskKind[] => {
  if (is_you || !canChangeMember(viewerRole, role)) return []
  if (kind === 'invite') return ['role', 'resend', ...(is_expired ? [] : (['copy'] as const)), 'revoke']
  return [...(canChangeOwner(viewerRole) && role !== 'owner' ? (['owner'] as const) : []), 'role', 'remove']
}

/** Returns the member's name, or the email without one. */
export const nameOf = ({ first_name, last_name, email }: TeamMember): string =>
  `${first_name} ${last_name}`.trim() || email

export type MemberTaskProps = { member: MemberTask['member']; onClose: () => void; onChanged: () => Promise<void> }
