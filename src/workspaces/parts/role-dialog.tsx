import { useState } from 'react'

import type { WorkspaceRole } from '#platform/actor.ts'
import { call } from '#platform/http/call.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'

import { canAssignRole } from '../policy.ts'
import { assignableRoles, roleLabels, roleDescriptions } from '../roles.ts'
import { changeInvite, changeMemberRole, resendInvite } from '../team-contract.ts'
import type { MemberTaskProps } from './member-tasks.ts'
import { nameOf } from './member-tasks.ts'
import { useMemberTask } from './use-member-task.ts'

/** Changes the role of a member or an invite. */
export const RoleDialog = ({ member, viewerRole, ...callbacks }: MemberTaskProps & { viewerRole: WorkspaceRole }) => {
  const { isBusy, run } = useMemberTask(callbacks)
  const [role, setRole] = useState(assignableRoles.find(option => option === member.role))
  const input = { params: { id: String(member.id) } }
  const save = () => {
    if (!role || role === member.role) return callbacks.onClose()
    const body = { role }
    void run(
      () =>
        member.kind === 'invite' ? call(changeInvite, { ...input, body }) : call(changeMemberRole, { ...input, body }),
      `${nameOf(member)} is ${withArticle(roleLabels[role])} now.`,
    )
  }
  return (
    <Dialog
      open
      onClose={callbacks.onClose}
      title="Edit role"
      description={nameOf(member)}
      size="sm"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={callbacks.onClose}>
            Cancel
          </Button>
          <Button kind="primary" size="lg" disabled={!role} busy={isBusy && 'Saving…'} onClick={save}>
            Save role
          </Button>
        </>
      }
    >
      <RadioCards legend="Role" legendHidden>
        {assignableRoles
          .filter(option => canAssignRole(viewerRole, option))
          .map(option => (
            <RadioCard
              key={option}
              name="role"
              title={roleLabels[option]}
              text={roleDescriptions[option]}
              checked={option === role}
              onChange={() => setRole(option)}
            />
          ))}
      </RadioCards>
    </Dialog>
  )
}

const withArticle = (label: string) => `${/^[AO]/.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`

export const ResendDialog = ({ member, ...callbacks }: MemberTaskProps) => {
  const { isBusy, run } = useMemberTask(callbacks)
  return (
    <ConfirmDialog
      open
      title="Resend invite"
      confirm="Resend"
      busy={isBusy && 'Sending…'}
      onConfirm={() =>
        void run(
          () => call(resendInvite, { params: { id: String(member.id) }, body: {} }),
          `The invitation is on its way to ${member.email}.`,
        )
      }
      onCancel={callbacks.onClose}
    >
      {member.email} gets a new link for seven days. Links that were sent or copied before stop working.
    </ConfirmDialog>
  )
}
