/** A dialog to change a person's platform roles. Load it lazily. */
import { useForm, useWatch } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { pickAssignableRoles, assignableRoles, type AssignableRole } from '#workspaces/assignable-roles.ts'

import { formatPersonName } from '../../person-name.ts'
import { changeRoles, getPerson, RolesBody, type StaffPerson } from '../contract.ts'

import css from './roles-dialog.module.css'

type RolesDialogProps = { person: StaffPerson; onClose: () => void; onChanged: () => Promise<void> }

export const RolesDialog = ({ person, onClose, onChanged }: RolesDialogProps) => {
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(RolesBody),
    defaultValues: { roles: pickAssignableRoles(person.roles), seen: pickAssignableRoles(person.roles), reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const roles = useWatch({ control: form.control, name: 'roles' })
  const name = formatPersonName(person)
  const params = { id: String(person.id) }
  const toggle = (role: AssignableRole) =>
    form.setValue('roles', roles.includes(role) ? roles.filter(item => item !== role) : [...roles, role])

  const submit = form.handleSubmit(async body => {
    try {
      await call(changeRoles, { params, body })
    } catch (error) {
      showRefusal(error, form, ['reason'])
      if (!(error instanceof Refusal) || error.status !== 409) return
      // A colleague changed the roles in the meantime: show the current ones and keep what the user typed.
      const { data } = await call(getPerson, { params })
      form.setValue('roles', pickAssignableRoles(data.roles))
      form.setValue('seen', pickAssignableRoles(data.roles))
      await onChanged()
      return
    }
    await onChanged()
    toast(`Roles of ${name} saved.`, { kind: 'success' })
    onClose()
  })

  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="sm"
      title="Roles"
      description={`What ${name} can do on the whole platform. We email them about the change.`}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="roles" kind="primary" size="lg" busy={isSubmitting && 'Changing…'}>
            Change roles
          </Button>
        </>
      }
    >
      <form id="roles" method="post" noValidate onSubmit={submit} className={css.form}>
        <fieldset className={css.roles}>
          <legend className="visually-hidden">Roles</legend>
          {assignableRoles.map(({ role, label, what }) => (
            <Checkbox key={role} checked={roles.includes(role)} onChange={() => toggle(role)} hint={what}>
              {label}
            </Checkbox>
          ))}
        </fieldset>
        <TextArea
          label="Reason"
          hint="Who asked for it, and what for."
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
