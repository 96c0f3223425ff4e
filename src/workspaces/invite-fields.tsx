/** The three rows of an invite form with descriptions of the roles. Must be inside a `<FormProvider>` with the values of `InviteRows`. */
import { useFormContext } from 'react-hook-form'

import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { ROW_INDEXES, type InviteFields as Fields } from './invite-rows.ts'
import { roleLabels, roleDescriptions, type AssignableWorkspaceRole } from './roles.ts'

import css from './invite-fields.module.css'

/** `roles`: the roles that the inviting user can assign. */
export const InviteFields = ({ roles }: { roles: readonly AssignableWorkspaceRole[] }) => {
  const { register, formState } = useFormContext<Fields>()
  const { errors } = formState
  return (
    <>
      {ROW_INDEXES.map(index => (
        <fieldset key={index} className={css.row}>
          <legend className="visually-hidden">{`Teammate ${index + 1}`}</legend>
          <TextField
            label="Email"
            labelHidden={index > 0}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register(`invitees.${index}.email`)}
            error={errors.invitees?.[index]?.email?.message}
          />
          <SelectField label="Role" labelHidden={index > 0} {...register(`invitees.${index}.role`)}>
            <option value="">Select a role</option>
            {roles.map(role => (
              <option key={role} value={role}>
                {roleLabels[role]}
              </option>
            ))}
          </SelectField>
        </fieldset>
      ))}
      <dl className={css.meanings}>
        {roles.map(role => (
          <div key={role}>
            <dt>{roleLabels[role]}</dt>
            <dd>{roleDescriptions[role]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
