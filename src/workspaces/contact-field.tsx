/** Who of the workspace gets its invoices: put it inside a `<FormProvider>` whose values have this field. */
import { useController, useFormContext } from 'react-hook-form'

import { SelectField } from '#ui/select.tsx'

import type { WorkspaceUser } from './contract.ts'

/** null until one is chosen. */
export type ContactValue = { billing_contact_user_id: number | null }

const nameOf = ({ first_name, last_name, email }: WorkspaceUser) => {
  const name = `${first_name} ${last_name}`.trim()
  return name ? `${name} (${email})` : email
}

export const ContactField = ({ users }: { users: readonly WorkspaceUser[] }) => {
  const { control } = useFormContext<ContactValue>()
  const { field, fieldState } = useController({ control, name: 'billing_contact_user_id' })
  return (
    <SelectField
      label="Billing contact"
      {...field}
      value={field.value ?? ''}
      onChange={({ target }) => field.onChange(target.value === '' ? null : Number(target.value))}
      error={fieldState.error?.message}
    >
      <option value="">Choose who gets the invoice</option>
      {users.map(user => (
        <option key={user.id} value={user.id}>
          {nameOf(user)}
        </option>
      ))}
    </SelectField>
  )
}
