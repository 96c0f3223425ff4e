import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'

import type { WorkspaceRole } from '#platform/actor.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToast } from '#ui/toast.tsx'

import { InviteFields } from '../invite-fields.tsx'
import { InviteRows, noInvitees, findRowErrors, filterCompleteRows } from '../invite-rows.ts'
import { canAssignRole } from '../policy.ts'
import { assignableRoles } from '../roles.ts'
import { inviteTeammates } from '../team-contract.ts'

import css from '../invite-fields.module.css'

type InviteDialogProps = { viewerRole: WorkspaceRole; onClose: () => void; onInvited: () => Promise<void> }

export const InviteDialog = ({ viewerRole, onClose, onInvited }: InviteDialogProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm({ resolver: schemaResolver(InviteRows), defaultValues: noInvitees })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async ({ invitees }) => {
    const completeRows = filterCompleteRows(invitees)
    try {
      await call(inviteTeammates, { body: { invitees: completeRows.map(({ row }) => row) } })
      void client.invalidateQueries()
      await onInvited()
      toast(completeRows.length === 1 ? 'The invitation is on its way.' : 'The invitations are on their way.', {
        kind: 'success',
      })
      onClose()
    } catch (error) {
      const rowErrors = findRowErrors(error, completeRows)
      for (const { index, message } of rowErrors) form.setError(`invitees.${index}.email`, { type: 'server', message })
      if (rowErrors.length === 0) showRefusal(error, form, [])
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title="Invite teammates"
      description="Each gets a mail with a link that works once, for seven days."
      size="md"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="invite" kind="primary" size="lg" busy={isSubmitting && 'Inviting…'}>
            Send invites
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id="invite" className={css.form} method="post" noValidate onSubmit={send}>
          <InviteFields roles={assignableRoles.filter(role => canAssignRole(viewerRole, role))} />
          {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        </form>
      </FormProvider>
    </Dialog>
  )
}
