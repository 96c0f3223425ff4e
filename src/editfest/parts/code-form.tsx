import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { CodeBody, enterEditfestCode } from '../contract.ts'

import css from './code-form.module.css'

/** The form for an Editfest code. The page shows the result. */
export const CodeForm = () => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: schemaResolver(CodeBody), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const enter = form.handleSubmit(async body => {
    try {
      const { data } = await call(enterEditfestCode, { body })
      await revalidate()
      toast(`Your workspace is in ${data.name}.`, { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, ['code'])
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={enter}>
      <TextField
        label="Editfest code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...form.register('code')}
        error={errors.code?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Entering…'}>
        Enter
      </Button>
    </form>
  )
}
