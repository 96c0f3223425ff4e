import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { setCall } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession, type User } from '../contract.ts'
import { OccupationFields } from '../occupation-fields.tsx'
import { checkOccupationFields, fieldsOf, occupationFieldsShape, occupationIn } from '../occupation.ts'
import { saveOccupation } from '../own/profile-contract.ts'

import css from './own-page.module.css'

const Fields = z.object(occupationFieldsShape).check(checkOccupationFields)
const fields = ['business_type_id', 'occupation_type_id', 'custom_business_type', 'custom_occupation_type'] as const

/** What somebody does for a living. */
export const OccupationForm = ({ user }: { user: User }) => {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm({ resolver: checkedBy(Fields), defaultValues: fieldsOf(user.active_occupation) })
  const { errors, isSubmitting } = form.formState

  const save = form.handleSubmit(async chosen => {
    try {
      const { data } = await call(saveOccupation, { body: occupationIn(chosen) })
      setCall(client, getSession, {}, { data, meta: {} })
      toast('Your work has been saved.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fields)
    }
  })

  return (
    <FormProvider {...form}>
      <form className={css.form} method="post" noValidate onSubmit={save}>
        <OccupationFields />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <div className={css.actions}>
          <Button type="submit" size="lg" busy={isSubmitting && 'Saving…'}>
            Save your work
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
