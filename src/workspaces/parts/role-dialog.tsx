import { useState } from 'react'

import type { WorkspaceRole } from '#platform/actor.ts'
import { call } from '#platform/call.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'

import { canGive } from '../policy.ts'
import { givenRoles, roleLabels, roleMeanings } from '../roles.ts'
import { changeInvite, changeMemberRole, resendInvite } from '../team-contract.ts'
import { nameOf } from './member-tasks.ts'
import type { TaskProps } from './task-dialog.tsx'
import { useTask } from './use-task.ts'

/** "Edit role", of a member or an invite. */
export const RoleDialog = ({ member, mine, ...after }: TaskProps & { mine: WorkspaceRole }) => {
  const { isBusy, run } = useTask(after)
  const [role, setRole] = useState(givenRoles.find(one => one === member.role))
  const input = { params: { id: String(member.id) } }
  const save = () => {
    if (!role || role === member.role) return after.onClose()
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
      onClose={after.onClose}
      title="Edit role"
      description={nameOf(member)}
      size="sm"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={after.onClose}>
            Cancel
          </Button>
          <Button kind="primary" size="lg" disabled={!role} busy={isBusy && 'Saving…'} onClick={save}>
            Save role
          </Button>
        </>
      }
    >
      <RadioCards legend="Role" legendHidden>
        {givenRoles
          .filter(one => canGive(mine, one))
          .map(one => (
            <RadioCard
              key={one}
              name="role"
              title={roleLabels[one]}
              text={roleMeanings[one]}
              checked={one === role}
              onChange={() => setRole(one)}
            />
          ))}
      </RadioCards>
    </Dialog>
  )
}

const withArticle = (label: string) => `${/^[AO]/.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`

export const ResendDialog = ({ member, ...after }: TaskProps) => {
  const { isBusy, run } = useTask(after)
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
      onCancel={after.onClose}
    >
      {member.email} gets a new link for seven days. Links that were sent or copied before stop working.
    </ConfirmDialog>
  )
}
