import type { UseFormRegisterReturn } from 'react-hook-form'

import { TextField } from '#ui/text-field.tsx'

type PhoneFieldProps = UseFormRegisterReturn & { error: string | undefined }

/** An optional phone number for users who prefer a call. */
export const PhoneField = (props: PhoneFieldProps) => (
  <TextField label="Phone" optional type="tel" inputMode="tel" autoComplete="tel" {...props} />
)
