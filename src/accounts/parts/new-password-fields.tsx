import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'

import { PasswordField } from '#ui/text-field.tsx'

export const newPasswordFields = ['password', 'password_confirm'] as const
type Name = (typeof newPasswordFields)[number]

type NewPasswordFieldsProps = {
  register: (name: Name) => UseFormRegisterReturn
  errors: FieldErrors<Record<Name, string>>
}

/** A password that is new, typed twice. */
export const NewPasswordFields = ({ register, errors }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label="New password"
      autoComplete="new-password"
      hint="At least 8 characters, with a capital, a lowercase letter and a number."
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
