/** The billing contact, a member of the workspace. Must be inside a `<FormProvider>` whose values include this field. */
import { useController, useFormContext } from 'react-hook-form'

import { SelectField } from '#ui/select.tsx'

import type { WorkspaceUser } from './contract.ts'

/** null until a contact is selected. */
export type BillingContactValues = { billing_contact_user_id: number | null }

const labelOf = ({ first_name, last_name, email }: WorkspaceUser) => {
  const name = `${first_name} ${last_name}`.trim()
  return name ? `${name} (${email})` : email
}

export const BillingContactField = ({ users }: { users: readonly WorkspaceUser[] }) => {
  const { control } = useFormContext<BillingContactValues>()
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
          {labelOf(user)}
        </option>
      ))}
    </SelectField>
  )
}
