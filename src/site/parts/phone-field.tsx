import type { UseFormRegisterReturn } from 'react-hook-form'

import { TextField } from '#ui/text-field.tsx'

type PhoneFieldProps = UseFormRegisterReturn & { error: string | undefined }

/** For whoever would rather be called back. */
export const PhoneField = (props: PhoneFieldProps) => (
  <TextField label="Phone" optional type="tel" inputMode="tel" autoComplete="tel" {...props} />
)
