/** Which roles on the whole platform somebody has. Load it lazily. */
import { useForm, useWatch } from 'react-hook-form'

import { personName } from '#accounts/person-name.ts'
import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { changeRoles, getPerson, RolesBody, type PersonFacts } from '../contract.ts'
import { givenOf, givenRoles, type GivenRole } from '../given-roles.ts'

import css from './roles-dialog.module.css'

type Props = { person: PersonFacts; onClose: () => void; onChanged: () => Promise<void> }

export const RolesDialog = ({ person, onClose, onChanged }: Props) => {
  const toast = useToast()
  const form = useForm({
    resolver: checkedBy(RolesBody),
    defaultValues: { roles: givenOf(person.roles), seen: givenOf(person.roles), reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const roles = useWatch({ control: form.control, name: 'roles' })
  const name = personName(person)
  const params = { id: String(person.id) }
  const toggle = (role: GivenRole) =>
    form.setValue('roles', roles.includes(role) ? roles.filter(one => one !== role) : [...roles, role])

  const carryOut = form.handleSubmit(async body => {
    try {
      await call(changeRoles, { params, body })
    } catch (error) {
      showRefusal(error, form, ['reason'])
      if (!(error instanceof Refusal) || error.status !== 409) return
      // A colleague changed them meanwhile: they stand here as they are now, and what was typed stays.
      const { data } = await call(getPerson, { params })
      form.setValue('roles', givenOf(data.roles))
      form.setValue('seen', givenOf(data.roles))
      await onChanged()
      return
    }
    await onChanged()
    toast(`The roles of ${name} are changed.`, { kind: 'success' })
    onClose()
  })

  return (
    <Dialog
      open
      onClose={onClose}
      keep
      size="sm"
      title="Roles"
      description={`What ${name} may do on the whole platform from now on. They are told by mail.`}
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
      <form id="roles" method="post" noValidate onSubmit={carryOut} className={css.form}>
        <fieldset className={css.roles}>
          <legend className="visually-hidden">Roles</legend>
          {givenRoles.map(({ role, label, what }) => (
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
