import type { UseFormRegisterReturn } from 'react-hook-form'

import { TextField } from '#ui/text-field.tsx'

type NameFieldName = 'first_name' | 'last_name'

type NameFieldsProps = {
  register: (name: NameFieldName) => UseFormRegisterReturn
  errors: { [name in NameFieldName]?: { message?: string | undefined } | undefined }
}

/** The fields for the first and the last name of a person. */
export const NameFields = ({ register, errors }: NameFieldsProps) => (
  <>
    <TextField
      label="First name"
      autoComplete="given-name"
      {...register('first_name')}
      error={errors.first_name?.message}
    />
    <TextField
      label="Last name"
      autoComplete="family-name"
      {...register('last_name')}
      error={errors.last_name?.message}
    />
  </>
)
