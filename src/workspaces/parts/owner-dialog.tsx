import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { transferOwnership, TransferOwnershipBody } from '../team-contract.ts'
import type { MemberTaskProps } from './member-tasks.ts'
import { nameOf } from './member-tasks.ts'

/** Transfers the ownership to a member, after the password is entered again. */
export const OwnerDialog = ({ member, onClose, onChanged }: MemberTaskProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm({ resolver: schemaResolver(TransferOwnershipBody), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const name = nameOf(member)
  const transfer = form.handleSubmit(async body => {
    try {
      await call(transferOwnership, { params: { newOwnerId: String(member.id) }, body })
      void client.invalidateQueries()
      await onChanged()
      toast(`${name} now owns the workspace.`, { kind: 'success' })
      onClose()
    } catch (error) {
      showRefusal(error, form, ['password'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title="Make owner"
      description={`${name} will own this workspace, and you stay as an admin. Only they can transfer it back. Both of you get an email.`}
      size="sm"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="make-owner" kind="primary" size="lg" busy={isSubmitting && 'Transferring…'}>
            Make owner
          </Button>
        </>
      }
    >
      <form id="make-owner" method="post" noValidate onSubmit={transfer}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.register('password')}
          error={errors.password?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
