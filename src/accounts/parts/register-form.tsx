import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'

import { readRegistrationSource } from '../browser-registration-source.ts'
import { Email, getGeo, register as registerEndpoint } from '../contract.ts'
import { NameFields } from '../name-fields.tsx'
import { NewPassword } from '../passwords.ts'
import { registrationOptInText } from '../preference-labels.ts'
import { FirstName, LastName } from '../profile.ts'
import type { PendingRegistration } from './pending-registration.ts'
import { AUTH_FALLBACK } from './texts.ts'
import { useFilled } from './use-filled.ts'

import styles from './form.module.css'

const requiredFields = ['email', 'password'] as const
const requiredFieldsWithInvite = ['first_name', 'last_name', ...requiredFields] as const
const RegisterFields = z.object({
  email: Email,
  password: NewPassword,
  wants_mail: z._default(z.boolean(), false),
  /** Only for invited users. */
  first_name: z.optional(FirstName),
  last_name: z.optional(LastName),
})

/** Whether mails need consent in the visitor's country. true until the country is known. */
const useNeedsOptIn = () => {
  const geo = useCall(getGeo, {}).data?.data
  return !geo?.success || geo.requires_opt_in
}

type RegisterFormProps = {
  /** Runs when the code is on its way. */
  onPending: (pending: PendingRegistration) => void
  email?: string | undefined
  /** The user's invite. It is valid only for `email`, and the team sees the user's name. */
  invite_token?: string | undefined
}

export const RegisterForm = ({ onPending, email, invite_token }: RegisterFormProps) => {
  const needsOptIn = useNeedsOptIn()
  const isInvited = invite_token !== undefined
  const fields = isInvited ? requiredFieldsWithInvite : requiredFields
  const form = useForm({ resolver: schemaResolver(RegisterFields), ...(email && { defaultValues: { email } }) })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const isFilled = useFilled(form, fields)
  const captcha = useCaptcha('register')

  const send = handleSubmit(async ({ email, password, wants_mail, first_name, last_name }) => {
    try {
      const { data } = await call(registerEndpoint, {
        body: {
          email,
          password,
          password_again: password,
          first_name,
          last_name,
          captcha: await captcha.take(),
          ...readRegistrationSource(),
        },
      })
      onPending({ ...data, wants_mail: wants_mail || !needsOptIn, has_opted_in: wants_mail && needsOptIn })
    } catch (error) {
      showRefusal(error, form, fields, AUTH_FALLBACK)
    }
  })

  return (
    <form className={styles.form} method="post" noValidate onSubmit={send} {...captcha.formProps}>
      {isInvited && (
        <div className={styles.pair}>
          <NameFields register={register} errors={errors} />
        </div>
      )}
      <TextField
        label="Email"
        readOnly={isInvited}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...register('email')}
        error={errors.email?.message}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters, including upper case, lower case and a number."
        {...register('password')}
        error={errors.password?.message}
      />
      {needsOptIn && <Checkbox {...register('wants_mail')}>{registrationOptInText}</Checkbox>}
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button
        type="submit"
        kind="primary"
        size="xl"
        wide
        disabled={!isFilled}
        busy={(isSubmitting || isSubmitSuccessful) && 'Creating account…'}
      >
        Create Free Account
      </Button>
    </form>
  )
}
