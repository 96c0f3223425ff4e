import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'

import { call } from '#platform/call.ts'
import { checkedBy } from '#platform/form.ts'
import { useCall } from '#platform/query.ts'
import { reportError } from '#platform/report-error.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { getCurrentWorkspace } from '#workspaces/contract.ts'
import { InviteFields } from '#workspaces/invite-fields.tsx'
import { InviteRows, noInvitees, refusedRows, wholeRows } from '#workspaces/invite-rows.ts'
import { canGive } from '#workspaces/policy.ts'
import { givenRoles } from '#workspaces/roles.ts'

import { onboardInvites } from '../contract.ts'
import type { StepProps } from './onboarding-modal.tsx'
import { goesOn } from './use-step.ts'

import css from './onboarding.module.css'

export const InviteStep = ({ onDone }: StepProps) => {
  const role = useCall(getCurrentWorkspace, {}).data?.data.role
  const form = useForm({ resolver: checkedBy(InviteRows), defaultValues: noInvitees })
  const { errors, isSubmitting } = form.formState
  const [isSkipping, setIsSkipping] = useState(false)

  const send = form.handleSubmit(async ({ invitees }) => {
    const whole = wholeRows(invitees)
    try {
      await call(onboardInvites, { body: { invitees: whole.map(({ row }) => row) } })
    } catch (error) {
      const refused = refusedRows(error, whole)
      for (const { place, message } of refused) form.setError(`invitees.${place}.email`, { type: 'server', message })
      if (refused.length > 0 || !goesOn(error, form, [])) return
    }
    onDone()
  })

  const skip = async () => {
    setIsSkipping(true)
    await call(onboardInvites, { body: { invitees: [] } }).catch(reportError)
    onDone()
  }

  return (
    <FormProvider {...form}>
      <form className={css.form} method="post" noValidate onSubmit={send}>
        <InviteFields roles={givenRoles.filter(given => role && canGive(role, given))} />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <div className={css.actions}>
          <Button kind="quiet" size="lg" busy={isSkipping && 'Skipping…'} onClick={() => void skip()}>
            Skip for now
          </Button>
          <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Inviting…'}>
            Send invites
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
