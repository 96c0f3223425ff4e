/** The beginning of a new shop: the account of its first administrator. With one, it leads to the steps that follow. */
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'

import { NameFields } from '#accounts/name-fields.tsx'
import { switchUser } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'

import { makeOwner, OwnerBody } from '../contract.ts'
import { SetupHead } from '../setup-head.tsx'
import { setupSteps } from '../steps.ts'
import type { Route } from './+types/setup'

import css from '../setup-step.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Set up the shop', noindex: true })

const fields = ['code', 'first_name', 'last_name', 'email', 'password'] as const

export default function Setup() {
  const [params] = useSearchParams()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: schemaResolver(OwnerBody),
    defaultValues: { code: params.get('code') ?? '', first_name: '', last_name: '', email: '', password: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const send = handleSubmit(async body => {
    try {
      switchUser(client, (await call(makeOwner, { body })).data)
      await navigate(setupSteps.owner.to)
    } catch (error) {
      showRefusal(error, { setError }, fields)
    }
  })
  return (
    <>
      <SetupHead
        title="Set up your shop"
        lead="This account is the shop’s first administrator: it can do everything, and invite others."
      />
      <form className={css.form} method="post" noValidate onSubmit={send}>
        <TextField
          label="Code"
          hint="The shop printed it when it started, with this page’s address."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...register('code')}
          error={errors.code?.message}
        />
        <div className={css.pair}>
          <NameFields register={register} errors={errors} />
        </div>
        <TextField
          label="Email"
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
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <Button
          type="submit"
          kind="primary"
          size="xl"
          busy={(isSubmitting || isSubmitSuccessful) && 'Creating the account…'}
        >
          Create the account
        </Button>
      </form>
    </>
  )
}
