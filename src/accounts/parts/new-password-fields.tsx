import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'

import { PasswordField } from '#ui/text-field.tsx'

export const newPasswordFields = ['password', 'password_confirm'] as const
type NewPasswordFieldName = (typeof newPasswordFields)[number]

type NewPasswordFieldsProps = {
  register: (name: NewPasswordFieldName) => UseFormRegisterReturn
  errors: FieldErrors<Record<NewPasswordFieldName, string>>
}

/** A new password and its confirmation. */
export const NewPasswordFields = ({ register, errors }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label="New password"
      autoComplete="new-password"
      hint="At least 8 characters, including upper case, lower case and a number."
      {...register('password')}
      error={errors.password?.message}
    />
    <PasswordField
      label="Confirm password"
      autoComplete="new-password"
      {...register('password_confirm')}
      error={errors.password_confirm?.message}
    />
  </>
)
