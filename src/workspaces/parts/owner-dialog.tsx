import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { makeOwner, OwnerBody } from '../team-contract.ts'
import { nameOf } from './member-tasks.ts'
import type { TaskProps } from './task-dialog.tsx'

/** "Make owner": asks for the password again. */
export const OwnerDialog = ({ member, onClose, onChanged }: TaskProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm({ resolver: checkedBy(OwnerBody), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const name = nameOf(member)
  const handOver = form.handleSubmit(async body => {
    try {
      await call(makeOwner, { params: { newOwnerId: String(member.id) }, body })
      void client.invalidateQueries()
      await onChanged()
      toast(`${name} owns the workspace now.`, { kind: 'success' })
      onClose()
    } catch (error) {
      showRefusal(error, form, ['password'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      keep
      title="Make owner"
      description={`${name} will own this workspace, and you stay as an admin. Only they can give it back. Both of you get a mail.`}
      size="sm"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="make-owner" kind="primary" size="lg" busy={isSubmitting && 'Handing over…'}>
            Make owner
          </Button>
        </>
      }
    >
      <form id="make-owner" method="post" noValidate onSubmit={handOver}>
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
