/** The three rows of an invite form, and what each role means: put it inside a `<FormProvider>` with the values of `InviteRows`. */
import { useFormContext } from 'react-hook-form'

import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { places, type InviteFields as Fields } from './invite-rows.ts'
import { roleLabels, roleMeanings, type GivenRole } from './roles.ts'

import css from './invite-fields.module.css'

/** `roles` are those that whoever invites may give. */
export const InviteFields = ({ roles }: { roles: readonly GivenRole[] }) => {
  const { register, formState } = useFormContext<Fields>()
  const { errors } = formState
  return (
    <>
      {places.map(place => (
        <fieldset key={place} className={css.row}>
          <legend className="visually-hidden">{`Teammate ${place + 1}`}</legend>
          <TextField
            label="Email"
            labelHidden={place > 0}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register(`invitees.${place}.email`)}
            error={errors.invitees?.[place]?.email?.message}
          />
          <SelectField label="Role" labelHidden={place > 0} {...register(`invitees.${place}.role`)}>
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
            <dd>{roleMeanings[role]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
