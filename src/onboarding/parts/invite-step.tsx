import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver } from '#platform/http/form.ts'
import { useCall } from '#platform/http/query.ts'
import { reportError } from '#platform/monitoring/report-error.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { getCurrentWorkspace } from '#workspaces/contract.ts'
import { InviteFields } from '#workspaces/invite-fields.tsx'
import { InviteRows, noInvitees, findRowErrors, filterCompleteRows } from '#workspaces/invite-rows.ts'
import { canAssignRole } from '#workspaces/policy.ts'
import { assignableRoles } from '#workspaces/roles.ts'

import { onboardInvites } from '../contract.ts'
import type { OnboardingStepProps } from '../steps.ts'
import { canContinue } from './step-errors.ts'

import css from './onboarding.module.css'

export const InviteStep = ({ onDone }: OnboardingStepProps) => {
  const role = useCall(getCurrentWorkspace, {}).data?.data.role
  const form = useForm({ resolver: schemaResolver(InviteRows), defaultValues: noInvitees })
  const { errors, isSubmitting } = form.formState
  const [isSkipping, setIsSkipping] = useState(false)

  const send = form.handleSubmit(async ({ invitees }) => {
    const filledRows = filterCompleteRows(invitees)
    try {
      await call(onboardInvites, { body: { invitees: filledRows.map(({ row }) => row) } })
    } catch (error) {
      const rowErrors = findRowErrors(error, filledRows)
      for (const { index: place, message } of rowErrors)
        form.setError(`invitees.${place}.email`, { type: 'server', message })
      if (rowErrors.length > 0 || !canContinue(error, form, [])) return
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
        <InviteFields roles={assignableRoles.filter(option => role && canAssignRole(role, option))} />
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
