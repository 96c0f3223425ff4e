/** Invites somebody to the staff. Load it lazily. */
import { useForm, useWatch } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FieldNote } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { assignableRoles, type AssignableRole } from '#workspaces/assignable-roles.ts'

import { inviteStaff, StaffInviteBody } from '../../staff/contract.ts'

import css from './invite-dialog.module.css'

type InviteDialogProps = { onClose: () => void; onInvited: () => Promise<void> }

export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps) => {
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(StaffInviteBody),
    defaultValues: { email: '', roles: [] as AssignableRole[] },
  })
  const { errors, isSubmitting } = form.formState
  const roles = useWatch({ control: form.control, name: 'roles' })
  const toggle = (role: AssignableRole) =>
    form.setValue('roles', roles.includes(role) ? roles.filter(item => item !== role) : [...roles, role])
  const send = form.handleSubmit(async body => {
    try {
      await call(inviteStaff, { body })
      await onInvited()
      toast(`An invite is on its way to ${body.email}.`, { kind: 'success' })
      onClose()
    } catch (error) {
      showRefusal(error, form, ['email', 'roles'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="sm"
      title="Invite to the staff"
      description="We mail a link that works for seven days. Staff set up a second step for their login before they see anything."
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="invite" kind="primary" size="lg" busy={isSubmitting && 'Sending…'}>
            Send the invite
          </Button>
        </>
      }
    >
      <form id="invite" className={css.form} method="post" noValidate onSubmit={send}>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
          error={errors.email?.message}
        />
        <fieldset className={css.roles} aria-describedby={errors.roles ? 'invite-roles' : undefined}>
          <legend>Roles</legend>
          {assignableRoles.map(({ role, label, what }) => (
            <Checkbox key={role} checked={roles.includes(role)} onChange={() => toggle(role)} hint={what}>
              {label}
            </Checkbox>
          ))}
          <FieldNote id="invite-roles" error={errors.roles?.message} />
        </fieldset>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
